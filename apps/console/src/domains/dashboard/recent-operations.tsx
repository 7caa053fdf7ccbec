// The latest operations, newest first; a batch is one line. A line links to its target, or a batch to its task or list,
// if the person may open it.
import type { OperationTarget, OperationType, RecentOperation } from '@sealwright/contract'
import { History, Pencil, Plus, Trash2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { EmptyState } from '../../blocks/control/states.tsx'
import { Link, pathTo } from '../../lib/place/navigate.tsx'
import { useCanOpen } from '../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { operationType, targetHref, targetName } from '../operation-log/index.ts'
import { Numbered, marked } from './numbered.tsx'
import css from './dashboard.module.css'

const ICONS: Record<OperationType, LucideIcon> = { add: Plus, update: Pencil, delete: Trash2 }
const GHOSTS = [0, 1, 2, 3, 4, 5, 6, 7]

/** The kinds of rows that come in batches, with their lists; null if there is none. */
const BATCHES = {
  accountLicense: '/pc/license/account',
  accountTemplate: '/pc/template/account',
  activity: '/activity',
  admin: '/access',
  audit: null,
  customer: '/customer',
  dongleLicense: '/pc/license/dongle',
  dongleTemplate: '/pc/template/dongle',
  emailTemplate: '/emailTemplate',
  lending: null,
  offline: null,
  product: '/product',
  seat: '/runtime/seat',
  sender: '/addresserList',
  smartLicense: '/license',
  smartTemplate: '/template',
  snLicense: '/pc/license/sn',
  snTemplate: '/pc/template/sn',
  tag: '/tag',
  topUp: '/billing/topUp',
  user: '/user',
  userLock: '/dongle/user',
} as const satisfies Partial<Record<OperationTarget, string | null>>
const isBatch = (kind: OperationTarget): kind is keyof typeof BATCHES => kind in BATCHES
const ISSUED: readonly OperationTarget[] = ['smartLicense', 'accountLicense', 'snLicense', 'dongleLicense']

/** Chinese text stands apart from a Latin word after it: 修改 Webhook. */
const spaced = (words: string) => words.replaceAll(/(\p{Script=Han})(?=[A-Za-z])/gu, '$1 ')

/** "Issued 500 license codes", with the number as a link. */
function Batch({ row, type }: { row: RecentOperation; type: OperationType }) {
  const t = usePhrases()
  const { number } = useFormat()
  const { targetKind: kind, count, taskGuid } = row
  const list = isBatch(kind) ? BATCHES[kind] : null
  const href = taskGuid === null ? (list ?? undefined) : pathTo('/taskCenter', { guid: taskGuid })
  const canOpen = useCanOpen(href)
  const target = isBatch(kind) ? t(`dashboard.counted.${kind}`, { count }) : t(`nouns.${kind}`)
  const words = { n: marked(number(count)), target, type: t(`operationLog.types.${type}`) }
  return (
    <Numbered
      words={
        type === 'add' && ISSUED.includes(kind)
          ? t('dashboard.operations.issued', words)
          : spaced(t(isBatch(kind) ? 'dashboard.operations.counted' : 'dashboard.operations.many', words))
      }
      href={canOpen ? href : undefined}
    />
  )
}

function Single({ row, type, isGone }: { row: RecentOperation; type: OperationType; isGone: boolean }) {
  const t = usePhrases()
  const href = targetHref(row)
  const canOpen = useCanOpen(href) && !isGone
  return (
    <>
      {isActivation(row)
        ? t('dashboard.operations.activated')
        : spaced(
            t('dashboard.operations.did', {
              type: t(`operationLog.types.${type}`),
              target: t(`nouns.${row.targetKind}`),
            }),
          )}{' '}
      {href && canOpen ? <Link href={href}>{targetName(row)}</Link> : <strong>{targetName(row)}</strong>}
    </>
  )
}

/** The log stores an activation as an update of the account. */
const isActivation = ({ targetKind, changes }: RecentOperation) =>
  targetKind === 'account' && changes.some(({ field }) => field === 'activated')

function Operation({ row, isGone }: { row: RecentOperation; isGone: boolean }) {
  const format = useFormat()
  const type = operationType(row)
  const Icon = ICONS[type]
  return (
    <li>
      <span className={css.operationIcon} data-type={type}>
        <Icon size={13} aria-hidden />
      </span>
      <span className={css.operationWords}>
        {row.count > 1 ? <Batch row={row} type={type} /> : <Single row={row} type={type} isGone={isGone} />}
      </span>
      <span className={css.actor}>{row.actor}</span>
      <time dateTime={row.at} data-tip={format.time(row.at)}>
        {format.ago(row.at)}
      </time>
    </li>
  )
}

export function RecentOperations({ operations }: { operations: readonly RecentOperation[] | undefined }) {
  const t = usePhrases()
  // A deleted target may have earlier rows in the list. They must not link to it either.
  const gone = new Set(operations?.filter((row) => operationType(row) === 'delete').map((row) => row.targetGuid))
  return (
    <section className={css.card} aria-labelledby="operations-title">
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
