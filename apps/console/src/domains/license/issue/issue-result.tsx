// The result right after issuing: codes to copy, export, print or hand out; for account licenses, who got which license
// and what it replaced. The result is only in memory, so a reload goes to the list.
import { LICENSE_STATUSES, auditPath, isUnapproved, shownCode } from '@sealwright/contract'
import type { DeliveryChannel } from '@sealwright/contract'
import { CircleCheck, ClipboardCopy, Download, Hourglass, ListPlus, Printer, Send } from 'lucide-react'
import { useMemo } from 'react'
import { createPortal } from 'react-dom'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { CopyText } from '../../../blocks/control/copy-text.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { Nothing } from '../../../blocks/list/columns.tsx'
import { DataTable } from '../../../blocks/list/data-table.tsx'
import '../../../blocks/form/form.css'
import type { Column } from '../../../blocks/list/data-table.tsx'
import { callServer, useAnswer } from '../../../lib/call/client.ts'
import { saveAs } from '../../../lib/call/download.ts'
import { Link, ScreenLink } from '../../../lib/place/navigate.tsx'
import { takeLostFocus } from '../../../lib/place/sight.ts'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { askDelivery } from '../acts/deliver.tsx'
import type { Family } from '../license-family.ts'
import { isCodeFamily } from '../license-words.ts'
import type { Issued } from './issue-memory.ts'
import { isPaidNow } from './issue-price.ts'
import './issue.css'
import { csvOf } from './issue-sheet.ts'
import { useWayBack } from './issue-way.ts'

const ORDER = '/billing/order/view'
type License = Issued['answer']['licenses'][number]

interface ResultProps {
  family: Family
  issued: Issued
}

const keyOf = ({ guid }: License) => guid
const serialOf = ({ serial }: License) => serial
const productsOf = ({ template }: Issued) =>
  [template, ...template.otherProducts].map(({ productName }) => productName).join(' + ')

/** The products by the names that customers know. */
const shownProductsOf = ({ template }: Issued) =>
  [template, ...template.otherProducts].map(({ displayName }) => displayName).join(' + ')

/** One card per code, for the customer; visible only in print. */
function PrintSheet({ issued }: { issued: Issued }) {
  const t = usePhrases()
  const { developer } = useSession()
  return createPortal(
    <div className="print-sheet">
      {issued.answer.licenses.map(({ guid, serial }) => (
        <div key={guid} className="print-card">
          <strong>{shownProductsOf(issued)}</strong>
          <code>{shownCode(serial)}</code>
          <span>{t('license.issue.result.term', { term: issued.handedTerm })}</span>
          <span>{developer.devInfo.displayName}</span>
        </div>
      ))}
    </div>,
    document.body,
  )
}

/**
 * Records on the codes that they were copied, exported or printed, if the person has the privilege. Runs in the
 * background; a failure is ignored.
 */
function useNote({ calls, where, access }: Family, licenses: readonly License[]) {
  const session = useSession()
  return (channel: DeliveryChannel) => {
    if (hasAccess(session, access.deliver))
      void callServer(calls.deliver, { ...where, guids: licenses.map(keyOf), channel }).catch(() => undefined)
  }
}

