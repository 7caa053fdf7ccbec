// The ways to set up the second factor that a developer requires: an app or a passkey. Recovery codes come last.
import { Refusal } from '@sealwright/client'
import { LIMITS, ownAccountCalls } from '@sealwright/contract'
import type { AnswerOf, identityCalls } from '@sealwright/contract'
import { useQuery } from '@tanstack/react-query'
import { Check, Copy, KeyRound } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { QrCode } from '../../blocks/control/qr-code.tsx'
import { callServer, useAct } from '../../lib/call/client.ts'
import { loadInTime } from '../../lib/load-in-time.ts'
import { goToHref, returnPath } from '../../lib/place/go.ts'
import { STORED } from '../../lib/stored.ts'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useOutsideForm } from './outside-form.ts'
import { DigitsLine, OutsideFormBody, Submit, Trouble } from './outside-parts.tsx'
import { OwedState } from './owed-state.tsx'
import { backToLogin } from './sign-in-steps.ts'
import own from './factor.module.css'
import css from './outside.module.css'

const { digits } = LIMITS.secondFactor
type CreationOptions = Parameters<typeof import('@simplewebauthn/browser').startRegistration>[0]['optionsJSON']

/** In groups of four, for typing by hand. */
const inFours = (secret: string) => secret.replaceAll(/.{4}(?=.)/g, '$& ')

function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const t = usePhrases()
  const [wasCopied, setWasCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setWasCopied(true)
    } catch {
      toast.warning(t('identity.factor.notCopied'))
    }
  }
  return (
    <div className={css.form}>
      <h1>{t('identity.factor.codesHeading')}</h1>
      <p className={css.sentence}>{t('identity.factor.codesSentence')}</p>
      <ul className={own.recovery} aria-label={t('identity.factor.codesHeading')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <button type="button" className={`sw-button ${css.submit ?? ''}`} onClick={() => void copy()}>
        {wasCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
        {t(wasCopied ? 'identity.factor.copied' : 'identity.factor.copy')}
      </button>
      <button
        type="button"
        className={`sw-button sw-button-primary ${css.submit ?? ''}`}
        autoFocus
        onClick={() => goToHref(returnPath(), { replace: true })}
      >
        {t('identity.factor.done')}
      </button>
    </div>
  )
}

interface WayProps {
  foot: ReactNode
  onDone: (codes: readonly string[]) => void
}

function TotpForm({ secret, uri, foot, onDone }: AnswerOf<typeof ownAccountCalls.startTotp> & WayProps) {
  const t = usePhrases()
  const { submit, ...form } = useOutsideForm({
    call: ownAccountCalls.enableTotp,
    initial: { code: '' },
    spell: (values) => values,
    labels: { code: t('identity.factor.code') },
    digits: { code: digits },
    lands: { 'identity.secondFactorWrong': 'code' },
  })
  const enable = async () => {
    const answer = await submit()
    if (answer) onDone(answer.recoveryCodes)
  }
  return (
    <OutsideFormBody
      form={form}
      title={t('identity.factor.title')}
      sentence={t('identity.factor.sentence')}
      onSubmit={() => void enable()}
    >
      <p className={css.note}>{t('identity.factor.scan', { digits })}</p>
      <div className={own.qr}>
        <QrCode text={uri} label={t('identity.factor.qr')} />
        <div>
          {t('identity.factor.secret')}
          <code>{inFours(secret)}</code>
        </div>
      </div>
      <DigitsLine form={form} name="code" maxLength={digits + 1} />
      <Submit isActing={form.isActing} acting={t('identity.factor.submitting')}>
        {t('identity.factor.submit')}
      </Submit>
      {foot}
    </OutsideFormBody>
  )
}

function Totp(way: WayProps) {
  // One secret for the whole step: another one would not fit what the app scanned.
  const { data, error, refetch } = useQuery({
    queryKey: ['factor.totp', STORED.ssId.get()],
    queryFn: () => callServer(ownAccountCalls.startTotp, {}),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data ? <TotpForm {...data} {...way} /> : <OwedState error={error} onRetry={() => void refetch()} />
}

function Passkey({ foot, onDone }: WayProps) {
  const t = usePhrases()
  const [isWaiting, setWaiting] = useState(false)
  const [problem, setProblem] = useState<string>()
  const add = useAct(ownAccountCalls.addPasskey, { showsRefusal: true })
  const create = async () => {
    if (isWaiting) return
    setWaiting(true)
    setProblem(undefined)
    try {
      const [{ startRegistration }, { options }] = await Promise.all([
        loadInTime(() => import('@simplewebauthn/browser')),
        callServer(ownAccountCalls.startPasskey, {}),
      ])
      const optionsJSON = options as unknown as CreationOptions // from the server half of the library
      const credential = { ...(await startRegistration({ optionsJSON })) }
      const added = await add.act({ name: t('identity.factor.passkeyDefault'), credential })
      if (added) onDone(added.recoveryCodes ?? [])
    } catch (error) {
      setProblem(error instanceof Refusal ? error.message : t('identity.factor.passkeyCancelled'))
    } finally {
      setWaiting(false)
    }
  }
  const trouble = problem ?? add.refusal?.message
  return (
    <div className={css.form}>
      <h1>{t('identity.factor.title')}</h1>
      <p className={css.sentence}>{t('identity.factor.sentence')}</p>
      {trouble && !isWaiting && <Trouble>{trouble}</Trouble>}
      <button
        type="button"
        className={`sw-button sw-button-primary ${css.submit ?? ''}`}
        aria-busy={isWaiting}
        onClick={() => void create()}
        autoFocus
      >
        <KeyRound size={17} aria-hidden />
        {t(isWaiting ? 'identity.factor.passkeyWaiting' : 'identity.factor.createPasskey')}
      </button>
      {foot}
    </div>
  )
}

export function Ways({ canAddPasskey }: AnswerOf<typeof identityCalls.factor>) {
  const t = usePhrases()
  const [isPasskey, setPasskey] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  if (codes) return <RecoveryCodes codes={codes} />
  const foot = (
    <div className={css.ways}>
      {canAddPasskey && (
        <button type="button" className={css.quiet} onClick={() => setPasskey(!isPasskey)}>
          {t(isPasskey ? 'identity.factor.totp' : 'identity.factor.passkey')}
        </button>
      )}
      <button type="button" className={css.quiet} onClick={backToLogin}>
        {t('identity.mfa.toLogin')}
      </button>
    </div>
  )
  return isPasskey ? <Passkey foot={foot} onDone={setCodes} /> : <Totp foot={foot} onDone={setCodes} />
}
