// The first form: a code, and its password if it has one. A wrong character is told before anything is sent, because
// the server counts wrong codes.
import type { Refusal } from '@sealwright/client'
import { isCode, isLendingCode, plainCode, shownCode } from '@sealwright/contract'
import type { AnswerOf, ErrorName, codePageCalls } from '@sealwright/contract'
import { useCallback, useState } from 'react'
import { OutsideFields, PasswordLine, Submit, TextLine } from '../../domains/identity/outside-parts.tsx'
import { SlowedDown } from '../../lib/password/slowed-down.tsx'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { useSmallForm } from '../page/use-small-form.ts'
import { CALLS, useCodeAct } from './code-client.ts'
import page from '../page/page.module.css'
import css from './code.module.css'

/** Groups of four while the code is typed or pasted at its end. Corrections inside are left alone. */
export const groupedCode = (typed: string, before: string) =>
  typed.startsWith(before) ? shownCode(plainCode(typed)) : typed

/** What is wrong with a typed code; undefined if nothing is. */
export function codeProblem(t: Translate, typed: string): string | undefined {
  const code = plainCode(typed)
  if (code === '') return t('codePage.form.codeEmpty')
  if (isLendingCode(code)) return t('codePage.form.isLending')
  return isCode(code) ? undefined : t('codePage.form.codeWrong')
}

const ABOUT_PASSWORD: readonly (ErrorName | undefined)[] = ['codePage.passwordNeeded', 'codePage.passwordWrong']

interface CodeFormProps {
  /** The visit ended, and what was shown waits behind this form. */
  isOver: boolean
  onFound: (answer: AnswerOf<typeof codePageCalls.look>) => void
}

export function CodeForm({ isOver, onFound }: CodeFormProps) {
  const t = usePhrases()
  const say = useSentences()
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
        trouble={
          refusal?.error === 'codePage.tooManyTries' ? (
            <SlowedDown refusal={refusal} words={(seconds) => say('errors.codePage.tooManyTries', { seconds })} />
          ) : undefined
        }
        onSubmit={() => void look()}
        foot={<a href="#manage">{t('codePage.form.manage')}</a>}
      >
        <TextLine
          form={form}
          name="code"
          className={css.codeInput ?? ''}
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={40}
          placeholder={t('codePage.form.placeholder')}
          clean={(text) => groupedCode(text, values.code)}
        />
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
