// The price of a batch of account licenses before the check: each template times the number of users, and the total.
// Each license is priced separately, so the server is asked for one license of each template. A person who may not see
// a template or its price sees none.
import { Refusal } from '@sealwright/client'
import { DEV_TYPES, billingCalls, paidAt as paidAtOf, isPaidEver } from '@sealwright/contract'
import type { AnswerOf, PriceUnit } from '@sealwright/contract'
import { useQueries } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ComponentProps } from 'react'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { answerKey, callServer } from '../../../lib/call/client.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { Price } from '../../billing/index.ts'
import { isPaidNow, useFunds } from './issue-price.ts'
import type { PaidAt } from './issue-price.ts'
import type { TemplateOption } from './issue-template.tsx'
import { VoucherSwitch } from './voucher-switch.tsx'

type Quote = AnswerOf<typeof billingCalls.quote>
export type PricedTemplate = Pick<TemplateOption, 'guid' | 'name' | 'deductMode'>

function quoteQuery(guid: string, byVoucher: boolean) {
  const payload = { guid, count: 1, ...(byVoucher && { byVoucher }) }
  return {
    queryKey: answerKey(billingCalls.quote, payload),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<Quote> =>
      callServer(billingCalls.quote, payload, { signal }),
  }
}

const combine = (results: readonly UseQueryResult<Quote>[]) => {
  const failed = results.find(({ data, error }) => error && !data)
  return {
    quotes: results.flatMap(({ data }) => data ?? []),
    error: failed?.error ?? undefined,
    retry: () => results.forEach(({ error, refetch }) => error && void refetch()),
  }
}

/**
 * The price of one license of each template. `cost` is undefined until all are loaded, and empty if there is no price
 * to show.
 */
export function useBatchCost(templates: readonly PricedTemplate[], byVoucher: boolean) {
  const canAsk = useCan(billingCalls.quote)
  const isTold = useSession().developer.devType !== DEV_TYPES.integrator && canAsk
  const { quotes, error, retry } = useQueries({
    queries: isTold ? templates.map(({ guid }) => quoteQuery(guid, byVoucher)) : [],
    combine,
  })
  // There is no price, or the person may not see it.
  const isRefused = error instanceof Refusal
  const cost = useMemo((): (Quote & { paidAt: PaidAt })[] | undefined => {
    if (!isTold || isRefused) return []
    return quotes.length < templates.length
      ? undefined
      : quotes.map((quote, index) => ({
          ...quote,
          paidAt: paidAtOf('account', { deductMode: templates[index]?.deductMode ?? null }, false),
        }))
  }, [isTold, isRefused, quotes, templates])
  return { cost, error, retry }
}

interface BatchPriceProps extends ReturnType<typeof useBatchCost> {
  templates: readonly PricedTemplate[]
  users: number
  /** There are more users than the server counted. */
  isCapped: boolean
  /** The voucher switch: its state, its error and its handler. */
  voucher: Omit<ComponentProps<typeof VoucherSwitch>, 'left'>
}

export function BatchPrice({ templates, users, isCapped, voucher, cost, error, retry }: BatchPriceProps) {
  const t = usePhrases()
  const { money, number } = useFormat()
  const isNow = cost?.some(({ paidAt }) => isPaidNow(paidAt)) === true
  const funds = useFunds(isNow)
  // Zero if vouchers cannot pay for one of the templates.
  const vouchers = cost && cost.length > 0 ? Math.min(...cost.map((one) => one.vouchers ?? 0)) : 0
  const body = () => {
    if (error instanceof Refusal) return <Notice tone="warn">{error.fields[0]?.message ?? error.message}</Notice>
    if (error) return <ErrorState error={error} onRetry={retry} />
    if (!cost) return <span className="skeleton skeleton-line" role="status" aria-label={t('blocks.states.loading')} />
    const due = cost.filter(({ paidAt }) => isPaidNow(paidAt))
    const totalFen = due.reduce((sum, one) => sum + one.totalFen * users, 0)
    // Vouchers and gift licenses are one stock for all templates; packages differ by type.
    const takes = (stock: PriceUnit) =>
      due.reduce((sum, { units }) => sum + (units?.stock === stock ? units.count * users : 0), 0)
    const short = due
      .flatMap(({ units }) =>
        units
          ? [
              {
                ...units,
                count: units.stock === 'voucher' || units.stock === 'gift' ? takes(units.stock) : units.count * users,
              },
            ]
          : [],
      )
      .find(({ left, count }) => left < count)
    const isEnough =
      !short && due.every((one) => one.isEnough) && (totalFen === 0 || funds === undefined || funds >= totalFen)
    const counted = (text: string) => (isCapped ? t('blocks.list.capped', { count: text }) : text)
    return (
      <>
        <div className="price-place">
          <table className="price-lines">
            <caption className="sw-visually-hidden">{t('license.issue.batch.price')}</caption>
            <tbody>
              {cost.map(({ totalFen: oneFen, units }, index) => (
                <tr key={templates[index]?.guid}>
                  <th scope="row">{templates[index]?.name}</th>
                  <td className="price-lines-formula">
                    {[
                      ...(oneFen > 0 || !units ? [`${counted(number(users))} × ${money(oneFen)}`] : []),
                      ...(units
                        ? [t(`billing.overview.price.units.${units.stock}`, { count: units.count * users })]
                        : []),
                    ].join(' · ')}
                  </td>
                  <td className="price-lines-amount">
                    {oneFen === 0 ? t('billing.overview.price.free') : counted(money(oneFen * users))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Price
          price={{
            totalFen,
            lines: [],
            units: short ?? null,
            isEnough,
            isOverdue: cost.some(({ isOverdue }) => isOverdue),
          }}
          isDue={isNow}
        />
        {[...new Set(cost.filter((one) => isPaidEver(one, one.paidAt)).map(({ paidAt }) => paidAt))].map((paidAt) => (
          <p key={paidAt} className="issue-paid">
            {t(`license.issue.paidAt.${paidAt}`)}
          </p>
        ))}
      </>
    )
  }
  if (cost?.length === 0 && !(error instanceof Refusal && error.fields.length > 0)) return null
  return (
    <FormSection title={t('license.issue.batch.price')} sentence={t('license.issue.batch.priceSentence')}>
      <div>{body()}</div>
      <VoucherSwitch left={vouchers} {...voucher} />
    </FormSection>
  )
}
