// The list of operators, and what an owner can do with each.
import { OPERATOR_STATES, operatorDesk } from '@sealwright/contract'
import type { OperatorRow, OperatorState } from '@sealwright/contract'
import { Ban, CircleCheck, KeyRound, Trash2, UserPlus, UserRound, UserRoundCog, UsersRound } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { LabeledTime, NameCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../lib/call/client.ts'
import { Can, useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { roleWords } from '../roles.ts'
import { useOperator } from '../session.ts'
import { openInvitation, openRenewal, openRoles, shownName } from './operator-dialogs.tsx'

const LIST = { list: 'operator', call: operatorDesk.find }
export const first = firstPage(LIST)

const TONES: Record<OperatorState, Tone> = { invited: 'brand', active: 'ok', disabled: 'neutral' }
const keyOf = (row: OperatorRow) => row.guid

function State({ state }: Pick<OperatorRow, 'state'>) {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`operator.states.${state}`)}</StatusTag>
}

const columnsOf = (t: Translate, own: string): Column<OperatorRow>[] => [
  {
    key: 'name',
    title: t('operator.fields.name'),
    minWidth: 240,
    cell: (row) => (
      <NameCell
        mark={<IconMark icon={UserRound} tint={3} />}
        name={row.guid === own ? `${shownName(t, row)} (${t('desk.operators.you')})` : shownName(t, row)}
        below={row.name === null ? undefined : row.email}
      />
    ),
  },
  {
    key: 'roles',
    title: t('operator.fields.roles'),
    minWidth: 160,
    priority: 3,
    cell: (row) => roleWords(t, row.roles),
  },
  { key: 'state', title: t('operator.fields.state'), minWidth: 100, priority: 3, cell: (row) => <State {...row} /> },
  {
    key: 'lastSignInTime',
    title: t('desk.operators.lastSignIn'),
    minWidth: WIDTHS.time,
    cell: (row) =>
      row.lastSignInTime === null ? (
        <span className="nothing">{t('desk.operators.never')}</span>
      ) : (
        <TimeCell at={row.lastSignInTime} />
      ),
  },
  {
    key: 'createTime',
    title: t('desk.operators.created'),
    minWidth: WIDTHS.time,
    sort: 'createTime',
    cell: (row) => <TimeCell at={row.createTime} />,
  },
]

const cardOf = (t: Translate, row: OperatorRow): CardParts => ({
  mark: <IconMark icon={UserRound} tint={3} size={40} />,
  name: shownName(t, row),
  below: row.name === null ? undefined : row.email,
  facts: [
    { label: t('operator.fields.roles'), value: roleWords(t, row.roles) },
    { label: t('operator.fields.state'), value: <State {...row} /> },
  ],
  foot:
    row.lastSignInTime === null ? (
      t('desk.operators.never')
    ) : (
      <LabeledTime label={t('desk.operators.lastSignIn')} at={row.lastSignInTime} />
    ),
})

function useOperatorActions(own: string): (row: OperatorRow) => RowAction[] {
  const t = usePhrases()
  const canManage = useCan(operatorDesk.update)
  const { act: setEnabled } = useAct(operatorDesk.setEnabled, {
    onDone: (_, { isEnabled }) => toast.success(t(isEnabled ? 'desk.operators.enabled' : 'desk.operators.disabled')),
  })
  const { act: remove } = useAct(operatorDesk.delete, { onDone: () => toast.success(t('desk.operators.deleted')) })
  return useCallback(
    (row) => {
      if (!canManage) return []
      const { guid } = row
      const name = shownName(t, row)
      const roles: RowAction = {
        key: 'roles',
        label: t('desk.operators.editRoles'),
        icon: UserRoundCog,
        isShown: true,
        onSelect: () => openRoles(row),
      }
      // The server refuses these for the own account.
      if (guid === own) return [roles]
      return [
        roles,
        { key: 'renew', label: t('desk.operators.renew'), icon: KeyRound, onSelect: () => openRenewal(row) },
        row.state === 'disabled'
          ? {
              key: 'enable',
              label: t('desk.operators.enable'),
              icon: CircleCheck,
              onSelect: () => void setEnabled({ guid, isEnabled: true }),
            }
          : {
              key: 'disable',
              label: t('desk.operators.disable'),
              icon: Ban,
              onSelect: () =>
                void confirmAction({
                  title: t('desk.operators.disableTitle', { name }),
                  consequence: t('desk.operators.disableConsequence'),
                  verb: t('desk.operators.disable'),
                  run: () => setEnabled({ guid, isEnabled: false }),
                }),
            },
        {
          key: 'delete',
          label: t('desk.operators.delete'),
          icon: Trash2,
          isDanger: true,
          onSelect: () =>
            void confirmAction({
              title: t('desk.operators.deleteTitle', { name }),
              consequence: t('desk.operators.deleteConsequence'),
              verb: t('desk.operators.delete'),
              run: () => remove({ guid }),
            }),
        },
      ]
    },
    [canManage, own, remove, setEnabled, t],
  )
}

export function Screen() {
  const t = usePhrases()
  const { guid: own } = useOperator()
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'state',
        label: t('operator.fields.state'),
        options: OPERATOR_STATES.map((state) => ({ value: state, label: t(`operator.states.${state}`) })),
      },
    ],
    [t],
  )
  const invite = (
    <Can call={operatorDesk.invite}>
      <Button kind="primary" icon={UserPlus} onPress={openInvitation}>
        {t('desk.operators.invite')}
      </Button>
    </Can>
  )
  return (
    <ListPage
      path="/platform/operators"
      {...LIST}
      title={t('desk.titles.operators')}
      sentence={t('desk.operators.sentence')}
      primary={invite}
      filters={filters}
      columns={useMemo(() => columnsOf(t, own), [t, own])}
      card={useCallback((row: OperatorRow) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={useCallback((row: OperatorRow) => shownName(t, row), [t])}
      actions={useOperatorActions(own)}
      empty={{ icon: UsersRound, title: t('desk.operators.emptyTitle'), action: invite }}
    />
  )
}
