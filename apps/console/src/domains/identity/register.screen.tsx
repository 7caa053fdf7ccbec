// The registration page, which creates a developer. It also sends the promotion code and the advertisement parameters
// that the first visit brought.
import { DEFAULT_TIME_ZONE, LIMITS, TIME_ZONES, identityCalls, ownTimeZone, zoneIdOf } from '@sealwright/contract'
import { CircleCheck, DoorClosed } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useAnswer } from '../../lib/call/client.ts'
import { useCountdown } from '../../lib/countdown.ts'
import { LOGIN_PATH, TERMS_PATH, goToHref } from '../../lib/place/go.ts'
import { Link } from '../../lib/place/link.tsx'
import { STORED } from '../../lib/stored.ts'
import { ownCountry, useCountryOptions } from '../../lib/words/countries.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useTimeZoneOptions } from '../../lib/words/time-zones.ts'
import { CodeLine } from './code-line.tsx'
import { useOutsideForm } from './outside-form.ts'
import { OutsideFrame, OutsideNotice } from './outside-frame.tsx'
import {
  AccountLine,
  CheckLine,
  NewPasswordLines,
  OutsideFormBody,
  SelectLine,
  Submit,
  TextLine,
} from './outside-parts.tsx'
import { keepTyped, passAccount, passRegistered, typedBefore } from './passed-account.ts'
import css from './outside.module.css'

/** The browser's time zone, or the default one if the contract does not list it. */
function ownZone(): number {
  const here = ownTimeZone()
  return zoneIdOf(TIME_ZONES.some(({ zone }) => zone === here) ? here : DEFAULT_TIME_ZONE)
}

function Registered({ account }: { account: string }) {
  const t = usePhrases()
  const login = passRegistered(LOGIN_PATH, account)
  const { secondsLeft, start } = useCountdown()
  useEffect(() => {
    start(LIMITS.console.registerRedirectMs / 1000)
    const timer = setTimeout(() => goToHref(login, { replace: true }), LIMITS.console.registerRedirectMs)
    return () => clearTimeout(timer)
  }, [start, login])
  return (
    <OutsideNotice
      icon={CircleCheck}
      tone="ok"
      title={t('identity.register.doneHeading')}
      action={
        <Link href={login} className={`sw-button sw-button-primary ${css.submit ?? ''}`}>
          {t('identity.register.doneAction')}
        </Link>
      }
    >
      {t('identity.register.doneSentence', { seconds: secondsLeft })}
    </OutsideNotice>
  )
}

function RegisterForm({ onDone }: { onDone: (account: string) => void }) {
  const t = usePhrases()
  const countries = useCountryOptions()
  const timeZones = useTimeZoneOptions()
  const [initial] = useState(() => ({
    developerName: '',
    account: '',
    verifyCode: '',
    password: '',
    confirmPassword: '',
    country: ownCountry(),
    timeZone: ownZone(),
    spreadCode: STORED.spreadCode.get() ?? '',
    acceptTerms: false,
    invitationCode: '',
    ...typedBefore(),
  }))
  const { data: door, refetch } = useAnswer(identityCalls.door, {}, { staleMs: Number.POSITIVE_INFINITY })
  const { submit, ...form } = useOutsideForm({
    call: identityCalls.register,
    initial,
    spell: ({ spreadCode, invitationCode, ...values }) => ({
      ...values,
      ...(door?.termsVersion !== undefined && { termsVersion: door.termsVersion }),
      ...(invitationCode.trim() !== '' && { invitationCode: invitationCode.trim() }),
      spreadCode: spreadCode || undefined,
      bdVid: STORED.bd_log_query.get(),
      keyword: STORED.source_keyword.get(),
    }),
    digits: { verifyCode: LIMITS.verification.digits },
    lands: { 'identity.codeWrong': 'verifyCode', 'identity.accountTaken': 'account' },
  })
  const { developerName, account, country, timeZone } = form.values
  useEffect(() => keepTyped({ developerName, account, country, timeZone }), [developerName, account, country, timeZone])
  const register = async () => {
    if (await submit()) {
      keepTyped()
      onDone(account)
    }
    // The center may have changed who can register, or the terms.
    else void refetch()
  }
  if (door?.registration === 'closed')
    return (
      <OutsideNotice
        icon={DoorClosed}
        title={t('identity.register.closedHeading')}
        action={
          <Link href={LOGIN_PATH} className={`sw-button sw-button-primary ${css.submit ?? ''}`}>
            {t('identity.register.toLogin')}
          </Link>
        }
      >
        {t('identity.register.closedSentence')}
      </OutsideNotice>
    )
  return (
    <OutsideFormBody
      form={form}
      title={t('identity.register.heading')}
      sentence={t('identity.register.sentence')}
      onSubmit={() => void register()}
      foot={
        <p>
          {t('identity.register.haveAccount')}{' '}
          <Link href={passAccount(LOGIN_PATH, form.values.account)}>{t('identity.register.toLogin')}</Link>
        </p>
      }
    >
      <TextLine
        form={form}
        name="developerName"
        autoComplete="organization"
        placeholder={t('identity.register.developerNamePlaceholder')}
      />
      {door?.registration === 'invitation' && <TextLine form={form} name="invitationCode" autoComplete="off" />}
      <AccountLine form={form} name="account" />
      <CodeLine form={form} name="verifyCode" target="account" purpose="register" />
      <NewPasswordLines form={form} />
      <SelectLine
        form={form}
        name="country"
        autoComplete="country"
        choices={countries.map(({ code, label }) => ({ value: code, label }))}
      />
      <SelectLine form={form} name="timeZone" choices={timeZones.map(({ id, label }) => ({ value: id, label }))} />
      {initial.spreadCode !== '' && (
        <TextLine
          form={form}
          name="spreadCode"
          autoComplete="off"
          aside={<span className={css.optional}>{t('identity.register.optional')}</span>}
        />
      )}
      <CheckLine form={form} name="acceptTerms">
        {t('identity.register.accept')} {/* In a new tab, so that the typed values stay. */}
        <a href={TERMS_PATH} target="_blank" rel="noopener">
          {t('identity.register.terms')}
        </a>
      </CheckLine>
      <Submit isActing={form.isActing} acting={t('identity.register.submitting')}>
        {t('identity.register.submit')}
      </Submit>
    </OutsideFormBody>
  )
}

export function Screen() {
  const [account, setAccount] = useState<string>()
  return (
    <OutsideFrame>
      {account === undefined ? <RegisterForm onDone={setAccount} /> : <Registered account={account} />}
    </OutsideFrame>
  )
}