function CodeActs({ family, issued }: ResultProps) {
  const t = usePhrases()
  const session = useSession()
  const { licenses } = issued.answer
  const note = useNote(family, licenses)
  const copyAll = async () => {
    try {
      await navigator.clipboard.writeText(licenses.map(({ serial }) => shownCode(serial)).join('\n'))
      toast.success(t('license.issue.result.copied', { count: licenses.length }))
      note('copied')
    } catch {
      toast.warning(t('blocks.copy.failed'))
    }
  }
  const save = () => {
    const heads = [
      t('license.issue.result.code'),
      t('license.fields.productName'),
      t('license.fields.templateName'),
      t('license.issue.result.termHead'),
    ]
    const rows = licenses.map(({ serial }) => [
      shownCode(serial),
      productsOf(issued),
      issued.template.name,
      issued.handedTerm,
    ])
    saveAs(
      new Blob([csvOf([heads, ...rows])], { type: 'text/csv;charset=utf-8' }),
      `${t('license.issue.result.fileName', { template: issued.template.name })}.csv`,
    )
    note('exported')
  }
  const print = () => {
    window.print()
    note('printed')
  }
  return (
    <div className="issue-acts" role="group" aria-label={t('license.issue.result.acts')}>
      {hasAccess(session, family.access.deliver) && (
        <Button kind="primary" icon={Send} onPress={() => askDelivery(family.family, licenses)}>
          {t('license.issue.result.deliver')}
        </Button>
      )}
      <Button icon={ClipboardCopy} onPress={() => void copyAll()}>
        {t('license.issue.result.copyAll')}
      </Button>
      <Button icon={Download} onPress={save}>
        {t('license.issue.result.export')}
      </Button>
      <Button icon={Printer} onPress={print}>
        {t('license.issue.result.print')}
      </Button>
    </div>
  )
}

function columnsOf(
  t: Translate,
  { family, path }: Family,
  hasList: boolean,
  { answer, overwrites }: Issued,
): Column<License>[] {
  const n = new Map(answer.licenses.map(({ guid }, index) => [guid, index + 1]))
  const view = ({ guid }: License) =>
    hasList && (
      <ScreenLink to={`${path}/view`} search={{ guid }}>
        {t('license.issue.result.view')}
      </ScreenLink>
    )
  const serial = (license: License) =>
    hasList ? (
      <ScreenLink to={`${path}/view`} search={{ guid: license.guid }}>
        {license.serial}
      </ScreenLink>
    ) : (
      license.serial
    )
  if (isCodeFamily(family)) {
    return [
      {
        key: 'n',
        title: t('license.issue.result.n'),
        cell: ({ guid }) => <span className="sw-tabular">{n.get(guid)}</span>,
      },
      {
        key: 'code',
        title: t('license.issue.result.code'),
        cell: (license) => (
          <span className="issue-code">
            {isUnapproved(answer.status) ? shownCode(license.serial) : <CopyText text={shownCode(license.serial)} />}
          </span>
        ),
      },
      { key: 'view', title: t('blocks.table.actions'), cell: view },
    ]
  }
  const replaced = new Map(overwrites.map((old) => [old.account, old]))
  const hasReplaced = overwrites.length > 0
  return [
    { key: 'account', title: t('license.fields.account'), cell: ({ account }) => account ?? <Nothing /> },
    { key: 'serial', title: t('license.issue.result.serial'), cell: serial },
    ...(hasReplaced
      ? [
          {
            key: 'replaced',
            title: t('license.issue.result.replaced'),
            cell: ({ account }: License) => {
              const old = replaced.get(account ?? '')
              return old ? (
                hasList ? (
                  <ScreenLink to={`${path}/view`} search={{ guid: old.guid }}>
                    {old.serial}
                  </ScreenLink>
                ) : (
                  old.serial
                )
              ) : (
                <Nothing />
              )
            },
          },
        ]
      : []),
  ]
}

/** The charge with a link to its order, or a note that nothing was charged. */
function Charged({ issued: { answer, price, paidAt } }: Pick<ResultProps, 'issued'>) {
  const t = usePhrases()
  const { money } = useFormat()
  const canOpen = useCanOpen(ORDER)
  if (answer.status === LICENSE_STATUSES.approving) return null
  if (answer.orderGuid === null)
    return (
      price && (
        <p className="issue-charged">
          {t(isPaidNow(paidAt) ? 'license.issue.result.uncharged' : `license.issue.paidAt.${paidAt}`)}
        </p>
      )
    )
  const taken = [
    ...(price && price.totalFen > 0 ? [money(price.totalFen)] : []),
    ...(price?.units ? [t(`billing.overview.price.units.${price.units.stock}`, { count: price.units.count })] : []),
  ]
  return (
    <p className="issue-charged">
      {taken.length > 0 && <span>{t('license.issue.batch.cost', { what: taken.join(t('license.and')) })}</span>}
      {canOpen && (
        <ScreenLink to={ORDER} search={{ guid: answer.orderGuid }}>
          {t('license.detail.history.order')}
        </ScreenLink>
      )}
    </p>
  )
}

