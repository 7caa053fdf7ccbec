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

function ResetForm({ found, onDone }: { found: CheckedLink | undefined; onDone: (account: string) => void }) {
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
    if (await submit()) onDone(form.values.account)
  }
  return (
    <OutsideFormBody
      form={form}
      title={t('identity.reset.title')}
      sentence={found ? t('identity.reset.linkSentence', { account: found.account }) : t('identity.reset.sentence')}
      onSubmit={() => void reset()}
      foot={<a href={passAccount(LOGIN_PATH, form.values.account)}>{t('identity.reset.toLogin')}</a>}
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
  const [account, setAccount] = useState<string>()
  return (
    <OutsideFrame>
      {account !== undefined ? (
        <OutsideNotice
          icon={CircleCheck}
          tone="ok"
          title={t('identity.reset.doneHeading')}
          action={<ToLogin account={account}>{t('identity.reset.doneAction')}</ToLogin>}
        >
          {t('identity.reset.doneSentence')}
        </OutsideNotice>
      ) : (
        <ByLink purpose="resetPassword" dropText={t('identity.links.resetAgain')}>
          {(found) => <ResetForm found={found} onDone={setAccount} />}
        </ByLink>
      )}
    </OutsideFrame>
  )
}
