// The second step of sign-in: a one-time password, a passkey or a recovery code, depending on the account.
import { Refusal } from '@sealwright/client'
import { LIMITS, identityCalls } from '@sealwright/contract'
import type { SecondFactor } from '@sealwright/contract'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { KeyRound } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { callServer, useAct } from '../../lib/call/client.ts'
import { useConnection } from '../../lib/call/connection.ts'
import { loadInTime } from '../../lib/load-in-time.ts'
import { SlowedDown } from '../../lib/password/slowed-down.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useOutsideForm } from './outside-form.ts'
import { OutsideFrame } from './outside-frame.tsx'
import { CheckLine, DigitsLine, OutsideFormBody, Submit, TextLine, Trouble } from './outside-parts.tsx'
import { OwedState } from './owed-state.tsx'
import { backToLogin, followSignIn, useOwed } from './sign-in-steps.ts'
import css from './outside.module.css'

const { digits, trustDays } = LIMITS.secondFactor

interface WayProps {
  isTrusting: boolean
  onTrust: (isTrusting: boolean) => void
  /** Buttons for the other methods, and back to the sign-in page. */
  foot: ReactNode
}

function CodeWay({ method, isTrusting, onTrust, foot }: WayProps & { method: 'totp' | 'recovery' }) {
  const t = usePhrases()
  const { submit, ...form } = useOutsideForm({
    call: identityCalls.mfaVerify,
    initial: { code: '', trustDevice: isTrusting },
    // An empty code stays in the payload: the schema refuses it, so the form is not sent.
    spell: ({ code, trustDevice }) => ({ method, code, trustDevice }),
    labels: { code: t(method === 'totp' ? 'identity.mfa.totpLabel' : 'identity.mfa.recoveryLabel') },
    digits: method === 'totp' ? { code: digits } : {},
    lands: { 'identity.secondFactorWrong': 'code' },
  })
  const verify = async () => {
    const answer = await submit()
    if (answer) followSignIn(answer)
  }
  const { code } = form.values
  const latest = useRef(verify)
  useEffect(() => {
    latest.current = verify
  })
  useEffect(() => {
    if (method === 'totp' && code.length === digits) void latest.current()
  }, [method, code])
  const kept: typeof form = {
    ...form,
    set: (name, value) => {
      form.set(name, value)
      if (name === 'trustDevice') onTrust(value === true)
    },
  }
  return (
    <OutsideFormBody
      form={form}
      title={t('identity.mfa.title')}
      sentence={method === 'totp' ? t('identity.mfa.totpSentence', { digits }) : t('identity.mfa.recoverySentence')}
      trouble={form.refusal?.error === 'identity.slowedDown' ? <SlowedDown refusal={form.refusal} /> : undefined}
      onSubmit={() => void verify()}
    >
      {/* Above the code: typing its last digit submits the form. */}
      <CheckLine form={kept} name="trustDevice">
        {t('identity.mfa.trust', { days: trustDays })}
      </CheckLine>
      {method === 'totp' ? (
        <DigitsLine form={kept} name="code" maxLength={digits + 1} />
      ) : (
        <TextLine form={kept} name="code" autoComplete="off" autoCapitalize="none" />
      )}
      <Submit isActing={form.isActing} acting={t('identity.mfa.submitting')}>
        {t('identity.mfa.submit')}
      </Submit>
      {foot}
    </OutsideFormBody>
  )
}

/**
 * Asks the browser for a passkey. Throws a refusal of the server; any other failure, such as a cancel, gives undefined.
 */
async function signedByPasskey(): Promise<Record<string, unknown> | undefined> {
  try {
    // Every attempt needs a new challenge.
    const [{ startAuthentication }, { passkey }] = await Promise.all([
      loadInTime(() => import('@simplewebauthn/browser')),
      callServer(identityCalls.mfaOptions, {}),
    ])
    const optionsJSON = passkey as unknown as PublicKeyCredentialRequestOptionsJSON // made by the library on the server
    return { ...(await startAuthentication({ optionsJSON })) }
  } catch (error) {
    if (error instanceof Refusal) throw error
    return undefined
  }
}

function PasskeyWay({ isTrusting, onTrust, foot }: WayProps) {
  const t = usePhrases()
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string>()
  const isLost = useConnection((state) => state.isLost)
  const { act, isActing, refusal } = useAct(identityCalls.mfaVerify, { showsRefusal: true })
  const verify = async () => {
    if (isWaiting || isActing) return
    setWaiting(true)
    setProblem(undefined)
    try {
      const credential = await signedByPasskey()
      if (!credential) return setProblem(t('identity.mfa.passkeyCancelled'))
      const answer = await act({ method: 'passkey', credential, trustDevice: isTrusting })
      if (answer) followSignIn(answer)
    } catch (error) {
      if (error instanceof Refusal) setProblem(error.message)
      else throw error
    } finally {
      setWaiting(false)
    }
    return undefined
  }
  const trouble = isLost ? t('identity.login.unreachable') : (problem ?? refusal?.message)
  return (
    <div className={css.form}>
      <h1>{t('identity.mfa.title')}</h1>
      <p className={css.sentence}>{t('identity.mfa.passkeySentence')}</p>
      {trouble && !isWaiting && <Trouble>{trouble}</Trouble>}
      <label className={`${css.line} ${css.check}`}>
        <input type="checkbox" checked={isTrusting} onChange={(event) => onTrust(event.target.checked)} />
        <span>{t('identity.mfa.trust', { days: trustDays })}</span>
      </label>
      <button
        type="button"
        className={`sw-button sw-button-primary ${css.submit ?? ''}`}
        aria-busy={isWaiting}
        onClick={() => void verify()}
        autoFocus
      >
        <KeyRound size={17} aria-hidden />
        {t(isWaiting ? 'identity.mfa.passkeyWaiting' : 'identity.mfa.usePasskey')}
      </button>
      {foot}
    </div>
  )
}

function Ways({ methods }: { methods: readonly SecondFactor[] }) {
  const t = usePhrases()
  const [method, setMethod] = useState<SecondFactor>(methods[0] ?? 'totp')
  const [isTrusting, setTrusting] = useState(false)
  const words = {
    totp: t('identity.mfa.useTotp'),
    passkey: t('identity.mfa.instead'),
    recovery: t('identity.mfa.useRecovery'),
  }
  const foot = (
    <div className={css.ways}>
      {methods
        .filter((other) => other !== method)
        .map((other) => (
          <button key={other} type="button" className={css.quiet} onClick={() => setMethod(other)}>
            {words[other]}
          </button>
        ))}
      <button type="button" className={css.quiet} onClick={backToLogin}>
        {t('identity.mfa.toLogin')}
      </button>
    </div>
  )
  const way = { isTrusting, onTrust: setTrusting, foot }
  return method === 'passkey' ? <PasskeyWay {...way} /> : <CodeWay key={method} method={method} {...way} />
}

export function Screen() {
  const { data, error, refetch } = useOwed(identityCalls.mfaOptions, {})
  return (
    <OutsideFrame>
      {data ? <Ways methods={data.methods} /> : <OwedState error={error} onRetry={() => void refetch()} />}
    </OutsideFrame>
  )
}
