// Activates an account, by the link of a message or by account and code. An account without a password sets one here:
// the check of a link reports that in advance, but with a code only the first refusal of the server does.
import { LIMITS, identityCalls } from '@sealwright/contract'
import { ruleSentence } from '@sealwright/phrases'
import { useState } from 'react'
import { LOGIN_PATH } from '../../lib/place/go.ts'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import { CodeLine } from './code-line.tsx'
import { LinkPage } from './link-page.tsx'
import type { Done } from './link-page.tsx'
import type { CheckedLink } from './message-link.tsx'
import { useOutsideForm } from './outside-form.ts'
import { AccountLine, NewPasswordLines, OutsideFormBody, Submit } from './outside-parts.tsx'
import { passAccount, passedAccount } from './passed-account.ts'

function ActivationForm({ found, onDone }: { found: CheckedLink | undefined; onDone: (done: Done) => void }) {
  const t = usePhrases()
  const say = useSentences()
  const [isFromSignIn] = useState(() => passedAccount() !== '')
  const [needsPassword, setNeedsPassword] = useState(found?.needsPassword ?? false)
  const { submit, ...form } = useOutsideForm({
    call: identityCalls.activate,
    initial: { account: found?.account ?? passedAccount(), verifyCode: '', password: '', confirmPassword: '' },
    spell: ({ account, verifyCode, password, confirmPassword }) => ({
      ...(found ? { link: found.link } : { account: account || undefined, verifyCode: verifyCode || undefined }),
      ...(needsPassword && password && { password, confirmPassword }),
    }),
    labels: { verifyCode: t('identity.activation.code') },
    digits: { verifyCode: LIMITS.verification.digits },
    also: ({ password }) =>
      needsPassword && password === ''
        ? { password: ruleSentence(say, 'required', t('identity.fields.password'), {}) }
        : {},
    lands: { 'identity.activationCodeWrong': 'verifyCode' },
  })
  if (!needsPassword && form.problemOf('password')) setNeedsPassword(true)
  const activate = async () => {
    const done = await submit()
    if (done) onDone({ account: form.values.account, canSignIn: done.canSignIn })
  }
  // End users have nothing to do in the console. Whoever comes from its sign-in page brings the account.
  const canSignIn = found ? found.canSignIn : isFromSignIn
  const sentence = () => {
    if (!found) return t('identity.activation.sentence')
    return t(needsPassword ? 'identity.activation.passwordSentence' : 'identity.activation.linkSentence', {
      account: found.account,
    })
  }
  return (
    <OutsideFormBody
      form={form}
      title={t('identity.activation.title')}
      sentence={sentence()}
      trouble={
        canSignIn && form.refusal?.error === 'identity.alreadyActivated' ? (
          <>
            {form.refusal.message}{' '}
            <a href={passAccount(LOGIN_PATH, form.values.account)}>{t('identity.reset.doneAction')}</a>
          </>
        ) : undefined
      }
      onSubmit={() => void activate()}
      foot={canSignIn && <a href={passAccount(LOGIN_PATH, form.values.account)}>{t('identity.reset.toLogin')}</a>}
    >
      {!found && (
        <>
          <AccountLine form={form} name="account" />
          <CodeLine
            form={form}
            name="verifyCode"
            target="account"
            purpose="activate"
            getText={t('identity.activation.getCode')}
            placeholder={t('identity.activation.codePlaceholder', { digits: LIMITS.verification.digits })}
          />
        </>
      )}
      {needsPassword && <NewPasswordLines form={form} />}
      <Submit isActing={form.isActing} acting={t('identity.activation.submitting')}>
        {t('identity.activation.submit')}
      </Submit>
    </OutsideFormBody>
  )
}

export function ActivationPage() {
  const t = usePhrases()
  return (
    <LinkPage
      purpose="activate"
      dropText={t('identity.links.activateByCode')}
      heading={t('identity.activation.doneHeading')}
      sentence={t('identity.activation.doneSentence')}
      sentenceInProgram={t('identity.activation.doneInProgram')}
    >
      {(found, onDone) => <ActivationForm found={found} onDone={onDone} />}
    </LinkPage>
  )
}
