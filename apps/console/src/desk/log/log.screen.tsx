// The operators' own operation log, with the verification of its seal.
import { DESK_TARGETS, OPERATION_TYPES, OPERATOR_ROLES, operatorDesk } from '@sealwright/contract'
import type { DeskLogRow, DeskTarget, OperationType } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { PanelRight, ScrollText } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { Differences } from '../../blocks/detail/differences.tsx'
import { FactList } from '../../blocks/detail/fact-list.tsx'
import { LabeledTime, NameCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { SidePanel } from '../../blocks/overlay/side-panel.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { openSidePanel } from '../../lib/dialog/side-panel-host.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { useFormat, usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { VerifyLog } from './verify-log.tsx'

const LIST = { list: 'deskLog', call: operatorDesk.log }
export const first = firstPage(LIST)

const TYPES = Object.keys(OPERATION_TYPES) as OperationType[] // keys of a const object
const TONES: Record<OperationType, Tone> = { add: 'ok', update: 'brand', delete: 'bad' }
/** As many operators as a center can have. */
const ALL_OPERATORS = { currentPage: 1, pageSize: 100 }

/** The domain whose labels name the fields of a target. */
const LABELS: Record<DeskTarget, { domain: string }> = {
  operator: { domain: 'operator' },
  visit: { domain: 'operator' },
  developer: { domain: 'developer' },
  application: { domain: 'developer' },
  emailTemplate: { domain: 'emailTemplate' },
  rates: { domain: 'billing' },
  package: { domain: 'billing' },
  fee: { domain: 'billing' },
  credit: { domain: 'billing' },
  payment: { domain: 'billing' },
  notice: { domain: 'message' },
  message: { domain: 'message' },
  feedback: { domain: 'feedback' },
  mail: { domain: 'message' },
  dongle: { domain: 'dongle' },
  setting: { domain: 'operator' },
}

/** The log keeps the names of roles. */
const rolesInWords = (t: Translate, value: string) =>
  OPERATOR_ROLES.reduce((words, role) => words.replace(role, t(`operator.roles.${role}`)), value)

const typeOf = (row: DeskLogRow) => TYPES.find((type) => OPERATION_TYPES[type] === row.type) ?? 'update'
const keyOf = (row: DeskLogRow) => row.id
const nameOf = (row: DeskLogRow) => row.targetName

function Kind({ row }: { row: DeskLogRow }) {
  const t = usePhrases()
  const type = typeOf(row)
  return <StatusTag tone={TONES[type]}>{t(`operationLog.types.${type}`)}</StatusTag>
}

function Detail({ row }: { row: DeskLogRow }) {
  const t = usePhrases()
  const say = useSentences()
  const format = useFormat()
  return (
    <SidePanel title={t('desk.log.detailTitle')}>
      <FactList
        facts={[
          { label: t('desk.log.when'), value: format.time(row.at) },
          { label: t('desk.log.who'), value: row.operator },
          {
            label: t('operator.fields.targetKind'),
            value: `${t(`operator.targets.${row.targetKind}`)} · ${row.targetName}`,
            isWide: true,
          },
          { label: t('operator.fields.type'), value: <Kind row={row} /> },
          { label: t('desk.log.network'), value: row.network },
          { label: t('desk.log.request'), value: row.requestId, isWide: true },
          { label: t('operator.fields.state'), value: t(row.sealed ? 'desk.log.sealed' : 'desk.log.notSealed') },
        ]}
      />
      {row.changes.length === 0 ? (
        <p className="nothing">{t('desk.log.noChange')}</p>
      ) : (
        <Differences
          changes={row.changes}
          kind={typeOf(row)}
          labelOf={(field) => fieldLabel(say, LABELS[row.targetKind].domain, field)}
          wordsOf={(field, value) => (field === 'roles' ? rolesInWords(t, value) : value)}
        />
      )}
    </SidePanel>
  )
}

function openDetail(row: DeskLogRow): void {
  void openSidePanel(<Detail row={row} />)
}

const columnsOf = (t: Translate): Column<DeskLogRow>[] => [
  {
    key: 'target',
    title: t('operator.fields.targetKind'),
    minWidth: 240,
    cell: (row) => (
      <NameCell
        mark={<IconMark icon={ScrollText} tint={2} />}
        name={row.targetName}
        below={t(`operator.targets.${row.targetKind}`)}
      />
    ),
  },
  { key: 'type', title: t('operator.fields.type'), minWidth: 90, priority: 3, cell: (row) => <Kind row={row} /> },
  { key: 'operator', title: t('desk.log.who'), minWidth: 120, priority: 3, cell: (row) => row.operator },
  {
    key: 'network',
    title: t('desk.log.network'),
    minWidth: 130,
    cell: (row) => <span className="sw-tabular cell-quiet">{row.network}</span>,
  },
  {
    key: 'at',
    title: t('desk.log.when'),
    sort: 'at',
    minWidth: WIDTHS.time,
    priority: 2,
    cell: (row) => <TimeCell at={row.at} />,
  },
  {
    key: 'sealed',
    title: t('operator.fields.state'),
    minWidth: 100,
    cell: (row) => <span className="cell-quiet">{t(row.sealed ? 'desk.log.sealed' : 'desk.log.notSealed')}</span>,
  },
]

const cardOf = (t: Translate, row: DeskLogRow): CardParts => ({
  mark: <IconMark icon={ScrollText} tint={2} size={40} />,
  name: row.targetName,
  below: t(`operator.targets.${row.targetKind}`),
  facts: [
    { label: t('operator.fields.type'), value: <Kind row={row} /> },
    { label: t('desk.log.who'), value: row.operator },
  ],
  foot: <LabeledTime label={t('desk.log.when')} at={row.at} />,
})

function useFilters(): Filter[] {
  const t = usePhrases()
  const canSeeOperators = useCan(operatorDesk.find)
  const { data } = useAnswer(operatorDesk.find, ALL_OPERATORS, { enabled: canSeeOperators })
  return useMemo(
    () => [
      ...(canSeeOperators
        ? [
            {
              kind: 'choice' as const,
              name: 'operator',
              label: t('desk.log.who'),
              options: (data?.rows ?? []).map(({ guid, name, email }) => ({ value: guid, label: name ?? email })),
            },
          ]
        : []),
      {
        kind: 'choice',
        name: 'targetKind',
        label: t('operator.fields.targetKind'),
        options: DESK_TARGETS.map((kind) => ({ value: kind, label: t(`operator.targets.${kind}`) })),
      },
      {
        kind: 'choice',
        name: 'type',
        label: t('operator.fields.type'),
        options: TYPES.map((type) => ({ value: type, label: t(`operationLog.types.${type}`) })),
      },
      { kind: 'period', name: 'startTime', until: 'endTime', label: t('desk.log.period') },
    ],
    [t, canSeeOperators, data],
  )
}

export function Screen() {
  const t = usePhrases()
  const actions = useCallback(
    (row: DeskLogRow): RowAction[] => [
      {
        key: 'open',
        label: t('desk.log.open'),
        icon: PanelRight,
        isShown: true,
        onSelect: () => openDetail(row),
      },
    ],
    [t],
  )
  return (
    <ListPage
      path="/platform/log"
      {...LIST}
      title={t('desk.titles.log')}
      sentence={t('desk.log.sentence')}
      primary={<VerifyLog />}
      filters={useFilters()}
      columns={useMemo(() => columnsOf(t), [t])}
      card={useCallback((row: DeskLogRow) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{ icon: ScrollText, title: t('desk.log.emptyTitle') }}
    />
  )
}
