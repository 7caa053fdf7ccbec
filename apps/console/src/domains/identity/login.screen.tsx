// Signing in with an account and a password. Native inputs only: this page loads before the widget kit and must be light.
// Visiting it ends the stored session (the router does that); signing in leads back to where the person was.
import { DEFAULT_LOCALE, LOCALES, fromWire, identityCalls, violationsOf } from '@sealwright/contract'
import { violationSentence } from '@sealwright/phrases'
import { Eye, EyeOff } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { FormEvent, ReactNode, RefObject } from 'react'
import { textHandlers } from '../../blocks/typed-text.ts'
import { useAct } from '../../lib/client.ts'
import { connectionBack, useConnection } from '../../lib/connection.ts'
import { useLanguage, usePhrases, useSentences } from '../../lib/i18n.tsx'
import { Mark } from '../../lib/mark.tsx'
import { goToHref, prefetchWorkspace, returnPath } from '../../lib/go.ts'
import { chooseLocale } from '../../lib/preferences.ts'
import { STORED } from '../../lib/stored.ts'
import { dismissAllToasts } from '../../lib/toast.ts'
import { LoginPicture } from './login-picture.tsx'
import css from './login.module.css'

type Field = 'account' | 'password'
const NOTHING = { account: '', password: '' }

/** The sentence on each field that is not right; the same rules and words as the server's. */
function useProblems(values: typeof NOTHING): Partial<Record<Field, string>> {
  const say = useSentences()
  const { payload } = identityCalls.login
  const given = fromWire(payload, values)
  const result = payload.safeParse(given)
  if (result.success) return {}
  return Object.fromEntries(violationsOf(result.error, given).map((violation) => [violation.path, violationSentence(say, identityCalls.login.domain, violation)]))
}

function Line({ id, label, problem, children }: { id: string; label: string; problem: string | undefined; children: ReactNode }) {
  return (
    <div className={css.line}>
      <label htmlFor={id}>{label}</label>
      {children}
      {problem && (
        <p id={`${id}-problem`} className={css.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

/** What ties an input to its label and to what is wrong with it. */
function tied(id: string, problem: string | undefined) {
  return { id, className: css.input, 'aria-invalid': problem !== undefined, 'aria-describedby': problem && `${id}-problem` }
}

function LanguageSwitch() {
  const t = usePhrases()
  const locale = useLanguage((language) => language.locale)
  const other = LOCALES.find((name) => name !== locale) ?? DEFAULT_LOCALE
  return (
    <button type="button" className="sw-button" lang={other === 'zh' ? 'zh-CN' : 'en'} onClick={() => void chooseLocale(other)}>
      {t(`shell.locales.${other}`)}
    </button>
  )
}

function LoginForm() {
  const t = usePhrases()
  const id = useId()
  const [values, setValues] = useState(NOTHING)
  const [isTried, setTried] = useState(false)
  const [isPasswordShown, setPasswordShown] = useState(false)
  const problems = useProblems(values)
  const isLost = useConnection((state) => state.isLost)
  const account = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  const { act, isActing, refusal, reset } = useAct(identityCalls.login, { showsRefusal: true })

  const change = (field: Field, text: string) => {
    setValues({ ...values, [field]: text })
    reset()
    connectionBack()
    prefetchWorkspace()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const wrong: [Field, RefObject<HTMLInputElement | null>][] = [['account', account], ['password', password]]
    const first = wrong.find(([field]) => problems[field])
    if (first) {
      first[1].current?.focus()
      return
    }
    const answer = await act(values)
    if (!answer) {
      password.current?.select()
      return
    }
    STORED.ssId.set(answer.ssId)
    dismissAllToasts()
    goToHref(returnPath(), { replace: true })
  }
  const shown: Partial<Record<Field, string>> = isTried ? problems : {}
  return (
    <form className={css.form} onSubmit={(event) => void submit(event)} noValidate>
      <h1>{t('identity.login.heading')}</h1>
      <p className={css.sentence}>{t('identity.login.sentence')}</p>
      {(refusal || isLost) && (
        <p className={css.refusal} role="alert">
          {refusal?.message ?? t('identity.login.unreachable')}
        </p>
      )}
      <Line id={`${id}-account`} label={t('identity.fields.account')} problem={shown.account}>
        <input
          {...tied(`${id}-account`, shown.account)}
          ref={account}
          name="account"
          type="text"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          placeholder={t('identity.login.accountPlaceholder')}
          value={values.account}
          {...textHandlers((text) => change('account', text))}
        />
      </Line>
      <Line id={`${id}-password`} label={t('identity.fields.password')} problem={shown.password}>
        <span className={css.secret}>
          <input
            {...tied(`${id}-password`, shown.password)}
            ref={password}
            name="password"
            type={isPasswordShown ? 'text' : 'password'}
            autoComplete="current-password"
            placeholder={t('identity.login.passwordPlaceholder')}
            value={values.password}
            // As it is: a password may hold anything.
            onInput={(event) => change('password', event.currentTarget.value)}
          />
          <button type="button" className={css.eye} aria-label={t(isPasswordShown ? 'identity.login.hidePassword' : 'identity.login.showPassword')} onClick={() => setPasswordShown(!isPasswordShown)}>
            {isPasswordShown ? <EyeOff size={17} aria-hidden /> : <Eye size={17} aria-hidden />}
          </button>
        </span>
      </Line>
      <button type="submit" className={`sw-button sw-button-primary ${css.submit ?? ''}`} aria-busy={isActing}>
        {t(isActing ? 'identity.login.submitting' : 'identity.login.submit')}
      </button>
    </form>
  )
}

export function Screen() {
  const t = usePhrases()
  return (
    <div className={css.page}>
      <div className={css.side}>
        <header className={css.head}>
          <span className={css.brand}>
            <Mark size={30} />
            {t('common.productName')}
          </span>
          <LanguageSwitch />
        </header>
        <main className={css.main}>
          <LoginForm />
        </main>
      </div>
      <LoginPicture />
    </div>
  )
}
