// Asks for a new sign-in link. The answer does not tell whether the address is a lending administrator of the code, and
// neither does this page.
import { LIMITS, isEmail, plainCode } from '@sealwright/contract'
import { ChevronLeft, MailCheck } from 'lucide-react'
import { useState } from 'react'
import { OutsideFields, Submit, TextLine } from '../../domains/identity/outside-parts.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { Notice } from '../page/notice.tsx'
import { useSmallForm } from '../page/use-small-form.ts'
import { CALLS, showsNothing, useCodeAct } from './code-client.ts'
import { CodeLine, codeProblem, useTriesTrouble } from './code-line.tsx'
import page from '../page/page.module.css'
import css from './code.module.css'

/** `isOptional`: an empty address is right. */
export function emailProblem(t: Translate, typed: string, field: string, isOptional = false): string | undefined {
  const email = typed.trim()
  if (email === '') return isOptional ? undefined : t('rules.required', { field })
  return isEmail(email) ? undefined : t('rules.notEmail', { field })
}

function LinkForm({ onSent }: { onSent: (email: string) => void }) {
  const t = usePhrases()
  const emailLabel = t('codePage.link.email')
  const { submit, ...form } = useSmallForm(
    {
      initial: { code: '', email: '' },
      labels: { code: t('codePage.fields.code'), email: emailLabel },
      check: ({ code, email }) => ({ code: codeProblem(t, code), email: emailProblem(t, email, emailLabel) }),
      spell: ({ code, email }) => ({ code: plainCode(code), email: email.trim() }),
    },
    useCodeAct(CALLS.requestLink, showsNothing),
  )
  const ask = async () => {
    if (await submit()) onSent(form.values.email.trim())
  }
  return (
    <div className={`${page.formCard} ${css.entry}`}>
      <OutsideFields
        form={form}
        head={
          <div className={page.formHead}>
            <a className={page.back} href="#">
              <ChevronLeft size={16} aria-hidden />
              {t('codePage.link.back')}
            </a>
            <h1>{t('codePage.link.title')}</h1>
            <p>{t('codePage.link.sentence')}</p>
          </div>
        }
        trouble={useTriesTrouble(form.refusal)}
        onSubmit={() => void ask()}
      >
        <CodeLine form={form} value={form.values.code} />
        <TextLine form={form} name="email" type="email" inputMode="email" autoComplete="email" autoCapitalize="none" />
        <Submit isActing={form.isActing} acting={t('codePage.link.submitting')}>
          {t('codePage.link.submit')}
        </Submit>
      </OutsideFields>
    </div>
  )
}

export function RequestLink() {
  const t = usePhrases()
  const [sentTo, setSentTo] = useState<string>()
  if (sentTo === undefined) return <LinkForm onSent={setSentTo} />
  return (
    <Notice icon={MailCheck} tone="ok" title={t('codePage.link.sentTitle')}>
      <p className={page.sentence}>
        {t('codePage.link.sentSentence', { email: sentTo, hours: LIMITS.lending.linkHours })}
      </p>
      <p className={page.aside}>{t('codePage.link.sentNone')}</p>
      <div className={css.buttons}>
        <button type="button" className="sw-button" onClick={() => setSentTo(undefined)}>
          {t('codePage.link.another')}
        </button>
        <a className="sw-button" href="#">
          {t('codePage.link.back')}
        </a>
      </div>
    </Notice>
  )
}
