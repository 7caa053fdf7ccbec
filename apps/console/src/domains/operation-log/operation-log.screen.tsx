// The operation log of the developer: who changed what, and when. A batch is one line; its rows, or all operations on
// one target, are a filter away.
import { OPERATION_TARGETS, SCOPE_KINDS, operationLogCalls } from '@sealwright/contract'
import type { OperationRow, OperationTarget } from '@sealwright/contract'
import { Eye, History, Layers, ListChecks, PanelRight } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { countRows } from '../../blocks/list/count-rows.ts'
import { ExportMenu } from '../../blocks/list/export-menu.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { LOG_ICON, logCard, logColumns, logFilters, openLogDetail } from '../../blocks/log/log-columns.tsx'
import type { LogLook } from '../../blocks/log/log-entry.ts'
import { VerifyButton, showVerification } from '../../blocks/log/verify-log.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { pathTo, useSearchOf } from '../../lib/place/navigate.tsx'
import type { Search } from '../../lib/place/screen.ts'
import { useCan, useOpens } from '../../lib/session/can.tsx'
import { hasAccess, useMaybeSession } from '../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { targetHref, targetName } from './operation-kind.ts'
import { countedNoun, kindWord, spaced } from './operation-words.ts'

const LIST = { list: 'operationLog', call: operationLogCalls.find }
const LINES = { batches: 'line' }
const ROWS = { batches: 'rows' }
/** One batch or one target shows every row. */
const whereOf = ({ batch, targetGuid }: Search) => (batch || targetGuid ? ROWS : LINES)
export const first = (search: Search) => firstPage({ ...LIST, where: whereOf(search) })(search)

const ONE = { currentPage: 1, pageSize: 10 }
const KINDS = Object.keys(OPERATION_TARGETS) as OperationTarget[] // keys of a const object
const keyOf = (row: OperationRow) => row.id

/** What a line is about: its target, or the number of its targets. */
function useNames(): (row: OperationRow) => string {
  const t = usePhrases()
  const { number } = useFormat()
  return useCallback(
    (row) =>
      row.count > 1
        ? spaced(
            t('operationLog.log.counted', { n: number(row.count), target: countedNoun(t, row.targetKind, row.count) }),
          )
        : targetName(row),
    [t, number],
  )
}

const batchHref = ({ requestId }: OperationRow) => pathTo('/operationLog', { batch: requestId })

function useLook(): LogLook<OperationRow> {
  const t = usePhrases()
  const opens = useOpens()
  const nameOf = useNames()
  return useMemo(
    () => ({
      who: t('operationLog.fields.actor'),
      whoOf: (row) => row.actor,
      verbOf: (row) => t(`operationLog.deeds.${row.deed}`),
      kindOf: (row) => (row.count > 1 ? t('operationLog.fields.batch') : kindWord(t, row.targetKind)),
      nameOf,
      hrefOf(row) {
        if (row.count > 1) return batchHref(row)
        return row.deed === 'delete' ? undefined : targetHref(row, opens)
      },
      // The fields of one row would stand for all of them.
      changesOf: (row) => (row.count > 1 ? [] : row.changes),
      labelOf: (row, field) => row.labels[field] ?? field,
      // The server tells values in words. Only the kind of assigned rows is a name: histories make sentences of it.
      wordsOf(field, value) {
        const kind = field === 'kind' && SCOPE_KINDS.find((name) => name === value)
        return kind ? t(`operationLog.history.kinds.${kind}`) : value
      },
    }),
    [t, opens, nameOf],
  )
}

/** The name of the one batch or target that the log is limited to. */
function useOneOf({ batch, targetGuid }: Search): string | undefined {
  const t = usePhrases()
  const nameOf = useNames()
  const { data } = useAnswer(
    operationLogCalls.find,
    { ...ONE, ...(batch ? { batch, batches: 'line' } : { targetGuid }) },
    { enabled: Boolean(batch || targetGuid) },
  )
  const row = data?.rows[0]
  return row && `${t(batch ? `operationLog.deeds.${row.deed}` : `nouns.${row.targetKind}`)} ${nameOf(row)}`
}

