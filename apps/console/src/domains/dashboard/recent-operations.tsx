// The latest operations, newest first. A row links to its target if the target exists and the person may open it.
import type { OperationRow, OperationType } from '@sealwright/contract'
import { History, Pencil, Plus, Trash2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { EmptyState } from '../../blocks/control/states.tsx'
import { Link } from '../../lib/place/navigate.tsx'
import { useCanOpen } from '../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { operationType, targetHref, targetName } from '../operation-log/index.ts'
import css from './dashboard.module.css'

const ICONS: Record<OperationType, LucideIcon> = { add: Plus, update: Pencil, delete: Trash2 }
const GHOSTS = [0, 1, 2, 3]

function Operation({ row, isGone }: { row: OperationRow; isGone: boolean }) {
  const t = usePhrases()
  const format = useFormat()
  const type = operationType(row)
  const Icon = ICONS[type]
  // The log stores an activation as an update of the account. Show it as an activation.
  const isActivation = row.targetKind === 'account' && row.changes.some(({ field }) => field === 'activated')
  const href = targetHref(row)
  const canOpen = useCanOpen(href) && !isGone
  return (
    <li>
      <span className={css.operationIcon} data-type={type}>
        <Icon size={14} aria-hidden />
      </span>
      <div className={css.operationWords}>
        <span>
          {isActivation
            ? t('dashboard.operations.activated')
            : t('dashboard.operations.did', {
                type: t(`operationLog.types.${type}`),
                target: t(`nouns.${row.targetKind}`),
              })}{' '}
          {href && canOpen ? <Link href={href}>{targetName(row)}</Link> : <strong>{targetName(row)}</strong>}
        </span>
        <span className={css.actor}>
          {row.actor}
          {type === 'update' &&
            !isActivation &&
            row.changes.length > 0 &&
            ` · ${t('dashboard.operations.fields', { count: row.changes.length })}`}
        </span>
      </div>
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
    <section className={css.operations} aria-labelledby="operations-title">
      <header className={css.cardHead}>
        <h2 id="operations-title">{t('dashboard.operations.title')}</h2>
      </header>
      {operations?.length === 0 && (
        <EmptyState
          icon={History}
          title={t('dashboard.operations.empty')}
          sentence={t('dashboard.operations.emptySentence')}
        />
      )}
      <ol aria-busy={!operations}>
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
