// The operators' own operation log, with the verification of its seal.
import { DESK_TARGETS, operatorDesk } from '@sealwright/contract'
import type { DeskLogRow } from '@sealwright/contract'
import { PanelRight } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { LOG_ICON, logCard, logColumns, logFilters, openLogDetail } from '../../blocks/log/log-columns.tsx'
import type { LogLook } from '../../blocks/log/log-entry.ts'
import { VerifyButton, showVerification } from '../../blocks/log/verify-log.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { useCan } from '../../lib/session/can.tsx'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import { labelOf, verbOf, wordsOf } from './log-words.ts'

const LIST = { list: 'deskLog', call: operatorDesk.log }
export const first = firstPage(LIST)

/** As many operators as a center can have. */
const ALL_OPERATORS = { currentPage: 1, pageSize: 100 }

const keyOf = (row: DeskLogRow) => row.id
const nameOf = (row: DeskLogRow) => row.targetName

function useLook(): LogLook<DeskLogRow> {
  const t = usePhrases()
  const say = useSentences()
  return useMemo(
    () => ({
      who: t('desk.log.who'),
      whoOf: (row) => row.operator,
      verbOf: (row) => verbOf(t, row.deed),
      kindOf: (row) => t(`operator.targets.${row.targetKind}`),
      nameOf,
      labelOf: (row, field) => labelOf(say, row.targetKind, field),
      wordsOf: (field, value) => wordsOf(say, field, value),
      facts: (row) => [{ label: t('desk.log.network'), value: row.network }],
    }),
    [t, say],
  )
}

function Verify() {
  const { act, isActing } = useAct(operatorDesk.verifyLog, { onDone: showVerification })
  return <VerifyButton isActing={isActing} onPress={() => void act({})} />
}

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
      ...logFilters(t),
    ],
    [t, canSeeOperators, data],
  )
}

export function Screen() {
  const t = usePhrases()
  const look = useLook()
  const actions = useCallback(
    (row: DeskLogRow): RowAction[] => [
      {
        key: 'open',
        label: t('operationLog.log.details'),
        icon: PanelRight,
        isShown: true,
        onSelect: () => openLogDetail(row, look),
      },
    ],
    [t, look],
  )
  return (
    <ListPage
      path="/platform/log"
      {...LIST}
      title={t('desk.titles.log')}
      sentence={t('desk.log.sentence')}
      primary={<Verify />}
      filters={useFilters()}
      columns={useMemo(() => logColumns(t, look), [t, look])}
      card={useCallback((row: DeskLogRow) => logCard(t, row, look), [t, look])}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{ icon: LOG_ICON, title: t('operationLog.log.emptyTitle') }}
    />
  )
}
