// The actions that every entity has, each only for people who may make its call. A screen puts them in the order it
// needs and adds its own.
import { Eye, Pencil, Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useAct } from '../../lib/call/client.ts'
import { useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import type { RowAction } from '../list/row-actions.tsx'
import { confirmAction } from '../overlay/confirm-action.tsx'
import { oneHref, useEntityWords } from './entity.ts'
import type { AnyEntity, CallsOf, Identified } from './entity.ts'

type Deletable = { kind: AnyEntity<never, never>['kind']; calls: Pick<CallsOf<unknown, unknown>, 'delete'> }

/**
 * Deletes a row after asking; the question says the consequence. For a list, give a `consequenceOf` that stays the same
 * from draw to draw, so that its rows are not drawn again.
 */
export function useDelete<Row extends Identified>(
  entity: Deletable,
  consequenceOf: (row: Row) => string,
  onDone?: () => void,
): (row: Row) => void {
  const words = useEntityWords(entity)
  const { act } = useAct(entity.calls.delete)
  return useCallback(
    (row) =>
      void confirmAction({
        title: words('blocks.entity.deleteTitle', row.name),
        consequence: consequenceOf(row),
        verb: words('blocks.entity.delete'),
        run: async () => {
          if ((await act({ guid: row.guid })) === undefined) return
          toast.success(words('blocks.entity.deleted', row.name))
          onDone?.()
        },
      }),
    [words, consequenceOf, act, onDone],
  )
}

interface EntityActions<Row> {
  view: (row: Row) => RowAction[]
  edit: (row: Row) => RowAction[]
  remove: (row: Row) => RowAction[]
}

/** Each answers its action, or nothing where the person may not do it. */
export function useEntityActions<Row extends Identified, Answer extends Row & { revision: number }>(
  entity: AnyEntity<Row, Answer>,
  onDelete: (row: Row) => void,
): EntityActions<Row> {
  const { calls, paths } = entity
  const words = useEntityWords(entity)
  const canUpdate = useCan(calls.update)
  const canDelete = useCan(calls.delete)
  const [view, edit, remove] = [words('blocks.entity.view'), words('blocks.entity.edit'), words('blocks.entity.delete')]
  return useMemo(
    () => ({
      view: (row) => [{ key: 'view', label: view, icon: Eye, href: oneHref(paths.view, row) }],
      edit: (row) => (canUpdate ? [{ key: 'edit', label: edit, icon: Pencil, href: oneHref(paths.edit, row) }] : []),
      remove: (row) =>
        canDelete
          ? [{ key: 'delete', label: remove, icon: Trash2, isDanger: true, onSelect: () => onDelete(row) }]
          : [],
    }),
    [paths, view, edit, remove, canUpdate, canDelete, onDelete],
  )
}
