// The list of tags. A tag has no page of its own: its name leads to the users who carry it, and what changes it is a
// dialog.
import { LIMITS, tagCalls } from '@sealwright/contract'
import type { TagRow } from '@sealwright/contract'
import { Pencil, Plus, Tags, Trash2, Users } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { firstPage } from '../../../blocks/list/list-state.ts'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { Can, useCan, useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { openTagDialog, useDeleteTag } from './tag-dialog.tsx'
import { tagCard, tagColumns, tagFilters, usersHref } from './tag.columns.tsx'

const keyOf = (row: TagRow) => row.guid
const nameOf = (row: TagRow) => row.name

const LIST = { list: 'tag', call: tagCalls.find }
export const first = firstPage(LIST)

export function Screen() {
  const t = usePhrases()
  const canUpdate = useCan(tagCalls.update)
  const canDelete = useCan(tagCalls.delete)
  const canOpenUsers = useCanOpen('/user')
  const remove = useDeleteTag()
  const look = useMemo(() => ({ t, canOpenUsers }), [t, canOpenUsers])
  const columns = useMemo(() => tagColumns(look), [look])
  const filters = useMemo(() => tagFilters(t), [t])
  const actions = useCallback(
    (row: TagRow): RowAction[] => {
      const href = usersHref(look, row)
      return [
        ...(href === undefined ? [] : [{ key: 'users', label: t('customer.tag.users'), icon: Users, href }]),
        ...(canUpdate
          ? [{ key: 'rename', label: t('customer.tag.rename'), icon: Pencil, onSelect: () => openTagDialog(row) }]
          : []),
        ...(canDelete
          ? [
              {
                key: 'delete',
                label: t('customer.tag.delete'),
                icon: Trash2,
                isDanger: true,
                onSelect: () => remove(row),
              },
            ]
          : []),
      ]
    },
    [look, canUpdate, canDelete, remove, t],
  )
  const create = (
    <Can call={tagCalls.create}>
      <Button kind="primary" icon={Plus} onPress={() => openTagDialog()}>
        {t('customer.tag.create')}
      </Button>
    </Can>
  )
  return (
    <ListPage
      path="/tag"
      {...LIST}
      title={t('customer.tag.title')}
      sentence={t('customer.tag.sentence', { max: LIMITS.tag.perUser })}
      primary={create}
      filters={filters}
      columns={columns}
      card={(row) => tagCard(look, row)}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{
        icon: Tags,
        title: t('customer.tag.emptyTitle'),
        sentence: t('customer.tag.emptySentence'),
        action: create,
      }}
    />
  )
}
