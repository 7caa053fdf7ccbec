// Resets a forgotten password, by the link or by the code of a message.
import { LIMITS, identityCalls } from '@sealwright/contract'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { LOGIN_PATH } from '../../lib/place/go.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { CodeLine } from './code-line.tsx'
import { ByLink, ToLogin } from './message-link.tsx'
import type { CheckedLink } from './message-link.tsx'
import { useOutsideForm } from './outside-form.ts'
import { OutsideFrame, OutsideNotice } from './outside-frame.tsx'
import { AccountLine, NewPasswordLines, OutsideFormBody, Submit } from './outside-parts.tsx'
import { passAccount, passedAccount } from './passed-account.ts'

interface Reset {
  account: string
  canSignIn: boolean
}

function ResetForm({ found, onDone }: { found: CheckedLink | undefined; onDone: (done: Reset) => void }) {
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
  const [done, setDone] = useState<Reset>()
  return (
    <OutsideFrame>
      {done ? (
        <OutsideNotice
          icon={CircleCheck}
          tone="ok"
          title={t('identity.reset.doneHeading')}
          action={done.canSignIn && <ToLogin account={done.account}>{t('identity.reset.doneAction')}</ToLogin>}
        >
          {t(done.canSignIn ? 'identity.reset.doneSentence' : 'identity.reset.doneInProgram')}
        </OutsideNotice>
      ) : (
        <ByLink purpose="resetPassword" dropText={t('identity.links.resetAgain')}>
          {(found) => <ResetForm found={found} onDone={setDone} />}
        </ByLink>
      )}
    </OutsideFrame>
  )
}
