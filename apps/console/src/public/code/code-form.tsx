// The first form: a code, and its password if it has one.
import type { Refusal } from '@sealwright/client'
import { plainCode } from '@sealwright/contract'
import type { AnswerOf, ErrorName, codePageCalls } from '@sealwright/contract'
import { useCallback, useState } from 'react'
import { OutsideFields, PasswordLine, Submit } from '../../domains/identity/outside-parts.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useSmallForm } from '../page/use-small-form.ts'
import { CALLS, useCodeAct } from './code-client.ts'
import { CodeLine, codeProblem, useTriesTrouble } from './code-line.tsx'
import page from '../page/page.module.css'
import css from './code.module.css'

const ABOUT_PASSWORD: readonly (ErrorName | undefined)[] = ['codePage.passwordNeeded', 'codePage.passwordWrong']

interface CodeFormProps {
  /** The visit ended, and what was shown waits behind this form. */
  isOver: boolean
  onFound: (answer: AnswerOf<typeof codePageCalls.look>) => void
}

export function CodeForm({ isOver, onFound }: CodeFormProps) {
  const t = usePhrases()
  const [hasPassword, setHasPassword] = useState(false)
  const showsPassword = useCallback(({ error }: Refusal) => {
    if (ABOUT_PASSWORD.includes(error)) setHasPassword(true)
    return false
  }, [])
  const { submit, ...form } = useSmallForm(
    {
      initial: { code: '', password: '' },
      labels: { code: t('codePage.fields.code'), password: t('codePage.fields.password') },
      check: ({ code, password }) => ({
        code: codeProblem(t, code),
        password: hasPassword && password === '' ? t('codePage.form.passwordEmpty') : undefined,
      }),
      spell: ({ code, password }) => ({ code: plainCode(code), ...(hasPassword && password && { password }) }),
      lands: {
        'codePage.notFound': 'code',
        'codePage.passwordNeeded': 'password',
        'codePage.passwordWrong': 'password',
      },
    },
    useCodeAct(CALLS.look, showsPassword),
  )
  const { refusal, isActing, values } = form
  const look = async () => {
    const found = await submit()
    if (found) onFound(found)
  }

  return (
    <div className={`${page.formCard} ${css.entry}`}>
      <OutsideFields
        form={form}
        head={
          <div className={page.formHead}>
            <h1>{t(isOver ? 'codePage.form.overTitle' : 'codePage.form.title')}</h1>
            <p>{t(isOver ? 'codePage.form.overSentence' : 'codePage.form.sentence')}</p>
          </div>
        }
        trouble={useTriesTrouble(refusal)}
        onSubmit={() => void look()}
        foot={<a href="#manage">{t('codePage.form.manage')}</a>}
      >
        <CodeLine form={form} value={values.code} />
        {hasPassword && (
          <PasswordLine form={form} name="password" autoComplete="off" note={t('codePage.form.passwordNote')} />
        )}
        <Submit isActing={isActing} acting={t('codePage.form.submitting')}>
          {t('codePage.form.submit')}
        </Submit>
      </OutsideFields>
    </div>
  )
}
