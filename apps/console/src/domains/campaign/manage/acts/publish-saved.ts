// Publishes a campaign right after it was saved. The question stands on the campaign's page, so that nothing is lost if
// the person says no or the server refuses.
import { Refusal, Unreachable } from '@sealwright/client'
import { activityCalls } from '@sealwright/contract'
import { useCallback } from 'react'
import { callServer } from '../../../../lib/call/client.ts'
import { usePublish } from './campaign-acts.ts'

export function usePublishSaved(): (guid: string) => Promise<void> {
  const publish = usePublish()
  return useCallback(
    async (guid) => {
      try {
        publish(await callServer(activityCalls.get, { guid }))
      } catch (error) {
        // The page of the campaign shows the same failure.
        if (!(error instanceof Refusal || error instanceof Unreachable)) throw error
      }
    },
    [publish],
  )
}
