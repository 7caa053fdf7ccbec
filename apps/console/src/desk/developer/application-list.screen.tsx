// The queue of applications to become a formal developer, the oldest first.
import { APPLICATION_STATES, developerDesk } from '@sealwright/contract'
import type { ApplicationState, DeskApplicationRow } from '@sealwright/contract'
import { CircleCheck, CircleX, FileCheck } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { LabeledTime, NameCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { useCan } from '../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { openRejection, useApproval } from './decisions.tsx'
import { developerHref } from './developer-parts.tsx'

const LIST = { list: 'deskApplication', call: developerDesk.findApplications }
export const first = firstPage(LIST)

const TONES: Record<ApplicationState, Tone> = { pending: 'brand', rejected: 'bad', approved: 'ok' }
const keyOf = (row: DeskApplicationRow) => `${row.developerId} ${row.appliedTime}`
const nameOf = (row: DeskApplicationRow) => row.developerName
const contactOf = ({ contactName, contactPhone, contactEmail }: DeskApplicationRow) =>
  [contactName, contactPhone, contactEmail].filter((part) => part !== null).join(' · ')

function State({ state }: Pick<DeskApplicationRow, 'state'>) {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`developer.states.${state}`)}</StatusTag>
}

/** The time since then, which is what a queue is read by. */
function Age({ at }: { at: string }) {
  const format = useFormat()
  return (
    <time className="sw-tabular" dateTime={at} data-tip={format.time(at)}>
      {format.ago(at)}
    </time>
  )
}

function Statement({ statement }: Pick<DeskApplicationRow, 'statement'>) {
  const t = usePhrases()
  return statement === null ? <span className="nothing">{t('tenant.applications.noStatement')}</span> : statement
}

const columnsOf = (t: Translate): Column<DeskApplicationRow>[] => [
  {
    key: 'name',
    title: t('tenant.list.name'),
    minWidth: 200,
    cell: (row) => (
      <NameCell
        mark={<IconMark icon={FileCheck} tint={2} />}
        name={row.developerName}
        below={row.developerId}
        href={developerHref(row.developerId)}
      />
    ),
  },
  {
    key: 'company',
    title: t('tenant.applications.company'),
    minWidth: 180,
    priority: 2,
    cell: (row) => row.companyName,
  },
  { key: 'contact', title: t('tenant.applications.contact'), minWidth: 200, cell: contactOf },
  {
    key: 'statement',
    title: t('tenant.applications.statement'),
    minWidth: 240,
    cell: (row) => <Statement {...row} />,
  },
  { key: 'state', title: t('tenant.applications.state'), minWidth: 90, priority: 3, cell: (row) => <State {...row} /> },
  {
    key: 'age',
    title: t('tenant.applications.age'),
    sort: 'appliedTime',
    minWidth: WIDTHS.time,
    priority: 3,
    cell: (row) => <Age at={row.appliedTime} />,
  },
]

const cardOf = (t: Translate, row: DeskApplicationRow): CardParts => ({
  mark: <IconMark icon={FileCheck} tint={2} size={40} />,
  name: row.developerName,
  below: row.companyName,
  href: developerHref(row.developerId),
  facts: [
    { label: t('tenant.applications.contact'), value: contactOf(row) },
    { label: t('tenant.applications.statement'), value: <Statement {...row} /> },
    { label: t('tenant.applications.state'), value: <State {...row} /> },
  ],
  foot: <LabeledTime label={t('tenant.applications.age')} at={row.appliedTime} />,
})

export function Screen() {
  const t = usePhrases()
  const canDecide = useCan(developerDesk.decide)
  const approve = useApproval()
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'state',
        label: t('tenant.applications.state'),
        options: APPLICATION_STATES.map((state) => ({ value: state, label: t(`developer.states.${state}`) })),
      },
    ],
    [t],
  )
  const actions = useCallback(
    (row: DeskApplicationRow): RowAction[] =>
      canDecide && row.state === 'pending'
        ? [
            {
              key: 'approve',
              label: t('tenant.applications.approve'),
              icon: CircleCheck,
              isShown: true,
              onSelect: () => approve(row),
            },
            {
              key: 'reject',
              label: t('tenant.applications.reject'),
              icon: CircleX,
              isDanger: true,
              onSelect: () => openRejection({ id: row.developerId, name: row.developerName }),
            },
          ]
        : [],
    [approve, canDecide, t],
  )
  return (
    <ListPage
      path="/platform/applications"
      {...LIST}
      title={t('tenant.titles.applications')}
      sentence={t('tenant.applications.sentence')}
      filters={filters}
      columns={useMemo(() => columnsOf(t), [t])}
      card={useCallback((row: DeskApplicationRow) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{
        icon: FileCheck,
        title: t('tenant.applications.emptyTitle'),
        sentence: t('tenant.applications.emptySentence'),
      }}
    />
  )
}
