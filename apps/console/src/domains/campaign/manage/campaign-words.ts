// Campaigns in words: the period with its distance from now, the license terms, and who can take part.
import { ACCOUNT_TYPES, CAMPAIGN_STATUSES, isNewOnly } from '@sealwright/contract'
import type { CampaignRow } from '@sealwright/contract'
import { useMemo } from 'react'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'

type Terms = Pick<CampaignRow, 'licenseDays' | 'licenseDeadline' | 'useCount' | 'kickOut'>
type Period = Pick<CampaignRow, 'status' | 'startTime' | 'endTime'>

/** The share of taken places in percent. It is 100 only if every place is taken. */
export function takenShare({ taken, maxParticipants }: Pick<CampaignRow, 'taken' | 'maxParticipants'>): number {
  return maxParticipants === 0 ? 0 : Math.min(100, Math.floor((taken / maxParticipants) * 100))
}

export function useCampaignWords() {
  const t = usePhrases()
  const format = useFormat()
  return useMemo(() => {
    const duration = ({ licenseDays, licenseDeadline }: Terms) => {
      const time = licenseDeadline === null ? '' : format.time(licenseDeadline)
      if (licenseDays !== null)
        return licenseDeadline === null
          ? t('activity.words.days', { days: licenseDays })
          : t('activity.words.daysUntil', { days: licenseDays, time })
      return licenseDeadline === null ? '' : t('activity.words.until', { time })
    }
    const types = (accountTypes: readonly number[]) => {
      const [a = '', b] = accountTypes.map((type) =>
        t(type === ACCOUNT_TYPES.phone ? 'activity.words.phone' : 'activity.words.email'),
      )
      return b === undefined ? a : t('activity.words.types', { a, b })
    }
    return {
      period: ({ startTime, endTime }: Period) =>
        t('activity.words.period', { start: format.time(startTime), end: format.time(endTime) }),
      /** Without the time of day, for lists. */
      days: ({ startTime, endTime }: Period) =>
        t('activity.words.period', {
          start: format.timeAs(startTime, 'yyyy-MM-dd'),
          end: format.timeAs(endTime, 'yyyy-MM-dd'),
        }),
      /** When the campaign starts or ends, from now. Nothing for a campaign that a person ended. */
      distance: ({ status, startTime, endTime }: Period) => {
        if (status === CAMPAIGN_STATUSES.terminated) return ''
        const now = Date.now()
        if (Date.parse(endTime) <= now) return t('activity.words.ended', { when: format.ago(endTime) })
        if (Date.parse(startTime) > now) return t('activity.words.starts', { when: format.ago(startTime) })
        // A campaign without free places is over before its end.
        if (status === CAMPAIGN_STATUSES.finished) return ''
        return t('activity.words.ends', { when: format.ago(endTime) })
      },
      terms: (terms: Terms) =>
        [
          duration(terms),
          terms.useCount !== null && t('activity.words.uses', { count: terms.useCount }),
          terms.kickOut !== null && t(terms.kickOut ? 'activity.words.kickOut' : 'activity.words.noKickOut'),
        ]
          .filter(Boolean)
          .join(t('activity.words.and')),
      who: ({ userScope, accountTypes }: Pick<CampaignRow, 'userScope' | 'accountTypes'>) =>
        t('activity.words.who', {
          scope: t(isNewOnly(userScope) ? 'activity.words.newOnly' : 'activity.words.everyone'),
          types: types(accountTypes),
        }),
      product: ({ productName, templateName }: Pick<CampaignRow, 'productName' | 'templateName'>) =>
        t('activity.words.product', { product: productName, template: templateName }),
    }
  }, [t, format])
}
