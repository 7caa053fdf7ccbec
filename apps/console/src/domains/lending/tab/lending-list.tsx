// The lending codes and borrowed seats of a code, newest first.
import { isLent, lendingCalls, shownCode } from '@sealwright/contract'
import type { LendingRow, LendingState } from '@sealwright/contract'
import { Copy, KeyRound, Send, Trash2, Undo2 } from 'lucide-react'
import { useCallback, useMemo, useState } from 'react'
import { CopyText, copyText } from '../../../blocks/control/copy-text.tsx'
import { usePaused } from '../../../blocks/control/paused.ts'
import { EmptyState } from '../../../blocks/control/states.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { TextInput } from '../../../blocks/control/text-input.tsx'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import { DateCell, Nothing, TimeCell } from '../../../blocks/list/columns.tsx'
import type { Column } from '../../../blocks/list/data-table.tsx'
import type { CardParts } from '../../../blocks/list/record-card.tsx'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { TabRows } from '../../../blocks/list/tab-rows.tsx'
import { WIDTHS } from '../../../blocks/list/table-layout.ts'
import { confirmAction } from '../../../blocks/overlay/confirm-action.tsx'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { askRevoke, askSend } from './lending-dialogs.tsx'

const PAGE = 20
const LOOK_MS = 15_000
const SHOWN = ['lent', 'all'] as const

const TONES: Record<LendingState, Tone> = {
  created: 'brand',
  bound: 'ok',
  returned: 'neutral',
  revoked: 'warn',
  expired: 'neutral',
  deleted: 'neutral',
}

const keyOf = ({ guid }: LendingRow) => guid
const nameOf = ({ person }: LendingRow) => person
/** Codes are masked for people who may not lend. */
const isMasked = (code: string) => code.includes('•')

function StateTag({ row: { state, isLate } }: { row: LendingRow }) {
  const t = usePhrases()
  return isLate ? (
    <StatusTag tone="bad">{t('lending.tab.lateMark')}</StatusTag>
  ) : (
    <StatusTag tone={TONES[state]}>{t(`lending.states.${state}`)}</StatusTag>
  )
}

function Code({ row: { code, isBorrowed, state } }: { row: LendingRow }) {
  const t = usePhrases()
  if (isBorrowed) return <span className="lending-quiet">{t('lending.tab.borrowed')}</span>
  const shown = <span className="lending-code">{shownCode(code)}</span>
  return isMasked(code) || !isLent(state) ? shown : <CopyText text={shownCode(code)} shown={shown} />
}

function State({ row }: { row: LendingRow }) {
  return (
    <span className="lending-lines">
      <span>
        <StateTag row={row} />
      </span>
      {row.reason !== null && <span className="name-cell-below">{row.reason}</span>}
    </span>
  )
}

const columnsOf = (t: Translate): Column<LendingRow>[] => [
  {
    key: 'person',
    title: t('lending.fields.person'),
    minWidth: 140,
    cell: ({ person, email, note }) => (
      <span className="lending-lines">
        <span>{person}</span>
        {(email ?? note) !== null && <span className="name-cell-below">{email ?? note}</span>}
      </span>
    ),
  },
  { key: 'code', title: t('lending.fields.code'), minWidth: 160, cell: (row) => <Code row={row} /> },
  { key: 'state', title: t('lending.fields.state'), minWidth: WIDTHS.tag, cell: (row) => <State row={row} /> },
  {
    key: 'due',
    title: t('lending.fields.dueTime'),
    minWidth: WIDTHS.time,
    cell: ({ dueTime, endTime, state }) => <TimeCell at={isLent(state) ? dueTime : (endTime ?? dueTime)} />,
  },
  {
    key: 'machine',
    title: t('lending.fields.machineName'),
    minWidth: WIDTHS.text,
    cell: ({ machineName }) => machineName ?? <Nothing />,
  },
  {
    key: 'lender',
    title: t('lending.fields.lender'),
    minWidth: WIDTHS.text,
    priority: 0,
    cell: ({ lender, createTime }) => (
      <span className="lending-lines">
        <span>{lender}</span>
        <span className="name-cell-below">
          <DateCell at={createTime} />
        </span>
      </span>
    ),
  },
]

