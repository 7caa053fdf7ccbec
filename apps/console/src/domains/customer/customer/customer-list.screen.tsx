// The list of customers.
import { customerCalls } from '@sealwright/contract'
import type { CustomerRow } from '@sealwright/contract'
import { BriefcaseBusiness, Eye, Pencil, Plus, Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { firstPage } from '../../../blocks/list/list-state.ts'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { ScreenLink, pathTo } from '../../../lib/place/navigate.tsx'
import { Can, useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { useDeleteCustomer } from './customer-delete.ts'
import { customerCard, customerColumns, customerFilters } from './customer.columns.tsx'

const keyOf = (row: CustomerRow) => row.guid
const nameOf = (row: CustomerRow) => row.name

const LIST = { list: 'customer', call: customerCalls.find }
export const first = firstPage(LIST)

export function Screen() {
  const t = usePhrases()
  const canCreate = useCan(customerCalls.create)
  const canUpdate = useCan(customerCalls.update)
  const canDelete = useCan(customerCalls.delete)
  const remove = useDeleteCustomer()
  const columns = useMemo(() => customerColumns(t), [t])
  const filters = useMemo(() => customerFilters(t), [t])
  const actions = useCallback(
    (row: CustomerRow): RowAction[] => [
      ...(canUpdate
        ? [
            {
              key: 'edit',
              label: t('customer.customer.actions.edit'),
              icon: Pencil,
              href: pathTo('/customer/edit', { guid: row.guid }),
            },
          ]
        : []),
      {
        key: 'view',
        label: t('customer.customer.actions.view'),
        icon: Eye,
        href: pathTo('/customer/view', { guid: row.guid }),
      },
      ...(canDelete
        ? [
            {
              key: 'delete',
              label: t('customer.customer.actions.delete'),
              icon: Trash2,
              isDanger: true,
              onSelect: () => remove(row),
            },
          ]
        : []),
    ],
    [canUpdate, canDelete, remove, t],
  )
  const create = (
    <Can call={customerCalls.create}>
      <ScreenLink to="/customer/new" className={buttonClass({ kind: 'primary' })}>
        <Plus size={15} aria-hidden />
        {t('customer.customer.titles.new')}
      </ScreenLink>
    </Can>
  )
  return (
    <ListPage
      path="/customer"
      {...LIST}
      title={t('customer.customer.titles.list')}
      sentence={t('customer.customer.list.sentence')}
      primary={create}
      filters={filters}
      columns={columns}
      card={(row) => customerCard(t, row)}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{
        icon: BriefcaseBusiness,
        title: t('customer.customer.list.emptyTitle'),
        sentence: canCreate ? t('customer.customer.list.emptySentence') : undefined,
        action: create,
      }}
      kind="customer"
    />
  )
}
