// The latest operations, newest first; a batch is one line. A line links to its target, or a batch to its task or list,
// if the person may open it.
import type { OperationRow, OperationType } from '@sealwright/contract'
import { History, Pencil, Plus, Trash2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { EmptyState } from '../../blocks/control/states.tsx'
import { Link, ScreenLink, pathTo } from '../../lib/place/navigate.tsx'
import { useCanOpen, useOpens } from '../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { countedNoun, isCounted, operationType, spaced, targetHref, targetName } from '../operation-log/index.ts'
import { Numbered, marked } from './numbered.tsx'
import css from './dashboard.module.css'

const ICONS: Record<OperationType, LucideIcon> = { add: Plus, update: Pencil, delete: Trash2 }
const GHOSTS = [0, 1, 2, 3, 4, 5, 6, 7]

/** "Issued 500 license codes", with the number as a link. */
function Batch({ row }: { row: OperationRow }) {
  const t = usePhrases()
  const { number } = useFormat()
  const { targetKind: kind, count, taskGuid } = row
  const href =
    taskGuid === null ? pathTo('/operationLog', { batch: row.requestId }) : pathTo('/taskCenter', { guid: taskGuid })
  const canOpen = useCanOpen(href)
  const words = {
    n: marked(number(count)),
    target: countedNoun(t, kind, count),
    type: t(`operationLog.deeds.${row.deed}`),
  }
  return (
    <Numbered
      words={spaced(t(isCounted(kind) ? 'dashboard.operations.counted' : 'dashboard.operations.many', words))}
      href={canOpen ? href : undefined}
    />
  )
}

function Single({ row, isGone }: { row: OperationRow; isGone: boolean }) {
  const t = usePhrases()
  const href = targetHref(row, useOpens())
  return (
    <span className={css.single}>
      <span>
        {spaced(
          t('dashboard.operations.did', {
            type: t(`operationLog.deeds.${row.deed}`),
            target: t(`nouns.${row.targetKind}`),
          }),
        )}
      </span>{' '}
      {href && !isGone ? <Link href={href}>{targetName(row)}</Link> : <strong>{targetName(row)}</strong>}
    </span>
  )
}

function Operation({ row, isGone }: { row: OperationRow; isGone: boolean }) {
  const format = useFormat()
  const type = operationType(row)
  const Icon = ICONS[type]
  return (
    <li>
      <span className={css.operationIcon} data-type={type}>
        <Icon size={13} aria-hidden />
      </span>
      <span className={css.operationWords}>
        {row.count > 1 ? <Batch row={row} /> : <Single row={row} isGone={isGone} />}
      </span>
      <span className={css.actor}>{row.actor}</span>
      <time dateTime={row.at} data-tip={format.time(row.at)}>
        {format.ago(row.at)}
      </time>
    </li>
  )
}

export function RecentOperations({ operations }: { operations: readonly OperationRow[] | undefined }) {
  const t = usePhrases()
  // A deleted target may have earlier rows in the list. They must not link to it either.
  const gone = new Set(operations?.filter((row) => operationType(row) === 'delete').map((row) => row.targetGuid))
  return (
    <section className={css.card} aria-labelledby="operations-title">
      <header className={css.cardHead}>
        <h2 id="operations-title">{t('dashboard.operations.title')}</h2>
        <ScreenLink to="/operationLog" search={{}}>
          {t('dashboard.operations.all')}
        </ScreenLink>
      </header>
      {operations?.length === 0 && (
        <EmptyState
          icon={History}
          title={t('dashboard.operations.empty')}
          sentence={t('dashboard.operations.emptySentence')}
        />
      )}
      <ol className={css.operations} aria-busy={!operations}>
        {operations
          ? operations.map((row) => <Operation key={row.id} row={row} isGone={gone.has(row.targetGuid)} />)
          : GHOSTS.map((index) => (
              <li key={index} aria-hidden>
                <span className={css.ghost} />
              </li>
            ))}
      </ol>
    </section>
  )
}
