// The list of an entity: columns, cards and filters come from its table of fields, the button for a new one from its
// calls. What can be done with a row is the screen's decision.
import type { ScopeKind } from '@sealwright/contract'
import { Plus } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Link } from '../../lib/place/navigate.tsx'
import { Can } from '../../lib/session/can.tsx'
import { buttonClass } from '../control/button.tsx'
import type { Filter } from '../list/filter/list-filters.tsx'
import { ListPage } from '../list/list-page.tsx'
import type { RowAction } from '../list/row-actions.tsx'
import { oneHref, useEntityWords } from './entity.ts'
import type { AnyEntity, Identified } from './entity.ts'
import { useFields } from './field-table.tsx'

interface EntityListProps<Row extends Identified, Answer extends Row & { revision: number }> {
  entity: AnyEntity<Row, Answer>
  title: string
  sentence: string
  actions: (row: Row) => RowAction[]
  /** Filters in addition to those of the table of fields. */
  filters?: readonly Filter[]
  empty: { icon: LucideIcon; title: string; sentence?: string | undefined }
  /** What the rows are, if a person may see a part of them only. */
  kind?: ScopeKind
}

const NO_FILTERS: readonly Filter[] = []
const keyOf = (row: Identified) => row.guid
const nameOf = (row: Identified) => row.name

export function EntityList<Row extends Identified, Answer extends Row & { revision: number }>({
  entity,
  title,
  sentence,
  actions,
  filters: further = NO_FILTERS,
  empty,
  kind,
}: EntityListProps<Row, Answer>) {
  const { calls, paths } = entity
  const words = useEntityWords(entity)
  const hrefOf = useCallback((row: Row) => oneHref(paths.view, row), [paths])
  const { columns, card, filters: own } = useFields(entity, hrefOf)
  const filters = useMemo(() => [...own, ...further], [own, further])
  const create = (
    <Can call={calls.create}>
      <Link href={paths.new} className={buttonClass({ kind: 'primary' })}>
        <Plus size={15} aria-hidden />
        {words('blocks.entity.new')}
      </Link>
    </Can>
  )
  return (
    <ListPage
      path={paths.list}
      list={entity.kind}
      call={calls.find}
      title={title}
      sentence={sentence}
      primary={create}
      filters={filters}
      columns={columns}
      card={card}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{ ...empty, action: create }}
      {...(kind && { kind })}
    />
  )
}
