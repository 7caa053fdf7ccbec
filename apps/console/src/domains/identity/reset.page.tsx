// Resets a forgotten password, by the link or by the code of a message.
import { LIMITS, identityCalls } from '@sealwright/contract'
import { LOGIN_PATH } from '../../lib/place/go.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { CodeLine } from './code-line.tsx'
import { LinkPage } from './link-page.tsx'
import type { Done } from './link-page.tsx'
import type { CheckedLink } from './message-link.tsx'
import { useOutsideForm } from './outside-form.ts'
import { AccountLine, NewPasswordLines, OutsideFormBody, Submit } from './outside-parts.tsx'
import { passAccount, passedAccount } from './passed-account.ts'

function ResetForm({ found, onDone }: { found: CheckedLink | undefined; onDone: (done: Done) => void }) {
  const t = usePhrases()
  const { submit, ...form } = useOutsideForm({
    call: identityCalls.resetPassword,
    initial: { account: found?.account ?? passedAccount(), verifyCode: '', password: '', confirmPassword: '' },
    spell: ({ account, verifyCode, ...passwords }) => ({
      ...(found ? { link: found.link } : { account: account || undefined, verifyCode: verifyCode || undefined }),
      ...passwords,
    }),
    labels: { password: t('identity.reset.newPassword') },
    digits: { verifyCode: LIMITS.verification.digits },
    lands: { 'identity.codeWrong': 'verifyCode' },
  })
  const reset = async () => {
    const done = await submit()
    if (done) onDone({ account: form.values.account, canSignIn: done.canSignIn })
  }
  return (
    <OutsideFormBody
      form={form}
      title={t('identity.reset.title')}
      sentence={found ? t('identity.reset.linkSentence', { account: found.account }) : t('identity.reset.sentence')}
      onSubmit={() => void reset()}
      foot={
        // End users have nothing to do in the console.
        found?.canSignIn !== false && (
          <a href={passAccount(LOGIN_PATH, form.values.account)}>{t('identity.reset.toLogin')}</a>
        )
      }
    >
      {!found && (
        <>
          <AccountLine form={form} name="account" />
          <CodeLine form={form} name="verifyCode" target="account" purpose="resetPassword" />
        </>
      )}
      <NewPasswordLines form={form} />
      <Submit isActing={form.isActing} acting={t('identity.reset.submitting')}>
        {t('identity.reset.submit')}
      </Submit>
    </OutsideFormBody>
  )
}

export function ResetPage() {
  const t = usePhrases()
  return (
    <LinkPage
      purpose="resetPassword"
      dropText={t('identity.links.resetAgain')}
      heading={t('identity.reset.doneHeading')}
      sentence={t('identity.reset.doneSentence')}
      sentenceInProgram={t('identity.reset.doneInProgram')}
    >
      {(found, onDone) => <ResetForm found={found} onDone={onDone} />}
    </LinkPage>
  )
}
