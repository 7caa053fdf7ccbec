// The licenses of a request, a page at a time. Each links to its page if the person may open it.
import { LIMITS, auditCalls, auditPath, licensePath, shownSerial } from '@sealwright/contract'
import type { AuditAnswer, AuditItem, LicenseFamily } from '@sealwright/contract'
import { Files } from 'lucide-react'
import { useMemo } from 'react'
import { EmptyState, LoadingOrError } from '../../../blocks/control/states.tsx'
import { Differences } from '../../../blocks/detail/differences.tsx'
import { SettingList, SettingRow } from '../../../blocks/form/settings-page.tsx'
import { NameLink, Nothing } from '../../../blocks/list/columns.tsx'
import { DataTable } from '../../../blocks/list/data-table.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import { pageFromUrl } from '../../../blocks/list/paging/list-paging.ts'
import { Pager } from '../../../blocks/list/paging/pager.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { changeSearch, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { useTablePageSize } from '../../../lib/session/preferences.ts'
import { useIsNarrow } from '../../../lib/window-width.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { LicenseStatusTag } from '../../license/index.ts'
import { useLicenseWords } from '../../license/update/index.ts'
import './request.css'

const keyOf = ({ guid }: AuditItem) => guid
const serialOf = ({ serial }: AuditItem) => serial

function ItemName({ family, item }: { family: LicenseFamily; item: AuditItem }) {
  const view = `${licensePath(family)}/view` as const
  const canOpen = useCanOpen(view)
  return (
    <span className="name-cell-words request-serial">
      <NameLink
        name={family === 'account' ? item.serial : shownSerial(family, item.serial)}
        href={canOpen ? pathTo(view, { guid: item.guid }) : undefined}
      />
      {item.account !== null && <span className="name-cell-below">{item.account}</span>}
    </span>
  )
}

function Changes({ item }: { item: AuditItem }) {
  const words = useLicenseWords()
  return item.changes.length === 0 ? <Nothing /> : <Differences changes={item.changes} kind="update" {...words} />
}

/** The page already tells the only template, and the reason for the whole request. */
function extraOf({ state, reason, templateName }: AuditAnswer, rows: readonly AuditItem[]) {
  const hasEnded = state === 'withdrawn' || state === 'expired'
  return {
    hasTemplates: rows.some((row) => row.templateName !== templateName),
    hasReasons: !hasEnded && rows.some((row) => row.reason !== null && row.reason !== reason),
  }
}

function useColumns(request: AuditAnswer, rows: readonly AuditItem[]): Column<AuditItem>[] {
  const t = usePhrases()
  const { family, event } = request
  const { hasTemplates, hasReasons } = extraOf(request, rows)
  return useMemo(
    () => [
      {
        key: 'serial',
        title: t('audit.fields.subject'),
        minWidth: 190,
        cell: (item) => <ItemName family={family} item={item} />,
      },
      {
        key: 'status',
        title: t('license.fields.status'),
        minWidth: 132,
        cell: ({ status }) => <LicenseStatusTag status={status} />,
      },
      ...(hasTemplates
        ? [
            {
              key: 'templateName',
              title: t('audit.fields.templateName'),
              cell: ({ templateName }: AuditItem) => templateName,
            },
          ]
        : []),
      ...(event === 'update'
        ? [
            {
              key: 'changes',
              title: t('audit.detail.licenseChange'),
              minWidth: 260,
              cell: (item: AuditItem) => <Changes item={item} />,
            },
          ]
        : []),
      ...(hasReasons
        ? [
            {
              key: 'reason',
              title: t('audit.detail.licenseReason'),
              minWidth: 200,
              cell: ({ reason }: AuditItem) =>
                reason === null ? <Nothing /> : <span className="request-reason">{reason}</span>,
            },
          ]
        : []),
    ],
    [t, family, event, hasTemplates, hasReasons],
  )
}

export function RequestItems({ request }: { request: AuditAnswer }) {
  const t = usePhrases()
  const isNarrow = useIsNarrow()
  const { guid, family } = request
  const view = `${auditPath(family)}/view` as const
  const page = pageFromUrl(useSearchOf(view).page)
  const [pageSize, setPageSize] = useTablePageSize()
  const { data, error, isPlaceholderData, refetch } = useAnswer(
    auditCalls.findItems,
    { guid, currentPage: page, pageSize },
    { keepPrevious: true },
  )
  const columns = useColumns(request, data?.rows ?? [])
  if (!data) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  const { hasTemplates, hasReasons } = extraOf(request, data.rows)
  if (data.records === 0) return <EmptyState icon={Files} title={t('audit.detail.licenseEmpty')} />
  return (
    <>
      {isNarrow ? (
        <SettingList label={t('audit.detail.licenses')}>
          {data.rows.map((item) => (
            <SettingRow
              key={item.guid}
              title={<ItemName family={family} item={item} />}
              note={
                <>
                  <LicenseStatusTag status={item.status} /> {hasTemplates && item.templateName}
                  {hasReasons && item.reason !== null && <p className="request-reason">{item.reason}</p>}
                  {item.changes.length > 0 && <Changes item={item} />}
                </>
              }
            />
          ))}
        </SettingList>
      ) : (
        <DataTable
          label={t('audit.detail.licenses')}
          rows={data.rows}
          columns={columns}
          rowKey={keyOf}
          rowName={serialOf}
          isStale={isPlaceholderData}
        />
      )}
      {data.total > 1 && (
        <Pager
          page={Math.min(page, data.total)}
          found={data}
          size={pageSize}
          sizes={LIMITS.page.tableSizes}
          hrefOf={(n) => pathTo(view, { guid, page: n === 1 ? undefined : String(n) })}
          onSize={(size) => {
            setPageSize(size)
            changeSearch(view, { guid })
          }}
        />
      )}
    </>
  )
}
