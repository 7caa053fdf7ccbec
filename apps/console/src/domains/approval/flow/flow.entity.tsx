// Approval flows: the table of their fields, for the list, the form, the detail page and the history.
import { approveCalls } from '@sealwright/contract'
import type { AnswerOf, FlowRow } from '@sealwright/contract'
import { defineEntity } from '../../../blocks/entity/entity.ts'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { FlowChain, FlowSwitch, FlowWaiting } from './flow-cells.tsx'
import { useFlowWords } from './flow-words.ts'

export type FlowAnswer = AnswerOf<typeof approveCalls.get>

function Catches({ row }: { row: FlowRow }) {
  return <span className="flow-catches">{useFlowWords().catches(row)}</span>
}

export const flowEntity = defineEntity({
  kind: 'approve',
  domain: 'approve',
  calls: approveCalls,
  paths: { list: '/approveList', new: '/approve/create', edit: '/approve/edit', view: '/approve/view' },
  title: { minWidth: 140 },
  fields: [
    { name: 'name', filter: 'approve.list.search', input: { hasCounter: true } },
    { name: 'isOn', show: (row) => <FlowSwitch row={row} />, column: { minWidth: 48, priority: 3 }, card: true },
    {
      name: 'catches',
      show: (row) => <Catches row={row} />,
      column: { minWidth: 210, priority: 2 },
      card: true,
      fact: 'wide',
    },
    {
      name: 'steps',
      show: (row) => <FlowChain row={row} />,
      column: { minWidth: 150, priority: 2 },
      card: true,
    },
    {
      name: 'waiting',
      show: (row) => <FlowWaiting row={row} />,
      column: { minWidth: WIDTHS.number, align: 'end' },
      card: true,
      fact: true,
    },
    { name: 'expireDays', fact: true },
    { name: 'position', fact: true },
    { name: 'createdBy', fact: true },
    { name: 'createTime', show: 'time', fact: true },
    { name: 'updateTime', show: 'time', column: { sort: true }, card: 'foot', fact: true },
  ],
})
