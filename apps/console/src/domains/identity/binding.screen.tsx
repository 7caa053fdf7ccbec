// A step of sign-in: binds the e-mail address or the mobile number that the account lacks. A mobile number can be
// postponed; an e-mail address cannot.
import { LIMITS, identityCalls, isEmail, isMobile } from '@sealwright/contract'
import { ruleSentence } from '@sealwright/phrases'
import { useAct } from '../../lib/call/client.ts'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import { CodeLine } from './code-line.tsx'
import { useOutsideForm } from './outside-form.ts'
import { OutsideFrame } from './outside-frame.tsx'
import { OutsideFormBody, Submit, TextLine } from './outside-parts.tsx'
import { OwedState } from './owed-state.tsx'
import { backToLogin, followSignIn, useOwed } from './sign-in-steps.ts'
import css from './outside.module.css'

function BindingForm({ missing, isPostponable }: { missing: 'email' | 'mobile'; isPostponable: boolean }) {
  const t = usePhrases()
  const say = useSentences()
  const isMail = missing === 'email'
  const label = t(isMail ? 'identity.fields.email' : 'identity.fields.mobile')
  const { submit, ...form } = useOutsideForm({
    call: identityCalls.bind,
    initial: { target: '', verifyCode: '' },
    spell: (values) => values,
    labels: { target: label },
    digits: { verifyCode: LIMITS.verification.digits },
    also: ({ target }) =>
      (isMail ? isEmail : isMobile)(target.trim())
        ? {}
        : { target: ruleSentence(say, target === '' ? 'required' : isMail ? 'notEmail' : 'notMobile', label, {}) },
    lands: { 'identity.codeWrong': 'verifyCode', 'identity.addressTaken': 'target' },
  })
  const postponing = useAct(identityCalls.postponeBinding)
  const bind = async () => {
    const answer = await submit()
    if (answer) followSignIn(answer)
  }
  const postpone = async () => {
    const answer = await postponing.act({})
    if (answer) followSignIn(answer)
  }
  return (
    <OutsideFormBody
      form={form}
      title={t(isMail ? 'identity.binding.emailHeading' : 'identity.binding.mobileHeading')}
      sentence={t(isMail ? 'identity.binding.emailSentence' : 'identity.binding.mobileSentence')}
      onSubmit={() => void bind()}
    >
      <TextLine
        form={form}
        name="target"
        inputMode={isMail ? 'email' : 'tel'}
        autoComplete={isMail ? 'email' : 'tel-national'}
        autoCapitalize="none"
        placeholder={t(isMail ? 'identity.binding.emailPlaceholder' : 'identity.binding.mobilePlaceholder')}
      />
      <CodeLine form={form} name="verifyCode" target="target" purpose="bind" />
      <Submit isActing={form.isActing} acting={t('identity.binding.submitting')}>
        {t('identity.binding.submit')}
      </Submit>
      <div className={css.ways}>
        {isPostponable && (
          <button type="button" className={css.quiet} aria-busy={postponing.isActing} onClick={() => void postpone()}>
            {t('identity.binding.later')}
          </button>
        )}
        <button type="button" className={css.quiet} onClick={backToLogin}>
          {t('identity.mfa.toLogin')}
        </button>
      </div>
    </OutsideFormBody>
  )
}

export function Screen() {
  const { data, error, refetch } = useOwed(identityCalls.binding, {})
  return (
    <OutsideFrame>
      {data ? <BindingForm {...data} /> : <OwedState error={error} onRetry={() => void refetch()} />}
    </OutsideFrame>
  )
}