function useFilters(search: Search): Filter[] {
  const t = usePhrases()
  const session = useMaybeSession()
  const { data: actors } = useAnswer(operationLogCalls.actors, {})
  const name = useOneOf(search)
  const { batch, targetGuid } = search
  return useMemo((): Filter[] => {
    const seen = KINDS.filter((kind) => {
      const right = OPERATION_TARGETS[kind]
      return right === null ? session?.isMainAccount : hasAccess(session, { kind: 'privilege', anyOf: [right] })
    })
    const one = (filter: 'batch' | 'targetGuid', value: string | undefined): Filter[] =>
      value
        ? [
            {
              kind: 'choice',
              name: filter,
              label: t(`operationLog.fields.${filter}`),
              options: [{ value, label: name ?? '…' }],
            },
          ]
        : []
    return [
      ...one('batch', batch),
      ...one('targetGuid', targetGuid),
      {
        kind: 'pick',
        name: 'actor',
        label: t('operationLog.fields.actor'),
        options: (actors ?? []).map(({ id, name: label }) => ({ value: id, label })),
        isLoading: !actors,
      },
      {
        kind: 'pick',
        name: 'targetKind',
        label: t('operationLog.fields.targetKind'),
        options: seen.map((kind) => ({ value: kind, label: kindWord(t, kind) })),
      },
      ...logFilters(t),
    ]
  }, [t, session, actors, name, batch, targetGuid])
}

function Verify() {
  const { act, isActing } = useAct(operationLogCalls.verify, { onDone: showVerification })
  return <VerifyButton isActing={isActing} onPress={() => void act({})} />
}

const taskAction = (t: Translate, guid: string): RowAction => ({
  key: 'task',
  label: t('operationLog.log.openTask'),
  icon: ListChecks,
  href: pathTo('/taskCenter', { guid }),
  isShown: false,
})

function useActions(look: LogLook<OperationRow>) {
  const t = usePhrases()
  const opens = useOpens()
  return useCallback(
    (row: OperationRow): RowAction[] => {
      const href = targetHref(row, opens)
      const task = row.taskGuid === null ? [] : [taskAction(t, row.taskGuid)]
      if (row.count > 1)
        return [
          {
            key: 'batch',
            label: t('operationLog.log.openBatch'),
            icon: Layers,
            href: batchHref(row),
          },
          ...task,
        ]
      return [
        {
          key: 'details',
          label: t('operationLog.log.details'),
          icon: PanelRight,
          isShown: true,
          onSelect: () => openLogDetail(row, look),
        },
        { key: 'batch', label: t('operationLog.log.ofBatch'), icon: Layers, href: batchHref(row), isShown: false },
        {
          key: 'target',
          label: t('operationLog.log.ofTarget'),
          icon: History,
          href: pathTo('/operationLog', { targetKind: row.targetKind, targetGuid: row.targetGuid }),
          isShown: false,
        },
        ...(href !== undefined && row.deed !== 'delete'
          ? [{ key: 'open', label: t('operationLog.log.openTarget'), icon: Eye, href, isShown: false }]
          : []),
        ...task,
      ]
    },
    [t, opens, look],
  )
}

export function Screen() {
  const t = usePhrases()
  const search = useSearchOf('/operationLog')
  const look = useLook()
  const canVerify = useCan(operationLogCalls.verify)
  const { actor, targetKind, targetGuid, type, batch, startTime, endTime } = search
  const asked = { actor, targetKind, targetGuid, type, batch, startTime, endTime }
  return (
    <ListPage
      path="/operationLog"
      {...LIST}
      where={whereOf(search)}
      title={t('operationLog.titles.list')}
      sentence={t('operationLog.log.sentence')}
      primary={canVerify && <Verify />}
      tools={
        <ExportMenu
          path={operationLogCalls.export.path}
          payload={asked}
          count={() => countRows(operationLogCalls.find, asked)}
          fileName={t('operationLog.log.file')}
        />
      }
      filters={useFilters(search)}
      columns={useMemo(() => logColumns(t, look), [t, look])}
      card={useCallback((row: OperationRow) => logCard(t, row, look), [t, look])}
      rowKey={keyOf}
      rowName={look.nameOf}
      actions={useActions(look)}
      empty={{ icon: LOG_ICON, title: t('operationLog.log.emptyTitle') }}
    />
  )
}
