// What can be done with a flow besides editing: delete, duplicate and turn it, and move it in the order.
import { LIMITS, approveCalls } from '@sealwright/contract'
import type { FlowRow } from '@sealwright/contract'
import { CirclePause, CirclePlay, Copy } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useDelete, useEntityActions } from '../../../blocks/entity/entity-actions.ts'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { queryClient } from '../../../lib/call/query-client.ts'
import { pathTo } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { flowEntity } from './flow.entity.tsx'
import { useTurn } from './turn-flow.ts'

export function useDeleteFlow(onDone?: () => void) {
  const t = usePhrases()
  const consequenceOf = useCallback(
    ({ waiting }: FlowRow) =>
      waiting === 0 ? t('approve.delete.consequence') : t('approve.delete.consequenceWaiting', { waiting }),
    [t],
  )
  return useDelete(flowEntity, consequenceOf, onDone)
}

/** The actions that are neither viewing, editing nor deleting. */
export function useFurtherActions(): (row: FlowRow) => RowAction[] {
  const t = usePhrases()
  const canCreate = useCan(approveCalls.create)
  const canTurn = useCan(approveCalls.turn)
  const turn = useTurn()
  return useCallback(
    (row) => [
      ...(canCreate
        ? [
            {
              key: 'duplicate',
              label: t('approve.actions.duplicate'),
              icon: Copy,
              href: pathTo('/approve/create', { copyOf: row.guid }),
            },
          ]
        : []),
      ...(canTurn
        ? [
            {
              key: 'turn',
              label: t(row.isOn ? 'approve.actions.turnOff' : 'approve.actions.turnOn'),
              icon: row.isOn ? CirclePause : CirclePlay,
              onSelect: () => turn(row),
            },
          ]
        : []),
    ],
    [t, canCreate, canTurn, turn],
  )
}

export function useFlowActions(): (row: FlowRow) => RowAction[] {
  const further = useFurtherActions()
  const { view, edit, remove } = useEntityActions(flowEntity, useDeleteFlow())
  return useCallback(
    (row) => [...view(row), ...edit(row), ...further(row), ...remove(row)],
    [view, edit, further, remove],
  )
}

const ALL = { currentPage: 1, pageSize: LIMITS.page.maxSize, sort: 'position', order: 'asc' } as const

/** The button that moves a flow. A moved row can lose the focus, so it is found again by this name. */
export const moveName = (guid: string, by: -1 | 1) => `${guid} ${by}`

function focusMoved(guid: string, by: -1 | 1): void {
  if (document.activeElement !== document.body) return
  const names = [moveName(guid, by), moveName(guid, by === 1 ? -1 : 1)]
  const buttons = names.map((name) => document.querySelector<HTMLButtonElement>(`[data-move="${name}"]`))
  buttons.find((button) => button && !button.disabled)?.focus()
}

/** Moves flows one place up or down. The order contains the flows of all pages; without `isMovable`, it is empty. */
export function useMove(isMovable: boolean) {
  const t = usePhrases()
  const { data } = useAnswer(approveCalls.find, ALL, { enabled: isMovable, keepPrevious: true })
  const { act } = useAct(approveCalls.reorder)
  return useMemo(() => {
    const guids = isMovable ? (data?.rows ?? []).map((row) => row.guid) : []
    const placeOf = (guid: string, by: -1 | 1) => {
      const from = guids.indexOf(guid)
      return from === -1 || guids[from + by] === undefined ? undefined : from
    }
    return {
      canMove: (guid: string, by: -1 | 1) => placeOf(guid, by) !== undefined,
      move: async ({ guid, name }: FlowRow, by: -1 | 1) => {
        const from = placeOf(guid, by)
        const other = from === undefined ? undefined : guids[from + by]
        if (from === undefined || other === undefined) return
        const moved = await act({ guids: guids.with(from + by, guid).with(from, other) })
        if (moved) toast.success(t('approve.list.moved', { name, position: from + by + 1 }))
        // After a refusal, the shown order is old.
        await queryClient.invalidateQueries()
        focusMoved(guid, by)
      },
    }
  }, [t, isMovable, data, act])
}
