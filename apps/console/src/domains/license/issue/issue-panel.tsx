// The preview panel beside the issue form: price lines, time of payment, licenses that would be replaced, and the
// failed rule.
import { isPaidEver } from '@sealwright/contract'
import type { IssuePreview } from '@sealwright/contract'
import { PreviewNote, PreviewPanel, PreviewPart, refusedFields } from '../../../blocks/form/preview-panel.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { usePreview } from '../../../blocks/form/use-preview.ts'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { Price } from '../../billing/index.ts'
import type { Family } from '../license-family.ts'
import { RuleTrace } from '../rules/rule-trace.tsx'
import './issue.css'
import type { IssueForm } from './issue-draft.ts'
import { issueCallsOf, issuePayload } from './issue-draft.ts'
import { isPaidNow, timesPrice, useFunds } from './issue-price.ts'
import { VoucherSwitch } from './voucher-switch.tsx'

/**
 * The preview, requested once the form is complete. For a batch it covers one license; the check reports the rest row
 * by row.
 */
export function useIssuePreview(family: Family, templateGuid: string, form: IssueForm, changes: object) {
  const payload = form.isSound
    ? issuePayload(family, templateGuid, { ...form.wire, ...(form.isBatch && { count: '1' }), changes })
    : undefined
  return usePreview(issueCallsOf(family).preview, payload)
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
        <PreviewPart title={t('license.issue.panel.price', { count: batchOf ?? data.count })}>
          <Price price={price} isDue={isShort || isDue} />
          {isPaidEver(price, data.paidAt) && <p className="issue-paid">{t(`license.issue.paidAt.${data.paidAt}`)}</p>}
        </PreviewPart>
      )}
      <VoucherSwitch
        left={vouchers}
        isOn={form.values.byVoucher}
        error={form.errorAt('byVoucher')}
        onSwitch={(isOn) => form.set('byVoucher', isOn)}
      />
      {isBatch && <Notice>{t('license.issue.panel.batch')}</Notice>}
      {data.warnings.length > 0 && (
        <PreviewPart title={t('license.issue.panel.warnings')}>
          <ul className="issue-warnings">
            {data.warnings.map(({ kind, message }) => (
              <li key={kind} data-kind={kind}>
                {message}
                {kind === 'overwrites' && <Overwrites family={family} overwrites={data.overwrites} />}
              </li>
            ))}
          </ul>
        </PreviewPart>
      )}
      <details key={String(data.isAllowed)} className="preview-part" open={!data.isAllowed}>
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
  const { data, error, isPending } = preview
  const said = refusedFields(error).map(({ message }) => message)
  return (
    <PreviewPanel
      title={t('license.issue.panel.title')}
      preview={preview}
      isLive={false}
      idle={
        <PreviewNote>
          {t(family.family === 'account' ? 'license.issue.panel.idleUsers' : 'license.issue.panel.idleCodes')}
        </PreviewNote>
      }
      refused={said.length > 0 && <Notice tone="bad">{said.join(t('license.and'))}</Notice>}
    >
      {data && <Told family={family} form={form} data={data} isPending={isPending} batchOf={batchOf} />}
    </PreviewPanel>
  )
}
