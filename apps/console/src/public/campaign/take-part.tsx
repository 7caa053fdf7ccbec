// The two forms with which a visitor takes part: with a code sent to the account, which also registers it, or with the
// account's password. A refusal shows on its field and never changes what was typed; switching keeps the account.
import type { Refusal } from '@sealwright/client'
import { ACCOUNT_TYPES, LIMITS, campaignVisitCalls, isEmail, isMobile } from '@sealwright/contract'
import type { CampaignJoined, CampaignVisited, ErrorName } from '@sealwright/contract'
import { ChevronLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { Toaster } from '../../app/toaster.tsx'
import { CodeField } from '../../domains/identity/code-field.tsx'
import { useOutsideFormState } from '../../domains/identity/outside-form-state.ts'
import {
  AccountLine,
  CheckLine,
  NewPasswordLines,
  OutsideFields,
  PasswordLine,
  Submit,
} from '../../domains/identity/outside-parts.tsx'
import type { AnyForm } from '../../domains/identity/outside-parts.tsx'
import { useCodeOutcome } from '../../lib/password/code-outcome.tsx'
import { SlowedDown } from '../../lib/password/slowed-down.tsx'
import { TERMS_PATH } from '../../lib/place/go.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Way } from './offer.tsx'
import { useVisitAct } from './use-visit-act.ts'
import { visitBrought, visitWhere } from './visit-place.ts'
import page from '../page/page.module.css'

interface FormProps {
  visited: CampaignVisited
  showRefusal: (refusal: Refusal) => boolean
  onJoined: (joined: CampaignJoined) => void
  /** Typed in the other form. */
  account: string
  onAccount: (account: string) => void
}

/** Refusals about the account, whichever way it takes part. */
const ON_ACCOUNT = {
  'activity.accountType': 'account',
  'activity.newOnly': 'account',
  'activity.held': 'account',
} as const satisfies Partial<Record<ErrorName, 'account'>>

/** The label and the attributes of the account, by the types that the campaign accepts. */
function useAccountKind({ accountTypes }: CampaignVisited) {
  const t = usePhrases()
  const [takesEmail, takesPhone] = [ACCOUNT_TYPES.email, ACCOUNT_TYPES.phone].map((type) => accountTypes.includes(type))
  if (takesEmail && !takesPhone)
    return {
      label: t('activity.visit.form.email'),
      input: { inputMode: 'email', placeholder: t('activity.visit.form.emailPlaceholder') } as const,
      problemOf: (account: string) => (isMobile(account) ? t('activity.visit.form.emailOnly') : undefined),
    }
  if (takesPhone && !takesEmail)
    return {
      label: t('activity.visit.form.phone'),
      input: { inputMode: 'tel', placeholder: t('activity.visit.form.phonePlaceholder') } as const,
      problemOf: (account: string) => (isEmail(account) ? t('activity.visit.form.phoneOnly') : undefined),
    }
  return { label: t('identity.fields.account'), input: {}, problemOf: () => undefined }
}

interface FrameProps {
  form: AnyForm
  title: string
  sentence: string
  trouble?: ReactNode
  onSubmit: () => void
  children: ReactNode
  other: { href: string; words: string }
}

function FormFrame({ form, title, sentence, trouble, onSubmit, children, other }: FrameProps) {
  const t = usePhrases()
  return (
    <OutsideFields
      form={form}
      head={
        <div className={page.formHead}>
          <a className={page.back} href="#">
            <ChevronLeft size={16} aria-hidden />
            {t('activity.visit.form.back')}
          </a>
          <h2>{title}</h2>
          <p>{sentence}</p>
        </div>
      }
      trouble={trouble}
      onSubmit={onSubmit}
      foot={<a href={other.href}>{other.words}</a>}
    >
      {children}
      <Submit isActing={form.isActing} acting={t('activity.visit.form.submitting')}>
        {t('activity.visit.form.submit')}
      </Submit>
    </OutsideFields>
  )
}

const troubleOf = (refusal: Refusal | undefined) =>
  refusal?.error === 'identity.slowedDown' ? <SlowedDown refusal={refusal} /> : undefined

function RegisterForm({ visited, showRefusal, onJoined, account, onAccount }: FormProps) {
  const t = usePhrases()
  const kind = useAccountKind(visited)
  const { submit, ...form } = useOutsideFormState(
    {
      call: campaignVisitCalls.register,
      initial: { account, verifyCode: '', password: '', confirmPassword: '', acceptTerms: false },
      spell: (values) => ({ ...visitWhere(), ...values, ...visitBrought() }),
      labels: { account: kind.label },
      digits: { verifyCode: LIMITS.verification.digits },
      also: (values) => ({ account: kind.problemOf(values.account.trim()) }),
      lands: { ...ON_ACCOUNT, 'identity.codeWrong': 'verifyCode' },
    },
    useVisitAct(campaignVisitCalls.register, showRefusal),
  )
  const { act, ...sender } = useVisitAct(campaignVisitCalls.sendCode, showRefusal)
  const sending = useCodeOutcome({ ...sender, act: (target) => act({ ...visitWhere(), account: target }) })
  useEffect(() => onAccount(form.values.account), [form.values.account, onAccount])
  const register = async () => {
    const joined = await submit()
    if (joined) onJoined(joined)
  }
  return (
    <FormFrame
      form={form}
      title={t('activity.visit.form.codeTitle')}
      sentence={t('activity.visit.form.codeSentence')}
      trouble={troubleOf(form.refusal)}
      onSubmit={() => void register()}
      other={{ href: '#password', words: t('activity.visit.form.toPassword') }}
    >
      <AccountLine form={form} name="account" {...kind.input} />
      <CodeField
        form={form}
        name="verifyCode"
        target="account"
        sending={sending}
        isKept={isEmail(form.values.account.trim()) ? visited.keepsMail : visited.keepsSms}
      />
      <NewPasswordLines form={form} />
      <CheckLine form={form} name="acceptTerms">
        {t('identity.register.accept')} {/* In a new tab, so that the typed values stay. */}
        <a href={TERMS_PATH} target="_blank" rel="noopener">
          {t('identity.register.terms')}
        </a>
      </CheckLine>
    </FormFrame>
  )
}

function JoinForm({ visited, showRefusal, onJoined, account, onAccount }: FormProps) {
  const t = usePhrases()
  const kind = useAccountKind(visited)
  const { submit, ...form } = useOutsideFormState(
    {
      call: campaignVisitCalls.join,
      initial: { account, password: '' },
      spell: (values) => ({ ...visitWhere(), ...values, ...visitBrought() }),
      labels: { account: kind.label },
      also: (values) => ({ account: kind.problemOf(values.account.trim()) }),
      lands: { ...ON_ACCOUNT, 'identity.loginFailed': 'password' },
    },
    useVisitAct(campaignVisitCalls.join, showRefusal),
  )
  useEffect(() => onAccount(form.values.account), [form.values.account, onAccount])
  const join = async () => {
    const joined = await submit()
    if (joined) onJoined(joined)
  }
  return (
    <FormFrame
      form={form}
      title={t('activity.visit.form.passwordTitle')}
      sentence={t('activity.visit.form.passwordSentence')}
      trouble={troubleOf(form.refusal)}
      onSubmit={() => void join()}
      other={{ href: '#code', words: t('activity.visit.form.toCode') }}
    >
      <AccountLine form={form} name="account" {...kind.input} />
      <PasswordLine
        form={form}
        name="password"
        autoComplete="current-password"
        placeholder={t('identity.login.passwordPlaceholder')}
      />
    </FormFrame>
  )
}

export function TakePart({ way, ...props }: Omit<FormProps, 'account' | 'onAccount'> & { way: Way }) {
  const [account, setAccount] = useState('')
  const Form = way === 'code' ? RegisterForm : JoinForm
  return (
    <div className={page.formCard}>
      <Form key={way} {...props} account={account} onAccount={setAccount} />
      <Toaster />
    </div>
  )
}
