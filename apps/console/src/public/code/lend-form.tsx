// Makes a lending code: for whom, how long, and where it goes. A repeated press makes no second code, because the
// request keeps its id until it succeeds.
import type { Refusal } from '@sealwright/client'
import { LIMITS, shownCode } from '@sealwright/contract'
import type { AnswerOf, LendingSeats, codePageCalls } from '@sealwright/contract'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { OutsideFields, Submit, TextLine } from '../../domains/identity/outside-parts.tsx'
import { randomGuid } from '../../lib/random-id.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useSmallForm } from '../page/use-small-form.ts'
import { timeWords } from '../page/visitor-time.ts'
import { CALLS, useCodeAct } from './code-client.ts'
import { CopyCode } from './copy-code.tsx'
import { emailProblem } from './request-link.tsx'
import page from '../page/page.module.css'
import css from './code.module.css'

type Lent = AnswerOf<typeof codePageCalls.lend> & { person: string; email: string }

const USUAL_DAYS = 7

const isDays = (typed: string, max: number) =>
  /^\d{1,4}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= max

interface LendFormProps {
  session: string
  seats: LendingSeats
  showRefusal: (refusal: Refusal) => boolean
  onLent: () => void
  onClose: () => void
}

interface DoneProps {
  lent: Lent
  /** Undefined if no seat is left. */
  onAnother: (() => void) | undefined
  onClose: () => void
}

function Done({ lent, onAnother, onClose }: DoneProps) {
  const t = usePhrases()
  const { person, email } = lent
  return (
    <div className={css.done} role="status">
      <p className={css.doneTitle}>
        <CircleCheck size={18} aria-hidden />
        {t('codePage.lend.doneTitle')}
      </p>
      <CopyCode code={shownCode(lent.code)} isLarge />
      <p>
        {email ? t('codePage.lend.doneSent', { email }) : t('codePage.lend.doneNotSent', { person })}{' '}
        {t('codePage.lend.until', { time: timeWords(t, lent.dueTime) })}
      </p>
      <div className={css.buttons}>
        <button type="button" className="sw-button sw-button-primary" onClick={onClose}>
          {t('codePage.lend.close')}
        </button>
        {onAnother && (
          <button type="button" className="sw-button" onClick={onAnother}>
            {t('codePage.lend.another')}
          </button>
        )}
      </div>
    </div>
  )
}

export function LendForm({ session, seats, showRefusal, onLent, onClose }: LendFormProps) {
  const t = usePhrases()
  const [requestId, setRequestId] = useState(randomGuid)
  const [lent, setLent] = useState<Lent>()
  const initial = { person: '', email: '', days: String(Math.min(USUAL_DAYS, seats.days)), note: '' }
  const labels = {
    person: t('codePage.fields.person'),
    email: t('codePage.lend.email'),
    days: t('codePage.fields.days'),
    note: t('codePage.fields.note'),
  }
  const { submit, ...form } = useSmallForm(
    {
      initial,
      labels,
      check: ({ person, email, days }) => ({
        person: person.trim() === '' ? t('rules.required', { field: labels.person }) : undefined,
        email: emailProblem(t, email, labels.email, true),
        days: isDays(days, seats.days) ? undefined : t('codePage.lend.daysWrong', { max: seats.days }),
      }),
      spell: ({ person, email, days, note }) => ({
        session,
        requestId,
        person: person.trim(),
        days: Number(days),
        ...(email.trim() && { email: email.trim() }),
        ...(note.trim() && { note: note.trim() }),
      }),
      lands: { 'lending.tooLong': 'days' },
    },
    useCodeAct(CALLS.lend, showRefusal),
  )
  const lend = async () => {
    const answer = await submit()
    if (!answer) return
    setLent({ ...answer, person: form.values.person.trim(), email: form.values.email.trim() })
    setRequestId(randomGuid())
    onLent()
  }
  const another = () => {
    setLent(undefined)
    for (const name of ['person', 'email', 'note'] as const) form.set(name, '')
  }
  const optional = <span className={css.optional}>{t('codePage.lend.optional')}</span>
  if (lent) return <Done lent={lent} onClose={onClose} onAnother={seats.left > 0 ? another : undefined} />
  return (
    <div className={`${page.formCard} ${css.lend}`}>
      <OutsideFields
        form={form}
        head={
          <div className={page.formHead}>
            <h2>{t('codePage.lend.title')}</h2>
            <p>{t('codePage.lend.sentence')}</p>
          </div>
        }
        onSubmit={() => void lend()}
        foot={
          <button type="button" className={css.plain} onClick={onClose}>
            {t('codePage.lend.cancel')}
          </button>
        }
      >
        <TextLine form={form} name="person" autoComplete="off" maxLength={LIMITS.lending.personMax} />
        <TextLine
          form={form}
          name="email"
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          aside={optional}
          note={t('codePage.lend.emailNote')}
        />
        <TextLine
          form={form}
          name="days"
          inputMode="numeric"
          autoComplete="off"
          note={t('codePage.lend.daysNote', { max: seats.days })}
        />
        <TextLine form={form} name="note" autoComplete="off" aside={optional} maxLength={LIMITS.lending.noteMax} />
        <Submit isActing={form.isActing} acting={t('codePage.lend.submitting')}>
          {t('codePage.lend.submit')}
        </Submit>
      </OutsideFields>
    </div>
  )
}
