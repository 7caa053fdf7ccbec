// Asks once more before a large issue: above a number of licenses (the developer's settings) or above an amount (the
// person's preferences). An issue that is both asks one question, which has the number and the amount.
import { useCallback } from 'react'
import { confirm } from '../../../lib/dialog/dialog.tsx'
import { loadInTime } from '../../../lib/load-in-time.ts'
import { useSetting } from '../../../lib/session/config.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'

interface Asked {
  count: number
  /** What it costs now. */
  fen: number
  /** The button did not show the amount yet. */
  isUnseen?: boolean
}

/** Resolves to true if this may be issued: it is not large, or the person confirmed it. */
export function useIssueSure(): (asked: Asked) => Promise<boolean> {
  const t = usePhrases()
  const { money } = useFormat()
  const limit = Number(useSetting('confirmIssueAbove') ?? Number.POSITIVE_INFINITY)
  const { confirmAboveFen } = useSession()
  return useCallback(
    async ({ count, fen, isUnseen = false }) => {
      const amount = money(fen)
      if (count > limit)
        return (await loadInTime(() => import('./count-dialog.tsx'))).askCount({
          count,
          limit,
          ...(fen > 0 && { amount }),
        })
      const isAbove = confirmAboveFen !== null && fen > confirmAboveFen
      if (!isAbove && !(isUnseen && fen > 0)) return true
      return confirm({
        title: t('license.issue.sure.costTitle', { count, amount }),
        body: isAbove
          ? t('license.issue.sure.costSentence', { limit: money(confirmAboveFen) })
          : t('license.issue.sure.costUnseen'),
        confirmText: t('license.issue.sure.pay', { amount }),
      })
    },
    [t, money, limit, confirmAboveFen],
  )
}
