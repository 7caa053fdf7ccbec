// The columns of the queue: one array serves the table, the column chooser and the card's facts.
import { auditPath } from '@sealwright/contract'
import type { AuditRow } from '@sealwright/contract'
import { FilePen, FilePlus2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconMark } from '../../../blocks/control/icon-mark.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import { DateCell, MoneyCell, NameLink, Nothing, NumberCell } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { pathTo } from '../../../lib/place/navigate.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import './request.css'
import { RequestStateTag, daysLeft, stepWords, shortSubject } from './request-words.tsx'

export const hrefOf = ({ family, guid }: Pick<AuditRow, 'family' | 'guid'>) =>
  pathTo(`${auditPath(family)}/view`, { guid })

const Lines = ({ children, below }: { children: ReactNode; below: ReactNode }) => (
  <span className="request-cell">
    <span>{children}</span>
    <span className="request-below">{below}</span>
  </span>
)

function expiryOf(t: Translate, row: AuditRow): ReactNode {
  if (row.state !== 'waiting' && row.state !== 'gathering') return <Nothing />
  const days = daysLeft(row)
  return days === undefined ? (
    <DateCell at={row.expireTime} />
  ) : (
    <Lines below={<span className="request-soon">{t('audit.queue.soon', { days })}</span>}>
      <DateCell at={row.expireTime} />
    </Lines>
  )
}

const statusOf = (t: Translate, { state, hasQuestion }: AuditRow) => (
  <span className="request-tags">
    <RequestStateTag state={state} />
    {hasQuestion && <StatusTag tone="warn">{t('audit.queue.question')}</StatusTag>}
  </span>
)

function factColumns(t: Translate): Column<AuditRow>[] {
  return [
    {
      key: 'requestTime',
      title: t('audit.fields.requestTime'),
      sort: 'requestTime',
      minWidth: WIDTHS.text,
      priority: 4,
      cell: ({ requester, requestTime }) => (
        <Lines below={requester.name}>
          <DateCell at={requestTime} />
        </Lines>
      ),
    },
    {
      key: 'templateName',
      title: t('audit.fields.templateName'),
      minWidth: 196,
      priority: 4,
      cell: (row) => (
        <Lines
          below={
            <>
              <span>{row.productName}</span>
              <span className="sw-tabular">{shortSubject(row)}</span>
            </>
          }
        >
          {row.templateName}
        </Lines>
      ),
    },
    {
      key: 'count',
      title: t('audit.fields.count'),
      align: 'end',
      minWidth: WIDTHS.number,
      priority: 2,
      cell: ({ count }) => <NumberCell value={count} />,
    },
    {
      key: 'fen',
      title: t('audit.fields.fen'),
      align: 'end',
      minWidth: WIDTHS.money,
      priority: 3,
      cell: ({ fen }) => (fen === null ? <Nothing /> : <MoneyCell fen={fen} />),
    },
    {
      key: 'step',
      title: t('audit.fields.step'),
      minWidth: 150,
      priority: 2,
      cell: (row) => <span className="request-text">{stepWords(t, row)}</span>,
    },
    {
      key: 'state',
      title: t('audit.fields.state'),
      minWidth: WIDTHS.tag,
      priority: 4,
      cell: (row) => statusOf(t, row),
    },
    {
      key: 'expireTime',
      title: t('audit.fields.expireTime'),
      sort: 'expireTime',
      minWidth: WIDTHS.date,
      priority: 3,
      cell: (row) => expiryOf(t, row),
    },
    {
      key: 'flowName',
      title: t('audit.fields.flowName'),
      isOnDemand: true,
      cell: ({ flowName: name, flowVersion: version }) => t('audit.detail.flow', { name, version }),
    },
    {
      key: 'decideTime',
      title: t('audit.fields.decideTime'),
      isOnDemand: true,
      cell: ({ decideTime }) => (decideTime === null ? <Nothing /> : <DateCell at={decideTime} />),
    },
    {
      key: 'reason',
      title: t('audit.fields.reason'),
      isOnDemand: true,
      cell: ({ reason }) => (reason === null ? <Nothing /> : <span className="request-text">{reason}</span>),
    },
  ]
}

export function requestColumns(t: Translate): Column<AuditRow>[] {
  return [
    {
      key: 'number',
      title: t('audit.fields.number'),
      minWidth: 176,
      cell: (row) => (
        <span className="name-cell-words">
          <NameLink name={row.number} href={hrefOf(row)} />
          <span className="name-cell-below">{t(`audit.events.${row.event}`)}</span>
        </span>
      ),
    },
    ...factColumns(t),
  ]
}

export const RequestMark = ({ event, size }: Pick<AuditRow, 'event'> & { size: 32 | 40 | 56 }) => (
  <IconMark icon={event === 'update' ? FilePen : FilePlus2} tint={0} size={size} />
)

export function requestCard(t: Translate, row: AuditRow): CardParts {
  return {
    mark: <RequestMark event={row.event} size={40} />,
    name: row.number,
    href: hrefOf(row),
    below: t(`audit.events.${row.event}`),
    facts: factColumns(t)
      .filter(({ isOnDemand }) => !isOnDemand)
      .map(({ title, cell }) => ({ label: title, value: cell(row) })),
  }
}
