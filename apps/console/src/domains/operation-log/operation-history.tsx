// The operation history of one target: who, when, and the changed fields with their old and new values. Newest first,
// in pages.
import { SCOPE_KINDS, operationLogCalls } from '@sealwright/contract'
import type { OperationRow, OperationTarget, OperationType } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { History, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { EmptyState, LoadingOrError } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import type { Tab } from '../../blocks/control/tabs.tsx'
import { Differences } from '../../blocks/detail/differences.tsx'
import { TimeCell } from '../../blocks/list/columns.tsx'
import { TurnPages } from '../../blocks/list/paging/turn-pages.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import './operation-history.css'
import { operationType } from './operation-kind.ts'

const PAGE = 10
const TONES: Record<OperationType, Tone> = { add: 'ok', update: 'brand', delete: 'bad' }

interface Reading {
  /** The fields in the order of the form. The log stores no order. */
  fields: readonly string[]
  /** The words for a value that the log stores as a name. */
  wordsOf?: (field: string, value: string) => string
  /** Replaces the labels of the domain that is named like the target. */
  labelOf?: (field: string) => string
}

/** Changes that describe an act, not a field of a form. */
const DEEDS = ['viewAs', 'apiPassword', 'kind', 'add', 'remove']

/**
 * The sentences for acts: viewing as another person, revealing a secret, and assigning rows. For assigned rows the log
 * stores their number and the first names; the server leaves them out if the reader may not see those rows.
 */
function useDeeds(): (changes: OperationRow['changes']) => string[] {
  const t = usePhrases()
  return (changes) => {
    const at = (field: string) => changes.find((change) => change.field === field)
    const viewAs = at('viewAs')
    const kind = SCOPE_KINDS.find((name) => name === at('kind')?.after)
    const handed = (field: 'add' | 'remove') => {
      const [, count, names = ''] = /^(\d+): (.*)$/.exec(at(field)?.after ?? '') ?? []
      return kind && count
        ? t(field === 'add' ? 'operationLog.history.given' : 'operationLog.history.takenBack', {
            count: Number(count),
            kind: t(`operationLog.history.kinds.${kind}`),
            names: names.replaceAll(', ', t('shell.why.between')),
          })
        : undefined
    }
    const deeds = [
      viewAs && t(viewAs.after === null ? 'operationLog.history.viewEnded' : 'operationLog.history.viewBegan'),
      at('apiPassword') && t('operationLog.history.revealed'),
      handed('add'),
      handed('remove'),
    ].filter((deed) => deed !== undefined)
    return deeds.length === 0 && kind
      ? [t('operationLog.history.reassigned', { kind: t(`operationLog.history.kinds.${kind}`) })]
      : deeds
  }
}

function Operation({ row, fields, wordsOf, labelOf }: { row: OperationRow } & Reading) {
  const t = usePhrases()
  const say = useSentences()
  const type = operationType(row)
  const place = (field: string) => fields.indexOf(field.split('.', 1)[0] ?? field)
  const deeds = useDeeds()(row.changes)
  const changes = row.changes
    .filter(({ field }) => !DEEDS.includes(field))
    .toSorted((a, b) => place(a.field) - place(b.field))
  return (
    <li className="operation">
      <div className="operation-head">
        <StatusTag tone={TONES[type]}>{t(`operationLog.deeds.${row.deed}`)}</StatusTag>
        <span className="operation-actor">{row.actor}</span>
        <TimeCell at={row.at} />
        {row.taskGuid !== null && (
          <ScreenLink to="/taskCenter" search={{ guid: row.taskGuid }}>
            {t('operationLog.log.openTask')}
          </ScreenLink>
        )}
        {row.sealed && (
          <span className="operation-seal" data-tip={t('operationLog.history.sealedHelp')}>
            <ShieldCheck size={14} aria-hidden />
            {t('operationLog.history.sealed')}
            <span className="sw-visually-hidden">{t('operationLog.history.sealedHelp')}</span>
          </span>
        )}
      </div>
      {deeds.map((deed) => (
        <p key={deed} className="operation-deed">
          {deed}
        </p>
      ))}
      {changes.length === 0 ? (
        deeds.length === 0 &&
        type === 'update' && <p className="operation-none">{t('operationLog.history.noChange')}</p>
      ) : (
        <Differences
          changes={changes}
          kind={type}
          labelOf={labelOf ?? ((field) => fieldLabel(say, row.targetKind, field))}
          wordsOf={wordsOf}
        />
      )}
    </li>
  )
}

interface OperationHistoryProps extends Reading {
  targetKind: OperationTarget
  /** Absent for a kind with only one target: the developer. */
  targetGuid?: string
}

export function OperationHistory({ targetKind, targetGuid, ...reading }: OperationHistoryProps) {
  const t = usePhrases()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useAnswer(
    operationLogCalls.find,
    { targetKind, targetGuid, currentPage: page, pageSize: PAGE },
    { keepPrevious: true },
  )
  if (!data) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  if (data.records === 0) return <EmptyState icon={History} title={t('operationLog.history.emptyTitle')} />
  return (
    <>
      <ol className="operations">
        {data.rows.map((row) => (
          <Operation key={row.id} row={row} {...reading} />
        ))}
      </ol>
      <TurnPages page={page} pages={data.total} onTurn={setPage} />
    </>
  )
}

interface OfEntity {
  kind: OperationTarget
  domain: string
  fields: readonly { name: string; input?: object }[]
}

/** The last tab of an entity's page: what happened to the row. `also` are logged fields that the form does not have. */
export function useHistoryTab(
  { kind, domain, fields }: OfEntity,
  guid: string,
  { also = [], wordsOf }: { also?: readonly string[]; wordsOf?: NonNullable<Reading['wordsOf']> } = {},
): Tab {
  const t = usePhrases()
  const say = useSentences()
  const names = [...fields.filter(({ input }) => input).map(({ name }) => name), ...also]
  return {
    key: 'history',
    title: t('blocks.entity.history'),
    content: (
      <OperationHistory
        targetKind={kind}
        targetGuid={guid}
        fields={names}
        labelOf={(field) => fieldLabel(say, domain, field)}
        {...(wordsOf && { wordsOf })}
      />
    ),
  }
}
