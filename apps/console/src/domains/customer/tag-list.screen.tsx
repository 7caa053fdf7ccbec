// The list of tags. A tag has no page of its own: its name leads to the users who carry it, and what changes it is a dialog.
import { LIMITS, tagCalls } from '@sealwright/contract'
import type { TagRow } from '@sealwright/contract'
import { Pencil, Plus, Tags, Trash2, Users } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../blocks/button.tsx'
import { NameCell, TimeCell } from '../../blocks/columns.tsx'
import type { Column } from '../../blocks/data-table.tsx'
import type { Filter } from '../../blocks/list-filters.tsx'
import { ListPage } from '../../blocks/list-page.tsx'
import { Monogram } from '../../blocks/monogram.tsx'
import type { CardParts } from '../../blocks/record-card.tsx'
import type { RowAction } from '../../blocks/row-actions.tsx'
import { Can, useCan, useCanOpen } from '../../lib/can.tsx'
import { usePhrases } from '../../lib/i18n.tsx'
import { pathTo } from '../../lib/navigate.tsx'
import { UserCount } from './customer-user-count.tsx'
import { openTagDialog, useDeleteTag } from './tag-dialog.tsx'

const keyOf = (row: TagRow) => row.guid
const nameOf = (row: TagRow) => row.name
const usersWith = ({ guid }: TagRow) => ({ tagGuids: JSON.stringify([guid]) })

export function Screen() {
  const t = usePhrases()
  const canUpdate = useCan(tagCalls.update)
  const canDelete = useCan(tagCalls.delete)
  const canOpenUsers = useCanOpen('/user')
  const remove = useDeleteTag()
  const hrefOf = useCallback((row: TagRow) => (canOpenUsers ? pathTo('/user', usersWith(row)) : undefined), [canOpenUsers])
  const facts = useMemo(
    (): Column<TagRow>[] => [
      { key: 'userCount', title: t('customer.fields.userCount'), align: 'end', cell: (row) => <UserCount count={row.userCount} label={t('customer.tag.usersOf', { name: row.name, count: row.userCount ?? 0 })} search={usersWith(row)} /> },
      { key: 'createdBy', title: t('customer.fields.createdBy'), cell: (row) => row.createdBy },
    ],
    [t],
  )
  const columns = useMemo(
    (): Column<TagRow>[] => [
      { key: 'name', title: t('common.fields.name'), sort: 'name', minWidth: 220, cell: (row) => <NameCell mark={<Monogram name={row.name} />} name={row.name} href={hrefOf(row)} /> },
      ...facts,
      { key: 'createTime', title: t('customer.fields.createTime'), sort: 'createTime', cell: (row) => <TimeCell at={row.createTime} /> },
    ],
    [t, hrefOf, facts],
  )
  const filters = useMemo((): Filter[] => [{ kind: 'search', name: 'name', label: t('customer.tag.search') }], [t])
  const actions = useCallback(
    (row: TagRow): RowAction[] => {
      const href = hrefOf(row)
      return [
        ...(href === undefined ? [] : [{ key: 'users', label: t('customer.tag.users'), icon: Users, href }]),
        ...(canUpdate ? [{ key: 'rename', label: t('customer.tag.rename'), icon: Pencil, onSelect: () => openTagDialog(row) }] : []),
        ...(canDelete ? [{ key: 'delete', label: t('customer.tag.delete'), icon: Trash2, isDanger: true, onSelect: () => remove(row) }] : []),
      ]
    },
    [hrefOf, canUpdate, canDelete, remove, t],
  )
  const card = (row: TagRow): CardParts => ({
    mark: <Monogram name={row.name} size={40} />,
    name: row.name,
    href: hrefOf(row),
    facts: facts.map(({ title, cell }) => ({ label: title, value: cell(row) })),
    foot: <TimeCell at={row.createTime} />,
  })
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
      list="tag"
      call={tagCalls.find}
      title={t('customer.tag.title')}
      sentence={t('customer.tag.sentence', { max: LIMITS.tag.perUser })}
      primary={create}
      filters={filters}
      columns={columns}
      card={card}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{ icon: Tags, title: t('customer.tag.emptyTitle'), sentence: t('customer.tag.emptySentence'), action: create }}
    />
  )
}
