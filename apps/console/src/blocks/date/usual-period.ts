// The usual periods of statistics on a page: as choices, and in the address.
import { USUAL_PERIODS } from '@sealwright/contract'
import type { UsualPeriod } from '@sealwright/contract'
import type { Translate } from '../../lib/words/i18n.tsx'

/** Undefined for anything else. */
export const usualPeriodOf = (text: string | undefined): UsualPeriod | undefined =>
  USUAL_PERIODS.find((period) => period === text)

export const usualPeriods = (t: Translate): { value: UsualPeriod; label: string }[] =>
  USUAL_PERIODS.map((value) => ({
    value,
    label: value === 'month' ? t('statistics.periods.month') : t('statistics.periods.last', { days: value }),
  }))
