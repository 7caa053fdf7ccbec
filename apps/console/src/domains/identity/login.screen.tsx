// The sign-in page: account and password. The router ends the stored session when this page opens. After sign-in, the
// remaining steps lead back to the page that the person wanted.
import { identityCalls, isMobile } from '@sealwright/contract'
import { useEffect, useRef, useState } from 'react'
import { useAnswer } from '../../lib/call/client.ts'
import { DoorBanner } from '../../lib/door-banner.tsx'
import { OutboxNote } from '../../lib/password/code-outcome.tsx'
import { useCodeSending, useIsKept } from '../../lib/password/code-sending.tsx'
import { SlowedDown } from '../../lib/password/slowed-down.tsx'
import { ACTIVATION_PAGE, INVITATION_PAGE, REGISTER_PATH, RESET_PAGE, prefetchWorkspace } from '../../lib/place/go.ts'
import { Link } from '../../lib/place/link.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useOutsideForm } from './outside-form.ts'
import { OutsideFrame } from './outside-frame.tsx'
import { AccountLine, OutsideFormBody, PasswordLine, Submit } from './outside-parts.tsx'
import { isJustRegistered, passAccount, passedAccount } from './passed-account.ts'
import { followSignIn, isForProgram } from './sign-in-steps.ts'
import css from './outside.module.css'

/** Offers to send the activation message again: by SMS to a mobile number, otherwise by e-mail. */
function NotActivated({ account, message }: { account: string; message: string }) {
  const t = usePhrases()
  const { send, isSending, outcomeFor } = useCodeSending('activate')
  const isKept = useIsKept(account)
  const outcome = outcomeFor(account)
  if (outcome?.minutes !== undefined) {
    return (
      <>
        <p className={css.told}>
          {t(isKept ? 'identity.login.activationMade' : 'identity.login.activationSent', outcome)}{' '}
          <a href={passAccount(ACTIVATION_PAGE, account)}>{t('identity.login.toActivate')}</a>
        </p>
        {isKept && (
          <p className={css.note}>
            <OutboxNote />
          </p>
        )}
      </>
    )
  }
  return (
    <>
      <p>{outcome?.problem ?? message}</p>
      <p>
        <button type="button" className={css.quiet} aria-busy={isSending} onClick={() => void send(account)}>
          {t(isMobile(account.trim()) ? 'identity.login.resendSms' : 'identity.login.resendMail')}
        </button>
      </p>
    </>
  )
}

export function Screen() {
  const t = usePhrases()
  const password = useRef<HTMLInputElement>(null)
  const [forProgram] = useState(isForProgram)
  const [justRegistered] = useState(isJustRegistered)
  const { data: door } = useAnswer(identityCalls.door, {}, { staleMs: Number.POSITIVE_INFINITY })
  const { submit, ...form } = useOutsideForm({
    call: identityCalls.login,
    initial: { account: passedAccount(), password: '' },
    spell: (values) => (forProgram ? { ...values, forProgram } : values),
  })
  const { account } = form.values
  const { refusal } = form
  const typing: typeof form = {
    ...form,
    set: (name, value) => {
      form.set(name, value)
      if (!forProgram) prefetchWorkspace()
    },
  }
  const trouble = () => {
    if (justRegistered && form.trouble === undefined)
      return <p className={css.told}>{t('identity.login.registered')}</p>
    if (refusal?.error === 'identity.notActivated') return <NotActivated account={account} message={refusal.message} />
    if (refusal?.error === 'identity.invitationOpen')
      return (
        <>
          {refusal.message} <a href={passAccount(INVITATION_PAGE, account)}>{t('identity.login.toInvitations')}</a>
        </>
      )
    if (refusal?.error === 'identity.slowedDown')
      return (
        <>
          <SlowedDown refusal={refusal} words={(seconds) => t('identity.login.slowedDown', { seconds })} />{' '}
          <a href={passAccount(RESET_PAGE, account)}>{t('identity.login.forgot')}</a>
        </>
      )
    if (refusal?.error === 'identity.useKnownDevice')
      return (
        <>
          {refusal.message} <a href={passAccount(RESET_PAGE, account)}>{t('identity.login.forgot')}</a>
        </>
      )
    return undefined
  }
  const signIn = async () => {
    const answer = await submit()
    if (answer) followSignIn(answer)
  }
  useEffect(() => {
    // The account is in its field now, so remove it from the address.
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search)
  }, [])
  useEffect(() => {
    if (!refusal) return
    password.current?.focus()
    password.current?.select()
  }, [refusal])
  return (
    <OutsideFrame>
      <DoorBanner />
      <OutsideFormBody
        form={form}
        title={t(forProgram ? 'identity.device.signIn' : 'identity.login.heading')}
        sentence={t(forProgram ? 'identity.device.signInSentence' : 'identity.login.sentence')}
        trouble={trouble()}
        onSubmit={() => void signIn()}
        foot={
          <>
            <a href={passAccount(RESET_PAGE, account)}>{t('identity.login.forgot')}</a>
            <a href={passAccount(ACTIVATION_PAGE, account)}>{t('identity.activation.title')}</a>
            {door?.registration !== 'closed' && (
              <p>
                {t('identity.login.noAccount')} <Link href={REGISTER_PATH}>{t('identity.login.register')}</Link>
              </p>
            )}
          </>
        }
      >
        <AccountLine form={typing} name="account" />
        <PasswordLine
          form={typing}
          name="password"
          ref={password}
          autoComplete="current-password"
          placeholder={t('identity.login.passwordPlaceholder')}
        />
        <Submit isActing={form.isActing} acting={t('identity.login.submitting')}>
          {t('identity.login.submit')}
        </Submit>
      </OutsideFormBody>
    </OutsideFrame>
  )
}
