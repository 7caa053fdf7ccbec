// Confirms the sign-in of a program: the code that the program shows, then who asks for what, and the decision. Only a
// click confirms. The developer's name comes from the server; the program itself states the other names.
import { LIMITS, deviceLoginCalls, isUserCode, plainUserCode } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { Monitor } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useAct } from '../../lib/call/client.ts'
import { useConnection } from '../../lib/call/connection.ts'
import { SlowedDown } from '../../lib/password/slowed-down.tsx'
import { useSearchOf } from '../../lib/place/place.ts'
import { forgetSession } from '../../lib/stored.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { useOutsideForm } from './outside-form.ts'
import { OutsideFrame, OutsideNotice } from './outside-frame.tsx'
import { OutsideFormBody, Submit, TextLine, Trouble } from './outside-parts.tsx'
import { signInAgain } from './sign-in-steps.ts'
import css from './device.module.css'
import outside from './outside.module.css'

type Asked = AnswerOf<typeof deviceLoginCalls.get>
type Decision = 'confirmed' | 'denied'
const DONE = {
  confirmed: { tone: 'ok', title: 'identity.device.confirmed', sentence: 'identity.device.confirmedSentence' },
  denied: { tone: 'plain', title: 'identity.device.denied', sentence: 'identity.device.deniedSentence' },
} as const

function OtherAccount() {
  const t = usePhrases()
  return (
    <button type="button" className={outside.quiet} onClick={signInAgain}>
      {t('identity.device.otherAccount')}
    </button>
  )
}

function CodeForm({ onFound }: { onFound: (asked: Asked) => void }) {
  const t = usePhrases()
  const { userCode: given = '' } = useSearchOf('/device')
  const { submit, ...form } = useOutsideForm({
    call: deviceLoginCalls.get,
    initial: { userCode: given },
    spell: (values) => values,
  })
  const look = async () => {
    const found = await submit()
    if (found) onFound(found)
  }
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  // A complete code is looked up at once, typed or from the address. This confirms nothing.
  const { userCode } = form.values
  useEffect(() => {
    if (isUserCode(plainUserCode(userCode))) void latest.current()
  }, [userCode])
  return (
    <OutsideFormBody
      form={form}
      title={t('identity.device.heading')}
      sentence={t('identity.device.sentence', { letters: LIMITS.deviceLogin.userCodeLetters })}
      trouble={form.refusal?.error === 'identity.slowedDown' ? <SlowedDown refusal={form.refusal} /> : undefined}
      onSubmit={() => void look()}
      foot={<OtherAccount />}
    >
      <TextLine
        form={form}
        name="userCode"
        placeholder="XXXX-XXXX"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={32}
        className={css.typed ?? ''}
      />
      <Submit isActing={form.isActing} acting={t('identity.device.next')}>
        {t('identity.device.next')}
      </Submit>
    </OutsideFormBody>
  )
}

interface AskProps {
  asked: Asked
  onDecided: (decision: Decision) => void
  onOtherCode: () => void
}

function Ask({ asked, onDecided, onOtherCode }: AskProps) {
  const t = usePhrases()
  const format = useFormat()
  const heading = useRef<HTMLHeadingElement>(null)
  const isLost = useConnection((state) => state.isLost)
  const confirming = useAct(deviceLoginCalls.confirm, { showsRefusal: true })
  const denying = useAct(deviceLoginCalls.deny, { showsRefusal: true })
  // Not the button: a person who presses Enter by habit must not confirm.
  useEffect(() => heading.current?.focus(), [])
  const { userCode, developerName } = asked
  const decide = async ({ act }: Pick<typeof confirming, 'act'>, decision: Decision) => {
    const answer = await act({ userCode })
    if (!answer) return
    if (answer.isSignedOut) forgetSession()
    onDecided(decision)
  }
  const facts: [label: string, value: string | null][] = [
    [t('identity.device.account'), asked.account],
    [t('identity.device.program'), asked.programName],
    [t('identity.device.machine'), asked.machineName],
    [t('identity.device.network'), asked.network],
    [t('identity.device.at'), format.time(asked.createTime)],
  ]
  const refusal = confirming.refusal ?? denying.refusal
  const trouble = refusal?.message ?? (isLost ? t('identity.login.unreachable') : undefined)
  return (
    <section className={outside.form}>
      <h1 ref={heading} tabIndex={-1}>
        {t('identity.device.askTitle', { developer: developerName })}
      </h1>
      <p className={outside.sentence}>{t('identity.device.askSentence')}</p>
      {trouble !== undefined && <Trouble>{trouble}</Trouble>}
      <p className={css.code}>{userCode}</p>
      <dl className={css.facts}>
        {facts.map(
          ([label, value]) =>
            value !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd>
                  <bdi>{value}</bdi>
                </dd>
              </div>
            ),
        )}
      </dl>
      {(asked.programName ?? asked.machineName) !== null && (
        <p className={outside.note}>{t('identity.device.stated')}</p>
      )}
      <p className={css.warning}>{t('identity.device.warning')}</p>
      <div className={css.decision}>
        <button
          type="button"
          className={`sw-button ${outside.submit ?? ''}`}
          aria-busy={denying.isActing}
          onClick={() => void decide(denying, 'denied')}
        >
          {t('identity.device.deny')}
        </button>
        <button
          type="button"
          className={`sw-button sw-button-primary ${outside.submit ?? ''}`}
          aria-busy={confirming.isActing}
          onClick={() => void decide(confirming, 'confirmed')}
        >
          {t('identity.device.confirm')}
        </button>
      </div>
      <div className={outside.foot}>
        <button type="button" className={outside.quiet} onClick={onOtherCode}>
          {t('identity.device.otherCode')}
        </button>
        <OtherAccount />
      </div>
    </section>
  )
}

function Body() {
  const t = usePhrases()
  const [asked, setAsked] = useState<Asked>()
  const [decision, setDecision] = useState<Decision>()
  if (decision) {
    const { tone, title, sentence } = DONE[decision]
    return (
      <OutsideNotice icon={Monitor} tone={tone} title={t(title)}>
        {t(sentence)}
      </OutsideNotice>
    )
  }
  if (!asked) return <CodeForm onFound={setAsked} />
  return <Ask asked={asked} onDecided={setDecision} onOtherCode={() => setAsked(undefined)} />
}

export function Screen() {
  return (
    <OutsideFrame>
      <Body />
    </OutsideFrame>
  )
}
