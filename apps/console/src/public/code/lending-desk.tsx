// The desk of a lending administrator: the seats of one code, who has what until when, who is late, lending and taking
// back. When the sign-in ends, the desk stays behind the notice, so that nothing typed is lost.
import { Refusal } from '@sealwright/client'
import { LIMITS, daysUntil, isLent, ownTimeZone, shownCode } from '@sealwright/contract'
import type { AnswerOf, LendingRow, LendingSeats, codePageCalls } from '@sealwright/contract'
import { LogOut, Plus, TimerOff, UserRound } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { confirm } from '../../lib/dialog/dialog.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { Notice } from '../page/notice.tsx'
import { removeSkeleton } from '../page/skeleton.ts'
import { timeWords } from '../page/visitor-time.ts'
import { CALLS, sendPassed, useCodeAct } from './code-client.ts'
import type { Lender } from './code-memory.ts'
import { CopyCode } from './copy-code.tsx'
import { LendForm } from './lend-form.tsx'
import { CodeCard, StateNote } from './shown-code.tsx'
import { Unreachable } from './unreachable.tsx'
import page from '../page/page.module.css'
import css from './code.module.css'

type Desk = AnswerOf<typeof codePageCalls.lendings> & { at: number }

function useDesk(session: string) {
  const [desk, setDesk] = useState<Desk>()
  const [isOver, setOver] = useState(false)
  const [isLost, setLost] = useState(false)
  const isAsking = useRef(false)
  const showRefusal = useCallback((refusal: Refusal) => {
    if (refusal.error !== 'codePage.sessionOver') return false
    setOver(true)
    return true
  }, [])
  const refresh = useCallback(async () => {
    if (isAsking.current) return
    isAsking.current = true
    try {
      const answer = await sendPassed(CALLS.lendings, { session })
      setDesk({ ...answer, at: Date.now() })
      setLost(false)
      setOver(false)
    } catch (error) {
      if (!(error instanceof Refusal && showRefusal(error))) setLost(true)
    } finally {
      isAsking.current = false
    }
  }, [session, showRefusal])
  useEffect(() => {
    // After the effect: the answer is a change, not a part of the first render.
    void Promise.resolve().then(refresh)
  }, [refresh])
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') void refresh()
    }
    document.addEventListener('visibilitychange', look)
    return () => document.removeEventListener('visibilitychange', look)
  }, [refresh])
  return { desk, isOver, isLost: isLost && !desk, refresh, showRefusal }
}

const PARTS = ['lent', 'taken', 'free'] as const

/** The seats as a bar with its legend. Without a limit there is nothing to divide. */
function SeatBar({ seats: { seats, taken, lent } }: { seats: LendingSeats }) {
  const t = usePhrases()
  const counts = { lent, taken, free: seats === null ? 0 : Math.max(0, seats - taken - lent) }
  const all = Math.max(1, counts.lent + counts.taken + counts.free)
  const shown = PARTS.filter((part) => part !== 'free' || seats !== null)
  return (
    <div className={css.seats}>
      <span className={css.parts} aria-hidden>
        {shown.map((part) => (
          <i key={part} data-part={part} style={{ width: `${(100 * counts[part]) / all}%` }} />
        ))}
      </span>
      <ul>
        {shown.map((part) => (
          <li key={part} data-part={part}>
            {t(`codePage.desk.parts.${part}`)} <strong>{counts[part]}</strong>
          </li>
        ))}
      </ul>
    </div>
  )
}

function dueOf(t: Translate, { dueTime, isLate }: LendingRow, now: number): string {
  const due = t('codePage.desk.due', { time: timeWords(t, dueTime) })
  if (isLate || Date.parse(dueTime) <= now) return due
  // As on the calendar, in the zone of the browser like the time before it: two seats due on one day have as many left.
  const days = daysUntil(new Date(now), new Date(dueTime), ownTimeZone())
  return `${due} · ${days === 0 ? t('codePage.desk.dueToday') : t('codePage.desk.dueIn', { days })}`
}

interface BorrowerProps {
  row: LendingRow
  now: number
  onSend: (row: LendingRow) => void
  onRevoke: (row: LendingRow) => void
}

