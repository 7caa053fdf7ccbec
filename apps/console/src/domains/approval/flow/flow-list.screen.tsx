// The list of approval flows. The order decides which flow catches a request, so the list can change it, unless it is
// filtered or sorted otherwise.
import { CAUGHT_EVENTS, LICENSE_FAMILIES, approveCalls } from '@sealwright/contract'
import type { FlowRow } from '@sealwright/contract'
import { ArrowDown, ArrowUp, FlaskConical, Plus, Waypoints } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button, IconButton, buttonClass } from '../../../blocks/control/button.tsx'
import { firstOf, oneHref, useEntityWords } from '../../../blocks/entity/entity.ts'
import type { AnyEntity } from '../../../blocks/entity/entity.ts'
import { useFields } from '../../../blocks/entity/field-table.tsx'
import { NumberCell } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { ScreenLink, useSearchOf } from '../../../lib/place/navigate.tsx'
import { Can, useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { moveName, useFlowActions, useMove } from './flow-actions.ts'
import { flowEntity } from './flow.entity.tsx'
import type { FlowAnswer } from './flow.entity.tsx'
import { openTryPanel } from './try-panel.tsx'
import './flow.css'

export const first = firstOf(flowEntity)

const TABLE: AnyEntity<FlowRow, FlowAnswer> = flowEntity
const keyOf = (row: FlowRow) => row.guid
const nameOf = (row: FlowRow) => row.name
const hrefOf = (row: FlowRow) => oneHref(flowEntity.paths.view, row)

function useFilters(own: readonly Filter[]): Filter[] {
  const t = usePhrases()
  return useMemo(
    () => [
      ...own,
      {
        kind: 'choice',
        name: 'family',
        label: t('approve.fields.family'),
        options: LICENSE_FAMILIES.map((value) => ({ value, label: t(`license.families.${value}`) })),
      },
      {
        kind: 'choice',
        name: 'event',
        label: t('approve.fields.event'),
        options: CAUGHT_EVENTS.map((value) => ({ value, label: t(`audit.events.${value}`) })),
      },
      {
        kind: 'choice',
        name: 'isOn',
        label: t('approve.fields.isOn'),
        options: [
          { value: 'true', label: t('approve.states.on') },
          { value: 'false', label: t('approve.states.off') },
        ],
      },
    ],
    [own, t],
  )
}

/** Whether the list shows the flows in their order. */
function useIsInOrder(): boolean {
  const { name, family, event, isOn, sort, order } = useSearchOf('/approveList')
  return !name && !family && !event && !isOn && (!sort || (sort === 'position' && order === 'asc'))
}

type Moving = ReturnType<typeof useMove>

function Place({ row, moving: { canMove, move } }: { row: FlowRow; moving: Moving }) {
  const t = usePhrases()
  const { guid, name, position } = row
  const isOffered = canMove(guid, -1) || canMove(guid, 1)
  return (
    <span className="flow-place">
      <NumberCell value={position} />
      {isOffered && (
        <span className="flow-moves">
          <IconButton
            icon={ArrowUp}
            className="icon-button-small"
            label={t('approve.list.moveUp', { name })}
            data-move={moveName(guid, -1)}
            disabled={!canMove(guid, -1)}
            onPress={() => void move(row, -1)}
          />
          <IconButton
            icon={ArrowDown}
            className="icon-button-small"
            label={t('approve.list.moveDown', { name })}
            data-move={moveName(guid, 1)}
            disabled={!canMove(guid, 1)}
            onPress={() => void move(row, 1)}
          />
        </span>
      )}
    </span>
  )
}

const placeColumn = (title: string, moving: Moving): Column<FlowRow> => ({
  key: 'position',
  title,
  sort: 'position',
  minWidth: 70,
  priority: 3,
  cell: (row) => <Place row={row} moving={moving} />,
})

export function Screen() {
  const t = usePhrases()
  const words = useEntityWords(flowEntity)
  const { columns: own, card: ownCard, filters: ownFilters } = useFields(TABLE, hrefOf)
  const filters = useFilters(ownFilters)
  const canReorder = useCan(approveCalls.reorder)
  const isInOrder = useIsInOrder()
  const moving = useMove(canReorder && isInOrder)
  const columns = useMemo(
    () => [...own.slice(0, 1), placeColumn(t('approve.fields.position'), moving), ...own.slice(1)],
    [t, own, moving],
  )
  const card = useCallback(
    (row: FlowRow) => {
      const parts = ownCard(row)
      const place = { label: t('approve.fields.position'), value: <Place row={row} moving={moving} /> }
      return { ...parts, facts: [place, ...parts.facts] }
    },
    [t, ownCard, moving],
  )
  const create = (
    <Can call={approveCalls.create}>
      <ScreenLink to="/approve/create" className={buttonClass({ kind: 'primary' })}>
        <Plus size={15} aria-hidden />
        {words('blocks.entity.new')}
      </ScreenLink>
    </Can>
  )
  return (
    <ListPage
      path="/approveList"
      list={flowEntity.kind}
      call={approveCalls.find}
      title={t('approve.titles.list')}
      sentence={t('approve.list.sentence')}
      primary={
        <>
          <Button icon={FlaskConical} onPress={openTryPanel}>
            {t('approve.actions.tryOut')}
          </Button>
          {create}
        </>
      }
      filters={filters}
      columns={columns}
      card={card}
      rowKey={keyOf}
      rowName={nameOf}
      actions={useFlowActions()}
      empty={{
        icon: Waypoints,
        title: t('approve.list.emptyTitle'),
        sentence: t('approve.list.emptySentence'),
        action: create,
      }}
    />
  )
}
