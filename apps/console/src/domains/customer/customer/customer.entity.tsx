// Customers: the table of their fields, for the list, the form, the detail page and the history.
import { customerCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { defineEntity } from '../../../blocks/entity/entity.ts'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { UserCount } from './customer-user-count.tsx'

export type CustomerAnswer = AnswerOf<typeof customerCalls.get>

export const customer = defineEntity({
  kind: 'customer',
  domain: 'customer',
  calls: customerCalls,
  paths: { list: '/customer', new: '/customer/new', edit: '/customer/edit', view: '/customer/view' },
  title: { minWidth: 192, cardBelow: ({ address }) => address },
  fields: [
    { name: 'name', filter: 'customer.customer.list.search', input: { hasCounter: true } },
    { name: 'contact', column: true, card: true, fact: true, input: {} },
    { name: 'phone', show: 'copy', column: { minWidth: 112 }, card: true, fact: true, input: {} },
    { name: 'email', show: 'copy', column: { minWidth: 190 }, card: true, fact: true, input: {} },
    {
      name: 'userCount',
      show: (row) => <UserCount of={row} label="customer.customer.list.usersOf" search={{ customerGuid: row.guid }} />,
      column: { minWidth: WIDTHS.number, align: 'end' },
      card: true,
      fact: true,
    },
    { name: 'address', column: { minWidth: WIDTHS.text, priority: 0 }, fact: true, input: {} },
    { name: 'createdBy', fact: true },
    { name: 'createTime', show: 'time', fact: true },
    { name: 'updateTime', show: 'time', column: { sort: true }, card: 'foot', fact: true },
    { name: 'remark', fact: 'wide', input: { rows: 3, hasCounter: true } },
  ],
})
