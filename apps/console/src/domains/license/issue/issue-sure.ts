// Large issues ask for a confirmation. The developer's settings say from how many licenses on.
import { useCallback } from 'react'
import { loadInTime } from '../../../lib/load-in-time.ts'
import { useSetting } from '../../../lib/session/config.ts'

/** Resolves to true if this number of licenses may be issued: it is not large, or the person typed it. */
export function useIssueSure(): (count: number) => Promise<boolean> {
  const limit = Number(useSetting('confirmIssueAbove') ?? Number.POSITIVE_INFINITY)
  return useCallback(
    async (count) => count <= limit || (await loadInTime(() => import('./count-dialog.tsx'))).askCount(count, limit),
    [limit],
  )
}
