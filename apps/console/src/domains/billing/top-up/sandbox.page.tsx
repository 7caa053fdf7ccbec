// The page of the sandbox payment provider, which a payer sees in the new window. It has its own look, because it plays
// another party. It pays, fails and cancels, and can repeat or forge notices for tests. The fragment of the address
// identifies the payment.
import { Refusal } from '@sealwright/client'
import { SANDBOX_LATE_SECONDS, sandboxAllows, sandboxCalls } from '@sealwright/contract'
import type { AnswerOf, SandboxAction, SandboxState } from '@sealwright/contract'
import { ArrowLeft, CloudAlert, FlaskConical } from 'lucide-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { useTheme } from '../../../lib/session/theme.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import css from './sandbox.module.css'

const ASKED_EVERY_MS = 2_000
const PAYER: readonly SandboxAction[] = ['pay', 'fail', 'cancel', 'payLater']
const TESTER: readonly SandboxAction[] = ['repeat', 'forge']
const TONES: Record<SandboxState, Tone> = { pending: 'warn', paid: 'ok', failed: 'bad', closed: 'neutral' }

interface Key {
  serial: string
  token: string
}

interface Happening extends AnswerOf<typeof sandboxCalls.act> {
  id: number
  action: SandboxAction
  before: SandboxState
}

/** Whether the action had no effect, because the state does not allow it. */
const didNothing = ({ action, before, state, answers }: Happening) =>
  TESTER.includes(action) ? answers.length === 0 : before === state

function Told({ happening }: { happening: Happening }) {
  const t = usePhrases()
  const { action, answers } = happening
  return (
    <li>
      <p>
        {didNothing(happening)
          ? t('billing.topUp.sandbox.unchanged')
          : t(`billing.topUp.sandbox.told.${action}`, { count: answers.length, seconds: SANDBOX_LATE_SECONDS })}
      </p>
      {answers.map(({ status, body }, index) => (
        <p key={index} className={css.answer}>
          {t('billing.topUp.sandbox.answered', { status, body })}
        </p>
      ))}
    </li>
  )
}

function Payment({
  payment,
  serial,
  token,
  onActed,
}: Key & { payment: AnswerOf<typeof sandboxCalls.get>; onActed: () => void }) {
  const t = usePhrases()
  const format = useFormat()
  const [payerId, testerId, logId] = [useId(), useId(), useId()]
  const [happenings, setHappenings] = useState<readonly Happening[]>([])
  const [pressed, setPressed] = useState<SandboxAction>()
  const { act, isActing } = useAct(sandboxCalls.act, {
    onDone: (answer, { action }) => {
      setHappenings((now) => [{ ...answer, action, before: payment.state, id: now.length }, ...now])
      onActed()
    },
  })
  const buttons = (actions: readonly SandboxAction[]) =>
    actions.map((action) => (
      <Button
        key={action}
        kind={action === 'pay' ? 'primary' : 'plain'}
        size="large"
        isBusy={isActing && pressed === action}
        disabled={!sandboxAllows(action, payment.state)}
        onPress={() => {
          setPressed(action)
          void act({ serial, token, action })
        }}
      >
        {t(`billing.topUp.sandbox.actions.${action}`, { seconds: SANDBOX_LATE_SECONDS })}
      </Button>
    ))
  const { amountFen, subject, state, isRefunded, returnUrl } = payment
  return (
    <>
      <section className={css.card}>
        <p className={css.label}>{t('billing.topUp.sandbox.amount')}</p>
        <p className={css.amount}>{format.money(amountFen)}</p>
        <p className={css.tags} role="status">
          <StatusTag tone={TONES[state]}>{t(`billing.topUp.sandbox.states.${state}`)}</StatusTag>
          {isRefunded && <StatusTag tone="violet">{t('billing.topUp.sandbox.refunded')}</StatusTag>}
        </p>
        <dl className={css.facts}>
          <div>
            <dt>{t('billing.topUp.sandbox.item')}</dt>
            <dd>{subject}</dd>
          </div>
          <div>
            <dt>{t('billing.topUp.sandbox.serial')}</dt>
            <dd>{serial}</dd>
          </div>
        </dl>
        <div className={css.buttons} role="group" aria-labelledby={payerId}>
          <h2 id={payerId} className="sw-visually-hidden">
            {t('billing.topUp.sandbox.payer')}
          </h2>
          {buttons(PAYER)}
        </div>
      </section>
      <section className={css.card} aria-labelledby={testerId}>
        <h2 id={testerId}>{t('billing.topUp.sandbox.tester')}</h2>
        <p className={css.sentence}>{t('billing.topUp.sandbox.testerSentence')}</p>
        <div className={css.buttons}>{buttons(TESTER)}</div>
      </section>
      <section className={css.card} aria-labelledby={logId} hidden={happenings.length === 0}>
        <h2 id={logId}>{t('billing.topUp.sandbox.log')}</h2>
        <div role="log" aria-labelledby={logId}>
          <ol className={css.log}>
            {happenings.map((happening) => (
              <Told key={happening.id} happening={happening} />
            ))}
          </ol>
        </div>
      </section>
      <a className={css.back} href={returnUrl}>
        <ArrowLeft size={15} aria-hidden />
        {t('billing.topUp.sandbox.back')}
      </a>
    </>
  )
}

function Bad({ title, sentence, action }: { title: string; sentence: string; action?: ReactNode }) {
  return (
    <section className={css.card} role="alert">
      <CloudAlert size={24} aria-hidden />
      <h2>{title}</h2>
      <p className={css.sentence}>{sentence}</p>
      {action}
    </section>
  )
}

function Asked({ serial, token }: Key) {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(sandboxCalls.get, { serial, token }, { pollMs: ASKED_EVERY_MS })
  if (data) return <Payment serial={serial} token={token} payment={data} onActed={() => void refetch()} />
  if (!error)
    return (
      <p role="status" aria-busy>
        {t('shell.loading')}
      </p>
    )
  if (error instanceof Refusal)
    return <Bad title={t('billing.topUp.sandbox.badTitle')} sentence={t('billing.topUp.sandbox.badSentence')} />
  return (
    <Bad
      title={t('shell.failed.title')}
      sentence={t('identity.login.unreachable')}
      action={<Button onPress={() => void refetch()}>{t('billing.topUp.sandbox.retry')}</Button>}
    />
  )
}

export function SandboxPage() {
  const t = usePhrases()
  useTheme()
  const behind = new URLSearchParams(location.hash.slice(1))
  return (
    <div className={css.page}>
      <header className={css.head}>
        <FlaskConical size={20} aria-hidden />
        <h1>{t('billing.topUp.sandbox.title')}</h1>
      </header>
      <p className={css.notice}>{t('billing.topUp.sandbox.notice')}</p>
      <main className={css.main}>
        <Asked serial={behind.get('serial') ?? ''} token={behind.get('token') ?? ''} />
      </main>
    </div>
  )
}
