// The preview panel beside the issue form: price lines, time of payment, licenses that would be replaced, and the
// failed rule. Every change requests a new preview. A preview has no effect.
import { Refusal } from '@sealwright/client'
import { isPaidEver } from '@sealwright/contract'
import type { IssuePreview } from '@sealwright/contract'
import { useMemo } from 'react'
import { usePaused } from '../../../blocks/control/paused.ts'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { Price } from '../../billing/index.ts'
import '../detail/detail.css'
import type { Family } from '../license-family.ts'
import { RuleTrace } from '../rules/rule-trace.tsx'
import { PanelPart } from '../update/license-update-panel.tsx'
import './issue.css'
import type { IssueForm } from './issue-draft.ts'
import { issueCallsOf, issuePayload } from './issue-draft.ts'
import { isPaidNow, timesPrice, useFunds } from './issue-price.ts'
import { VoucherSwitch } from './voucher-switch.tsx'

/**
 * The preview, requested once typing pauses and the form is complete. For a batch it covers one license; the check
 * reports the rest row by row.
 */
export function useIssuePreview(family: Family, templateGuid: string, form: IssueForm, changes: object) {
  const text = form.isSound ? JSON.stringify({ ...form.wire, ...(form.isBatch && { count: '1' }), changes }) : ''
  const asked = usePaused(text)
  const payload = useMemo(
    () => issuePayload(family, templateGuid, asked === '' ? {} : (JSON.parse(asked) as Record<string, unknown>)),
    [family, templateGuid, asked],
  ) // the JSON from above
  const answer = useAnswer(issueCallsOf(family).preview, payload, {
    enabled: asked !== '',
    keepPrevious: true,
    staleMs: 0,
  })
  return { ...answer, isIdle: text === '', isPending: text !== asked || answer.isPlaceholderData }
}

type Preview = ReturnType<typeof useIssuePreview>

/** The first rule that fails. */
export const failureOf = (data: IssuePreview | undefined) => data?.rules.find(({ outcome }) => outcome === 'fail')

/** The money that issuing charges or holds at once. */
export const dueFen = (data: IssuePreview | undefined) =>
  data?.price && isPaidNow(data.paidAt) ? data.price.totalFen : 0

/** The price and the time of payment in one line; undefined if there is no price to show. */
export function useDueWords(data: IssuePreview | undefined): string | undefined {
  const t = usePhrases()
  const { money } = useFormat()
  if (!data?.price) return undefined
  const { totalFen, units } = data.price
  if (!isPaidNow(data.paidAt))
    return isPaidEver(data.price, data.paidAt) ? t(`license.issue.paidAt.${data.paidAt}`) : undefined
  const taken = [
    ...(totalFen > 0 ? [money(totalFen)] : []),
    ...(units ? [t(`billing.overview.price.units.${units.stock}`, { count: units.count })] : []),
  ]
  return t('license.issue.batch.cost', {
    what: taken.length > 0 ? taken.join(t('license.and')) : t('billing.overview.price.free'),
  })
}

/** The licenses that would be replaced, with links to check them first. */
function Overwrites({ family, overwrites }: { family: Family } & Pick<IssuePreview, 'overwrites'>) {
  return (
    <ul className="issue-overwrites">
      {overwrites.map(({ guid, serial, account }) => (
        <li key={guid}>
          <span>{account}</span>{' '}
          <ScreenLink to={`${family.path}/view`} search={{ guid }} target="_blank">
            {serial}
          </ScreenLink>
        </li>
      ))}
    </ul>
  )
}

function Told({
  family,
  form,
  data,
  isPending,
  batchOf,
}: {
  family: Family
  form: IssueForm
  data: IssuePreview
  isPending: boolean
  batchOf: number | undefined
}) {
  const t = usePhrases()
  const format = useFormat()
  const failure = failureOf(data)
  const { vouchers = 0 } = data
  const isBatch = batchOf !== undefined
  const isDue = isBatch && isPaidNow(data.paidAt)
  const funds = useFunds(isDue)
  const price = data.price && isBatch ? timesPrice(data.price, batchOf, funds) : data.price
  // A lack of money is shown with the price, beside the link to top up.
  const isShort = failure?.rule === 'money' || failure?.rule === 'standing'
  return (
    <>
      {failure && !(isShort && price) && <Notice tone="bad">{failure.message}</Notice>}
      {data.caughtBy && <Notice>{t('license.detail.approval.caught', { name: data.caughtBy.name })}</Notice>}
      {price && (
        <PanelPart title={t('license.issue.panel.price', { count: batchOf ?? data.count })}>
          <Price price={price} isDue={isShort || isDue} />
          {isPaidEver(price, data.paidAt) && <p className="issue-paid">{t(`license.issue.paidAt.${data.paidAt}`)}</p>}
        </PanelPart>
      )}
      <VoucherSwitch
        left={vouchers}
        isOn={form.values.byVoucher}
        error={form.errorAt('byVoucher')}
        onSwitch={(isOn) => form.set('byVoucher', isOn)}
      />
      {isBatch && <Notice>{t('license.issue.panel.batch')}</Notice>}
      {data.warnings.length > 0 && (
        <PanelPart title={t('license.issue.panel.warnings')}>
          <ul className="issue-warnings">
            {data.warnings.map(({ kind, message }) => (
              <li key={kind} data-kind={kind}>
                {message}
                {kind === 'overwrites' && <Overwrites family={family} overwrites={data.overwrites} />}
              </li>
            ))}
          </ul>
        </PanelPart>
      )}
      <details key={String(data.isAllowed)} className="update-panel-part" open={!data.isAllowed}>
        <summary>
          {data.isAllowed
            ? t('license.issue.panel.rules', { count: format.number(data.rules.length) })
            : t('license.issue.panel.why')}
        </summary>
        <RuleTrace rules={data.rules} isPending={isPending} />
        {!data.isAllowed && <p className="issue-paid">{t('license.issue.panel.whatIf')}</p>}
      </details>
    </>
  )
}

/** `batchOf`: the number of codes, if they are issued as a task. */
export function IssuePanel({
  family,
  form,
  preview,
  batchOf,
}: {
  family: Family
  form: IssueForm
  preview: Preview
  batchOf: number | undefined
}) {
  const t = usePhrases()
  const { data, error, isIdle, isPending } = preview
  const body = () => {
    if (isIdle)
      return (
        <p className="update-panel-quiet">
          {t(family.family === 'account' ? 'license.issue.panel.idleUsers' : 'license.issue.panel.idleCodes')}
        </p>
      )
    if (error instanceof Refusal && error.fields.length > 0)
      return <Notice tone="bad">{error.fields.map(({ message }) => message).join(t('license.and'))}</Notice>
    if (error) return <ErrorState error={error} onRetry={() => void preview.refetch()} />
    return data ? (
      <Told family={family} form={form} data={data} isPending={isPending} batchOf={batchOf} />
    ) : (
      <span className="skeleton skeleton-line" role="status" aria-label={t('blocks.states.loading')} />
    )
  }
  return (
    <aside
      className="update-panel"
      aria-label={t('license.issue.panel.title')}
      aria-busy={isPending || undefined}
      data-stale={(isPending && !isIdle) || undefined}
    >
      <h2>{t('license.issue.panel.title')}</h2>
      {body()}
    </aside>
  )
}
