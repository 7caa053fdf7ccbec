// The list of tags. Dialogs over the list create and rename tags.
import { LIMITS, tagCalls } from '@sealwright/contract'
import type { TagRow } from '@sealwright/contract'
import { Pencil, Plus, Tags, Trash2, Users } from 'lucide-react'
import { useCallback } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { useFields } from '../../../blocks/entity/field-table.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { firstPage } from '../../../blocks/list/list-state.ts'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { pathTo } from '../../../lib/place/navigate.tsx'
import { Can, useCan, useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { openTagDialog, useDeleteTag } from './tag-dialog.tsx'
import { tagFields, usersWith } from './tag.fields.tsx'

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
  const hrefOf = useCallback(
    (row: TagRow) => (canOpenUsers ? pathTo('/user', usersWith(row)) : undefined),
    [canOpenUsers],
  )
  const { columns, card, filters } = useFields(tagFields, hrefOf)
  const actions = useCallback(
    (row: TagRow): RowAction[] => {
      const href = hrefOf(row)
      const users = { key: 'users', label: t('customer.tag.users'), icon: Users, ...(href && { href }) }
      const rename = {
        key: 'rename',
        label: t('customer.tag.rename'),
        icon: Pencil,
        onSelect: () => openTagDialog(row),
      }
      const deletion = {
        key: 'delete',
        label: t('blocks.entity.delete'),
        icon: Trash2,
        isDanger: true,
        onSelect: () => remove(row),
      }
      return [...(href ? [users] : []), ...(canUpdate ? [rename] : []), ...(canDelete ? [deletion] : [])]
    },
    [hrefOf, canUpdate, canDelete, remove, t],
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
      card={card}
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