/** Filters that make the list show these licenses, which all have the same issue time. */
function useListSearch({ calls, where }: Family, { answer: { licenses }, template }: Issued, hasList: boolean) {
  const { data } = useAnswer(
    calls.get,
    { ...where, guid: licenses[0]?.guid ?? '' },
    { enabled: hasList && licenses.length > 0 },
  )
  return { templateGuid: template.guid, ...(data && { startTime: data.issueTime, endTime: data.issueTime }) }
}

/** The licenses wait for approval: a link to the request, if the person may open it. */
function Waiting({ family: { family }, issued: { answer } }: ResultProps) {
  const t = usePhrases()
  const view = `${auditPath(family)}/view` as const
  const canOpen = useCanOpen(view)
  return (
    <Notice
      action={
        answer.requestGuid !== null &&
        canOpen && (
          <ScreenLink to={view} search={{ guid: answer.requestGuid }} className={buttonClass({ size: 'small' })}>
            {t('license.detail.approval.open')}
          </ScreenLink>
        )
      }
    >
      {t('license.issue.result.waitingSentence')}
    </Notice>
  )
}

export function IssueResult({ family, issued, sourcePath }: ResultProps & { sourcePath: string | undefined }) {
  const t = usePhrases()
  const back = useWayBack(family, sourcePath)
  const hasList = useCanOpen(family.path)
  const listSearch = useListSearch(family, issued, hasList)
  const { answer, template } = issued
  const count = answer.licenses.length
  const isWaiting = answer.status === LICENSE_STATUSES.approving
  const isCodes = isCodeFamily(family.family)
  const columns = useMemo(() => columnsOf(t, family, hasList, issued), [t, family, hasList, issued])
  const Icon = isWaiting ? Hourglass : CircleCheck
  const title = isWaiting
    ? t('license.issue.result.waiting', { count })
    : isCodes
      ? t('license.issue.result.codes', { count })
      : t('license.issue.result.accounts', { count })
  return (
    <div className="form-page issue-result">
      <header className="page-head">
        <span className={isWaiting ? 'issue-done issue-waits' : 'issue-done'}>
          <Icon size={22} aria-hidden />
        </span>
        <div className="page-head-words" role="status">
          {/* The form with the focus is gone. */}
          <h1 ref={takeLostFocus} tabIndex={-1}>
            {title}
          </h1>
          <p>{[template.name, productsOf(issued), issued.term].join(' · ')}</p>
        </div>
        <div className="page-head-actions">
          {back.words && (
            <Link href={back.href} className={buttonClass()}>
              {back.words}
            </Link>
          )}
          {hasList && (
            <ScreenLink to={family.path} search={listSearch} className={buttonClass()}>
              {t('license.list.openList')}
            </ScreenLink>
          )}
          <ScreenLink
            to={`${family.path}/new`}
            search={{ templateGuid: template.guid, ...(sourcePath && { sourcePath }) }}
            className={buttonClass()}
          >
            <ListPlus size={15} aria-hidden />
            {t('license.issue.result.more')}
          </ScreenLink>
        </div>
      </header>
      <Charged issued={issued} />
      {isWaiting && <Waiting family={family} issued={issued} />}
      {isCodes && !isWaiting && <CodeActs family={family} issued={issued} />}
      <div className="issue-licenses">
        <DataTable label={title} rows={answer.licenses} columns={columns} rowKey={keyOf} rowName={serialOf} />
      </div>
      {isCodes && <PrintSheet issued={issued} />}
    </div>
  )
}
