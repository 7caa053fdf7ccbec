// The API password on a page: revealed after the person typed their password, and hidden again after a minute.
import { developerCalls } from '@sealwright/contract'
import { useState } from 'react'
import { useAct } from '../../../lib/call/client.ts'
import { useCountdown } from '../../../lib/countdown.ts'

const SHOWN_SECONDS = 60

export function useApiPassword() {
  const [shown, setShown] = useState<string>()
  const { secondsLeft, start: countDown } = useCountdown()
  const { act, isActing } = useAct(developerCalls.revealApiPassword, {
    onDone: ({ apiPassword }) => {
      setShown(apiPassword)
      countDown(SHOWN_SECONDS)
    },
  })
  // Remove the password from memory too, not only from the page.
  if (shown !== undefined && secondsLeft === 0) setShown(undefined)
  return {
    /** Undefined while it is hidden. */
    apiPassword: secondsLeft > 0 ? shown : undefined,
    secondsLeft,
    isRevealing: isActing,
    reveal: async () => (await act({}))?.apiPassword,
    hide: () => countDown(0),
  }
}