function Borrower({ row, now, onSend, onRevoke }: BorrowerProps) {
  const t = usePhrases()
  const { person, state, machineName, email, note, isLate, isBorrowed } = row
  const isOut = isLent(state)
  return (
    <li className={css.borrower} data-late={isLate || undefined}>
      <p className={css.who}>
        <strong>{person}</strong>
        <span className={css.chip} data-tone={isLate ? 'bad' : state === 'bound' ? 'ok' : 'plain'}>
          {isLate ? t('codePage.desk.lateMark') : t(`lending.states.${state}`)}
        </span>
      </p>
      <p className={css.quiet}>
        {[
          isOut || isLate ? dueOf(t, row, now) : timeWords(t, row.endTime ?? row.dueTime),
          machineName === null
            ? isBorrowed
              ? t('codePage.desk.borrowed')
              : isOut && t('codePage.desk.notUsed')
            : t('codePage.desk.machine', { name: machineName }),
          email,
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {note && <p className={css.quiet}>{note}</p>}
      {isOut && (
        <div className={css.borrowerActs}>
          {!isBorrowed && <CopyCode code={shownCode(row.code)} />}
          <span>
            {!isBorrowed && email !== null && (
              <button
                type="button"
                className="sw-button"
                title={t('codePage.desk.sendTo', { email })}
                onClick={() => onSend(row)}
              >
                {t('codePage.desk.send')}
              </button>
            )}
            <button
              type="button"
              className="sw-button"
              aria-label={t('codePage.desk.revokeOf', { person })}
              onClick={() => onRevoke(row)}
            >
              {t('codePage.desk.revoke')}
            </button>
          </span>
        </div>
      )}
    </li>
  )
}

interface LendingDeskProps {
  lender: Lender
  onVendor: (code: Desk['code']) => void
  onSignOut: () => void
}

export function LendingDesk({ lender: { session, email }, onVendor, onSignOut }: LendingDeskProps) {
  const t = usePhrases()
  const { desk, isOver, isLost, refresh, showRefusal } = useDesk(session)
  const [isLending, setLending] = useState(false)
  const lendButton = useRef<HTMLButtonElement>(null)
  const told = (refusal: Refusal) => {
    if (showRefusal(refusal)) return true
    toast.warning(refusal.message)
    void refresh()
    return true
  }
  const revoking = useCodeAct(CALLS.revoke, told)
  const sending = useCodeAct(CALLS.send, told)
  const code = desk?.code
  useEffect(() => {
    if (code) onVendor(code)
  }, [code, onVendor])
  useEffect(() => {
    if (desk || isLost || isOver) removeSkeleton()
  }, [desk, isLost, isOver])

  const leave = async () => {
    // The sign-in ends here in any case; the server forgets it as soon as it can be reached.
    await sendPassed(CALLS.signOut, { session }).catch(() => undefined)
    onSignOut()
  }
  const send = async ({ guid, email: to }: LendingRow) => {
    if (await sending.act({ session, guid })) toast.success(t('codePage.desk.sent', { email: to ?? '' }))
  }
  const revoke = ({ guid, person, state }: LendingRow) =>
    confirm({
      title: t('codePage.desk.revokeTitle', { person }),
      body: t(state === 'created' ? 'codePage.desk.revokeUnused' : 'codePage.desk.revokeUsed', { person }),
      confirmText: t('codePage.desk.revoke'),
      tone: 'danger',
      onConfirm: async () => {
        if (!(await revoking.act({ session, guid }))) return
        toast.success(t('codePage.desk.revoked'))
        await refresh()
      },
    })

  if (isLost) return <Unreachable onRetry={() => void refresh()} />
  const over = isOver && (
    <Notice icon={TimerOff} tone="wait" title={t('codePage.desk.overTitle')}>
      <p className={page.sentence}>{t('codePage.desk.overSentence', { hours: LIMITS.lending.sessionHours })}</p>
      <a className={`sw-button sw-button-primary ${page.retry} ${css.main}`} href="#manage">
        {t('codePage.signIn.renew')}
      </a>
    </Notice>
  )
  if (!desk)
    return (
      over || (
        <p className="sw-visually-hidden" role="status">
          {t('codePage.desk.loading')}
        </p>
      )
    )
  const { seats, rows, at: now } = desk
  // Late ones first: somebody has to ask for them.
  const out = rows
    .filter((row) => isLent(row.state) || row.isLate)
    .toSorted((a, b) => Number(b.isLate) - Number(a.isLate))
  const ended = rows.filter((row) => !out.includes(row))
  const list = (some: readonly LendingRow[], label: string) => (
    <ul className={css.borrowers} aria-label={label}>
      {some.map((row) => (
        <Borrower
          key={row.guid}
          row={row}
          now={now}
          onSend={(one) => void send(one)}
          onRevoke={(one) => void revoke(one)}
        />
      ))}
    </ul>
  )
  return (
    <>
      {over}
      <div className={css.columns} hidden={isOver}>
        <div className={css.column}>
          <CodeCard code={desk.code} now={now} />
          <StateNote code={desk.code} now={now} />
          <section className={css.panel}>
            <h2>{t('codePage.desk.seats')}</h2>
            <SeatBar seats={seats} />
            {seats.late > 0 && (
              <p className={css.tip} data-tone="bad">
                <span>{t('codePage.desk.late', { count: seats.late })}</span>
              </p>
            )}
            <p className={css.quiet}>
              {!seats.isOn
                ? t('codePage.desk.off')
                : seats.left > 0
                  ? t('codePage.desk.left', { left: seats.left })
                  : t('codePage.desk.none')}
            </p>
          </section>
          <p className={`${css.signedIn} ${css.later}`}>
            <UserRound size={15} aria-hidden />
            <span>{email}</span>
            <button type="button" className={css.plain} onClick={() => void leave()}>
              <LogOut size={15} aria-hidden />
              {t('codePage.desk.signOut')}
            </button>
          </p>
        </div>
        <div className={css.column}>
          {isLending ? (
            <LendForm
              session={session}
              seats={seats}
              showRefusal={showRefusal}
              onLent={() => void refresh()}
              onClose={() => {
                setLending(false)
                // The pressed button is gone.
                requestAnimationFrame(() => lendButton.current?.focus())
              }}
            />
          ) : (
            seats.isOn &&
            seats.left > 0 && (
              <button
                ref={lendButton}
                type="button"
                className={`sw-button sw-button-primary ${css.lendButton}`}
                onClick={() => setLending(true)}
              >
                <Plus size={18} aria-hidden />
                {t('codePage.desk.lend')}
              </button>
            )
          )}
          <section className={css.panel}>
            <h2>{t('codePage.desk.list')}</h2>
            {out.length === 0 ? (
              <p className={css.none}>
                <UserRound size={18} aria-hidden />
                <span>
                  <strong>{t('codePage.desk.empty')}</strong>
                  <small>{t('codePage.desk.emptySentence')}</small>
                </span>
              </p>
            ) : (
              list(out, t('codePage.desk.list'))
            )}
            {ended.length > 0 && (
              <details className={css.ended}>
                <summary>
                  {t('codePage.desk.ended')} <span>{ended.length}</span>
                </summary>
                {list(ended, t('codePage.desk.ended'))}
              </details>
            )}
          </section>
        </div>
      </div>
    </>
  )
}