const cardOf = (t: Translate, row: LendingRow): CardParts => ({
  mark: <KeyRound size={18} aria-hidden />,
  name: row.person,
  below: row.email ?? row.note,
  facts: [
    { label: t('lending.fields.code'), value: <Code row={row} /> },
    { label: t('lending.fields.dueTime'), value: <TimeCell at={row.dueTime} /> },
    { label: t('lending.fields.machineName'), value: row.machineName ?? <Nothing /> },
    { label: t('lending.fields.lender'), value: row.lender },
    { label: t('lending.fields.createTime'), value: <TimeCell at={row.createTime} /> },
    ...(row.endTime === null ? [] : [{ label: t('lending.fields.endTime'), value: <TimeCell at={row.endTime} /> }]),
    ...(row.reason === null ? [] : [{ label: t('lending.fields.reason'), value: row.reason }]),
  ],
  foot: <StateTag row={row} />,
})

function useLendingActions(): (row: LendingRow) => RowAction[] {
  const t = usePhrases()
  const canManage = useCan(lendingCalls.revoke)
  const { act: remove } = useAct(lendingCalls.delete, { onDone: () => toast.success(t('lending.tab.deleted')) })
  return useCallback(
    (row) => {
      const { guid, person, code, state, isBorrowed } = row
      const copy = async (text: string) => {
        if (await copyText(shownCode(text))) toast.success(t('lending.tab.copied'))
      }
      if (!canManage || !isLent(state)) return []
      const ofCode: RowAction[] = isBorrowed
        ? []
        : [
            {
              key: 'copy',
              label: t('lending.tab.copy'),
              icon: Copy,
              onSelect: () => void copy(code),
            },
            { key: 'send', label: t('lending.tab.send'), icon: Send, onSelect: () => askSend(row) },
          ]
      return [
        { key: 'revoke', label: t('lending.tab.revoke'), icon: Undo2, isShown: true, onSelect: () => askRevoke(row) },
        ...ofCode,
        ...(state === 'created'
          ? [
              {
                key: 'delete',
                label: t('lending.tab.delete'),
                icon: Trash2,
                isDanger: true,
                onSelect: () =>
                  void confirmAction({
                    title: t('lending.tab.deleteTitle', { person }),
                    consequence: t('lending.tab.deleteSentence'),
                    verb: t('lending.tab.delete'),
                    run: () => remove({ guid }),
                  }),
              },
            ]
          : []),
      ]
    },
    [canManage, remove, t],
  )
}

/** `hasLate`: opens with all rows, because a late loan takes no seat. */
export function LendingList({ licenseGuid, hasLate }: { licenseGuid: string; hasLate: boolean }) {
  const t = usePhrases()
  const [page, setPage] = useState(1)
  const [shown, setShown] = useState<(typeof SHOWN)[number]>(hasLate ? 'all' : 'lent')
  const [typed, setTyped] = useState('')
  const keyword = usePaused(typed).trim()
  const answer = useAnswer(
    lendingCalls.find,
    {
      licenseGuid,
      currentPage: page,
      pageSize: PAGE,
      ...(shown === 'lent' && { isLent: true }),
      ...(keyword && { keyword }),
    },
    { keepPrevious: true, pollMs: LOOK_MS },
  )
  const columns = useMemo(() => columnsOf(t), [t])
  const actionsOf = useLendingActions()
  return (
    <>
      <div className="lending-tools">
        <Segmented
          label={t('lending.tab.which')}
          value={shown}
          options={SHOWN.map((value) => ({ value, label: t(`lending.tab.${value}`) }))}
          onSelect={(value) => {
            setPage(1)
            setShown(value)
          }}
        />
        <TextInput
          type="search"
          className="lending-search"
          aria-label={t('lending.tab.search')}
          placeholder={t('lending.tab.search')}
          value={typed}
          onText={(text) => {
            setPage(1)
            setTyped(text)
          }}
        />
      </div>
      <TabRows
        label={t('lending.tab.list')}
        answer={answer}
        page={page}
        onTurn={setPage}
        columns={columns}
        card={(row) => cardOf(t, row)}
        rowKey={keyOf}
        rowName={nameOf}
        actions={actionsOf}
        none={
          <EmptyState
            icon={KeyRound}
            title={t(keyword ? 'lending.tab.noneTitle' : 'lending.tab.emptyTitle')}
            sentence={t(keyword ? 'lending.tab.noneSentence' : 'lending.tab.emptySentence')}
          />
        }
      />
    </>
  )
}
