// Terms in words: what a version sets, one fact for each field.
import type { PriceVersionRow } from '@sealwright/contract'
import type { Format, Translate } from '../../lib/words/i18n.tsx'

export const RATE_FIELDS = ['perDayFen', 'perYearFen', 'oneTimeFen', 'extraDeviceFen'] as const
export const LIMIT_FIELDS = ['giftLicenses', 'graceDays', 'issueMax', 'trialLicenses'] as const
type Terms = Pick<PriceVersionRow, 'rates' | 'gifts' | 'fee' | 'limits'>

interface Word {
  label: string
  value: string
}

const known = (label: string, value: string | undefined): Word[] => (value === undefined ? [] : [{ label, value }])

/** The facts that are set. Fields that are not set are left out. */
export function factsOf(t: Translate, { money, number }: Format, { rates, gifts, fee, limits }: Terms): Word[] {
  const amount = (fen: number | undefined) => (fen === undefined ? undefined : money(fen))
  const count = (value: number | undefined) => (value === undefined ? undefined : number(value))
  return [
    ...(rates ? RATE_FIELDS.flatMap((name) => known(t(`billing.fields.${name}`), amount(rates[name]))) : []),
    ...known(t('billing.fields.freeDevices'), count(rates?.freeDevices)),
    ...known(
      t('billing.fields.tiers'),
      rates?.tiers &&
        (rates.tiers
          .map(({ lowLimit, topLimit, price: [day, year, oneTime] }) =>
            t('tariff.prices.tierText', {
              low: lowLimit,
              top: topLimit,
              day: money(day),
              year: money(year),
              oneTime: money(oneTime),
            }),
          )
          .join(t('blocks.list.semicolon')) ||
          t('tariff.prices.noneTiers')),
    ),
    ...known(
      t('billing.fields.gifts'),
      gifts &&
        (gifts
          .map(({ fromFen, percent }) => t('tariff.prices.giftText', { from: money(fromFen), percent }))
          .join(t('blocks.list.semicolon')) ||
          t('tariff.prices.noneGifts')),
    ),
    ...known(t('billing.fields.feeFen'), fee && feeText(t, money, fee)),
    ...(limits ? LIMIT_FIELDS.flatMap((name) => known(t(`billing.fields.${name}`), count(limits[name]))) : []),
  ]
}

function feeText(
  t: Translate,
  money: Format['money'],
  { amountFen, periodMonths }: { amountFen: number | null; periodMonths?: number | undefined },
): string {
  if (amountFen === null) return t('tariff.prices.asGeneral')
  if (amountFen === 0) return t('tariff.prices.noFee')
  return periodMonths === undefined
    ? money(amountFen)
    : t('tariff.prices.feePer', { amount: money(amountFen), months: periodMonths })
}
