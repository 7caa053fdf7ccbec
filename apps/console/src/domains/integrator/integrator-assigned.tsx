// The products or templates assigned to an integrator, within the person's scope, and the button to change them. The
// URL holds filter, page and whether the assignment is being changed, so Back ends the change and asks first.
import { LIMITS, integratorCalls } from '@sealwright/contract'
import type { AnswerOf, IntegratorAssigned } from '@sealwright/contract'
import { Boxes, ListChecks, SearchX } from 'lucide-react'
import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { Monogram } from '../../blocks/control/monogram.tsx'
import { EmptyState, LoadingOrError } from '../../blocks/control/states.tsx'
import { DataTable } from '../../blocks/list/data-table.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import { FilterBar } from '../../blocks/list/filter/list-filters.tsx'
import { pageFromUrl, pageSizes, pageWithin } from '../../blocks/list/paging/list-paging.ts'
import { Pager } from '../../blocks/list/paging/pager.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { ScreenLink, changeSearch, pathTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { useCanOpen } from '../../lib/session/can.tsx'
import { useTablePageSize } from '../../lib/session/preferences.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { Assigning, useCanAssign } from './integrator-assign.tsx'

type Assigned = AnswerOf<typeof integratorCalls.findAssigned>['rows'][number]

const PATH = '/integrator/viewIntegrator'
const keyOf = (row: Assigned) => row.guid
const nameOf = (row: Assigned) => row.name
const noError = () => undefined

function assignedColumns(t: Translate, kind: IntegratorAssigned, isLinked: boolean): Column<Assigned>[] {
  return [
    {
      key: 'name',
      title: t(`integrator.tabs.${kind}`),
      cell: (row) => (
        <span className="name-cell">
          <Monogram name={row.name} />
          {isLinked ? (
            <ScreenLink to="/product/view" search={{ guid: row.guid }} className="name-cell-name">
              {row.name}
            </ScreenLink>
          ) : (
            <span className="name-cell-name">{row.name}</span>
          )}
        </span>
      ),
    },
    {
      key: 'note',
      title: t('product.fields.licenseId'),
      cell: (row) => <span className="sw-tabular">{row.note}</span>,
    },
  ]
}

interface AssignedListProps {
  guid: string
  kind: IntegratorAssigned
  /** The link that starts a change, for people with the right. */
  change: ReactNode
}

function AssignedList({ guid, kind, change }: AssignedListProps) {
  const t = usePhrases()
  const { name = '', page: pageText, tab } = useSearchOf(PATH)
  const page = pageFromUrl(pageText)
  const [size, setSize] = useTablePageSize()
  const canOpenProduct = useCanOpen('/product/view')
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    integratorCalls.findAssigned,
    { guid, kind, currentPage: page, pageSize: size, ...(name && { name }) },
    { keepPrevious: true },
  )
  const columns = useMemo(
    () => assignedColumns(t, kind, kind === 'product' && canOpenProduct),
    [t, kind, canOpenProduct],
  )
  if (!data) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  if (data.records === 0 && name === '')
    return (
      <EmptyState
        icon={Boxes}
        title={t(`integrator.assigned.emptyTitle.${kind}`)}
        sentence={t(`integrator.assigned.sentence.${kind}`)}
        action={change}
      />
    )
  const label = t(`integrator.tabs.${kind}`)
  return (
    <div className="integrator-tab">
      <div className="settings-foot">
        <p>{t(`integrator.assigned.sentence.${kind}`)}</p>
        {change}
      </div>
      <div className="list-tools" role="search" aria-label={label}>
        <FilterBar
          filters={[{ kind: 'search', name: 'name', label: t('integrator.assigned.search') }]}
          values={{ name }}
          errorOf={noError}
          onChange={(_name, value) =>
            changeSearch(PATH, { guid, tab, name: value.slice(0, LIMITS.account.accountMax) })
          }
        />
      </div>
      {data.records === 0 ? (
        <EmptyState icon={SearchX} title={t('blocks.list.noMatch')} />
      ) : (
        <>
          <DataTable
            label={label}
            rows={data.rows}
            columns={columns}
            rowKey={keyOf}
            rowName={nameOf}
            isStale={isPlaceholderData}
          />
          <Pager
            page={pageWithin(page, data.total)}
            found={data}
            size={size}
            sizes={pageSizes('table')}
            hrefOf={(n) => pathTo(PATH, { guid, tab, name, page: n === 1 ? undefined : String(n) })}
            onSize={setSize}
          />
        </>
      )}
    </div>
  )
}

/** A tab of the integrator: the assigned rows, or the picker while they are being changed. */
export function Assignment({ guid, kind }: Omit<AssignedListProps, 'change'>) {
  const t = usePhrases()
  const { change } = useSearchOf(PATH)
  const canAssign = useCanAssign(kind)
  if (change === '1' && canAssign)
    return <Assigning guid={guid} kind={kind} onClose={() => changeSearch(PATH, { guid, tab: kind })} />
  const link = canAssign && (
    <ScreenLink to={PATH} search={{ guid, tab: kind, change: '1' }} className={buttonClass()}>
      <ListChecks size={15} aria-hidden />
      {t(`integrator.assigned.change.${kind}`)}
    </ScreenLink>
  )
  return <AssignedList guid={guid} kind={kind} change={link} />
}
