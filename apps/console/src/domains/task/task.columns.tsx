// The columns, card and filters of tasks.
import { TASK_KINDS, TASK_STATUSES } from '@sealwright/contract'
import type { TaskKind, TaskRow, TaskStatus } from '@sealwright/contract'
import { DateCell, LabeledTime, NameCell, Nothing, NumberCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { pathTo } from '../../lib/place/navigate.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { TaskBar, TaskShare, TaskStatusTag } from './progress/task-progress.tsx'
import { kindName, subjectOf } from './progress/task-words.ts'
import { TaskMark } from './task-mark.tsx'
import './task.css'

const hrefOf = ({ guid }: TaskRow) => pathTo('/taskCenter', { guid })

function Progress({ task }: { task: TaskRow }) {
  return (
    <span className="task-cell">
      <TaskBar task={task} />
      <TaskShare task={task} />
    </span>
  )
}

/** The creator is shown only to people who see the tasks of others. */
export function taskColumns(t: Translate, seesOthers: boolean): Column<TaskRow>[] {
  const creator: Column<TaskRow> = {
    key: 'creator',
    title: t('task.fields.creator'),
    minWidth: 80,
    cell: (row) => <span className="task-creator">{row.creator}</span>,
  }
  return [
    {
      key: 'subject',
      title: t('task.fields.subject'),
      minWidth: 240,
      cell: (row) => (
        <NameCell mark={<TaskMark task={row} />} name={subjectOf(t, row)} below={kindName(t, row)} href={hrefOf(row)} />
      ),
    },
    {
      key: 'status',
      title: t('task.fields.status'),
      // The longest English status.
      minWidth: 132,
      priority: 2,
      cell: (row) => <TaskStatusTag status={row.status} />,
    },
    {
      key: 'progress',
      title: t('task.fields.progress'),
      minWidth: 130,
      priority: 2,
      cell: (row) => <Progress task={row} />,
    },
    {
      key: 'success',
      title: t('task.fields.success'),
      align: 'end',
      minWidth: WIDTHS.number,
      cell: (row) => <NumberCell value={row.success} />,
    },
    {
      key: 'fail',
      title: t('task.fields.fail'),
      align: 'end',
      minWidth: WIDTHS.number,
      cell: (row) => <NumberCell value={row.fail} />,
    },
    {
      key: 'skip',
      title: t('task.fields.skip'),
      align: 'end',
      minWidth: WIDTHS.number,
      priority: 0,
      cell: (row) => <NumberCell value={row.skip} />,
    },
    ...(seesOthers ? [creator] : []),
    {
      key: 'createTime',
      title: t('task.fields.createTime'),
      sort: 'createTime',
      minWidth: WIDTHS.date,
      cell: (row) => <DateCell at={row.createTime} />,
    },
    {
      key: 'finishTime',
      title: t('task.fields.finishTime'),
      minWidth: WIDTHS.date,
      priority: 0,
      cell: (row) => (row.finishTime === null ? <Nothing /> : <DateCell at={row.finishTime} />),
    },
  ]
}

export function taskCard(t: Translate, row: TaskRow, seesOthers: boolean): CardParts {
  return {
    mark: <TaskMark task={row} size={40} />,
    name: subjectOf(t, row),
    href: hrefOf(row),
    below: kindName(t, row),
    facts: [
      { label: t('task.fields.status'), value: <TaskStatusTag status={row.status} /> },
      { label: t('task.fields.progress'), value: <Progress task={row} /> },
      { label: t('task.fields.success'), value: <NumberCell value={row.success} /> },
      { label: t('task.fields.fail'), value: <NumberCell value={row.fail} /> },
      { label: t('task.fields.skip'), value: <NumberCell value={row.skip} /> },
      ...(seesOthers ? [{ label: t('task.fields.creator'), value: row.creator }] : []),
    ],
    foot: <LabeledTime label={t('task.fields.createTime')} at={row.createTime} />,
  }
}

const STATUSES = Object.keys(TASK_STATUSES) as TaskStatus[] // keys of a const object
const KIND_NAMES = Object.keys(TASK_KINDS) as TaskKind[] // keys of a const object

export function taskFilters(t: Translate): Filter[] {
  return [
    {
      kind: 'picks',
      name: 'status',
      label: t('task.fields.status'),
      options: STATUSES.map((name) => ({ value: String(TASK_STATUSES[name]), label: t(`task.statuses.${name}`) })),
    },
    {
      kind: 'choice',
      name: 'kind',
      label: t('common.fields.kind'),
      options: KIND_NAMES.map((name) => ({ value: name, label: t(`task.kinds.${name}`) })),
    },
  ]
}
