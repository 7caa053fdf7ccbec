// The fields of a tag. A tag has no page of its own: its name leads to its users.
import type { TagRow } from '@sealwright/contract'
import { defineFields } from '../../../blocks/entity/field-table.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { UserCount } from '../customer/customer-user-count.tsx'

export const usersWith = ({ guid }: TagRow) => ({ tagGuids: JSON.stringify([guid]) })

export const tagFields = defineFields<TagRow, TagRow, 'customer'>({
  domain: 'customer',
  fields: [
    { name: 'name', filter: 'customer.tag.search' },
    {
      name: 'userCount',
      show: (row) => <UserCount of={row} label="customer.tag.usersOf" search={usersWith(row)} />,
      column: { align: 'end' },
      card: true,
    },
    { name: 'createdBy', column: { minWidth: WIDTHS.text }, card: true },
    { name: 'createTime', show: 'time', column: { sort: true }, card: 'foot' },
  ],
})
