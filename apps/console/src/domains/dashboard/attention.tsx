// What needs attention: a sentence for each item, with its number as a link and one action. The least
// severe items are behind a button if there are many.
import { FAILED_TASK_DAYS, TASK_STATUSES, auditPath, dashboardCalls } from '@sealwright/contract'
import type { AttentionItem, AttentionKind, LicenseFamily, Severity } from '@sealwright/contract'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import { useAnswer } from '../../lib/call/client.ts'
import { APPLY_PATH } from '../../lib/place/go.ts'
import { Link, pathTo } from '../../lib/place/navigate.tsx'
import { useOpens } from '../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { FAMILIES } from '../license/index.ts'
import { Numbered, marked, useFigureText } from './numbered.tsx'
import { PartError } from './part-error.tsx'
import css from './dashboard.module.css'

const SHOWN = 8
const ICONS: Record<Severity, LucideIcon> = { bad: CircleAlert, warn: TriangleAlert, info: Info }
const FAILED = JSON.stringify([TASK_STATUSES.partly, TASK_STATUSES.error].map(String))

interface Places {
  /** The rows that the number counts. */
  list: string
  /** Where the person acts, if that is another page. */
  act?: string
}

const familyOf = ({ family }: AttentionItem): LicenseFamily => family ?? 'sn'

/** The pages of an item. */
const PLACES: Record<AttentionKind, (item: AttentionItem) => Places> = {
  overdue: () => ({ list: '/billing' }),
  serviceUnpaid: () => ({ list: '/billing', act: pathTo('/billing', { pay: 'serviceFee' }) }),
  serviceEnding: () => ({ list: '/billing', act: pathTo('/billing', { pay: 'serviceFee' }) }),
  lowBalance: () => ({ list: '/billing', act: '/billing/topUp' }),
  approval: (item) => ({ list: auditPath(familyOf(item)) }),
  failedTask: () => ({ list: pathTo('/taskCenter', { status: FAILED }) }),
  failingSender: () => ({ list: pathTo('/addresserList', { state: 'failing' }) }),
  failingWebhook: () => ({ list: '/integration/webhook' }),
  risk: () => ({ list: '/runtime/risk' }),
  licenseEnding: (item) => ({
    list: pathTo(FAMILIES[familyOf(item)].path, {
      expiringDays: String(item.days),
      sort: 'expireTime',
      order: 'asc',
    }),
  }),
  dongleEnding: ({ days }) => ({
    list: pathTo('/dongle/user', { endingDays: String(days), sort: 'activationEnd', order: 'asc' }),
  }),
  refusal: ({ since, reason }) => ({
    list: pathTo('/runtime/log', { refused: '1', startTime: since ?? '' }),
    act: pathTo('/runtime/log', { refused: '1', reason: reason ?? '', startTime: since ?? '' }),
  }),
  trialProducts: () => ({ list: '/product', act: APPLY_PATH }),
  trialUsers: () => ({ list: '/user', act: APPLY_PATH }),
  trialLicenses: () => ({ list: '/pc/license/account', act: APPLY_PATH }),
}

/** Kinds whose number is an amount of money. */
const AMOUNTS: ReadonlySet<AttentionKind> = new Set(['overdue', 'serviceUnpaid', 'lowBalance'])

function Item({ item }: { item: AttentionItem }) {
  const t = usePhrases()
  const { money, number } = useFormat()
  const figureText = useFigureText()
  const opens = useOpens()
  const { kind, severity, count, amountFen, days, allowed, reason, reasonCount } = item
  const { list, act = list } = PLACES[kind](item)
  const Icon = ICONS[severity]
  const amount = money(amountFen ?? 0)
  const words = t(`dashboard.attention.words.${kind}`, {
    n: marked(AMOUNTS.has(kind) ? amount : figureText(count)),
    count,
    amount,
    days: days ?? FAILED_TASK_DAYS,
    allowed: allowed ?? 0,
    family: t(`dashboard.counted.${familyOf(item)}License`, { count }),
    reason: reason === null ? '' : t(`runtime.reasons.${reason}`),
    times: number(reasonCount ?? 0),
  })
  return (
    <li data-severity={severity}>
      <Icon size={16} aria-label={t(`dashboard.attention.severities.${severity}`)} />
      <p>
        <Numbered words={words} href={opens(list) ? list : undefined} />
      </p>
      {opens(act) && (
        <Link href={act} className={css.act}>
          {t(`dashboard.attention.actions.${kind}`)}
        </Link>
      )}
    </li>
  )
}

export function Attention() {
  const t = usePhrases()
  const [isOpen, setOpen] = useState(false)
  const { data, error, refetch } = useAnswer(dashboardCalls.attention, {})
  const shown = data?.slice(0, isOpen ? undefined : SHOWN) ?? []
  const hidden = (data?.length ?? 0) - SHOWN
  if (error && !data) return <PartError title={t('dashboard.attention.title')} onRetry={() => void refetch()} />
  if (data?.length === 0)
    return (
      <section className={css.calm} aria-label={t('dashboard.attention.title')}>
        <CircleCheck size={16} aria-hidden />
        {t('dashboard.attention.none')}
      </section>
    )
  return (
    <section className={css.attention} aria-labelledby="attention-title" aria-busy={!data}>
      <header className={css.cardHead}>
        <h2 id="attention-title">{t('dashboard.attention.title')}</h2>
        {data && <span className={css.count}>{data.length}</span>}
        {hidden > 0 && (
          <button type="button" className={css.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? t('dashboard.attention.less') : t('dashboard.attention.more', { count: hidden })}
          </button>
        )}
      </header>
      {data ? (
        <ul>
          {shown.map((item) => (
            <Item key={`${item.kind} ${item.family}`} item={item} />
          ))}
        </ul>
      ) : (
        <ul aria-hidden>
          {[0, 1, 2, 3].map((index) => (
            <li key={index}>
              <span className={css.ghost} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
