// The line for a code, in the forms that ask for one. A wrong character is told before anything is sent, because the
// server counts wrong codes; after too many, the form tells how long to wait.
import type { Refusal } from '@sealwright/client'
import { isCode, isLendingCode, plainCode, shownCode } from '@sealwright/contract'
import { TextLine } from '../../domains/identity/outside-parts.tsx'
import type { AnyForm } from '../../domains/identity/outside-parts.tsx'
import { SlowedDown } from '../../lib/password/slowed-down.tsx'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import css from './code.module.css'

/** Groups of four while the code is typed or pasted at its end. Corrections inside are left alone. */
const groupedCode = (typed: string, before: string) => (typed.startsWith(before) ? shownCode(plainCode(typed)) : typed)

/** What is wrong with a typed code; undefined if nothing is. */
export function codeProblem(t: Translate, typed: string): string | undefined {
  const code = plainCode(typed)
  if (code === '') return t('codePage.form.codeEmpty')
  if (isLendingCode(code)) return t('codePage.form.isLending')
  return isCode(code) ? undefined : t('codePage.form.codeWrong')
}

export function CodeLine({ form, value }: { form: AnyForm; value: string }) {
  const t = usePhrases()
  return (
    <TextLine
      form={form}
      name="code"
      className={css.codeInput ?? ''}
      autoComplete="off"
      autoCapitalize="characters"
      maxLength={40}
      placeholder={t('codePage.form.placeholder')}
      clean={(text) => groupedCode(text, value)}
    />
  )
}

/** Replaces the refusal of too many tries by a countdown. */
export function useTriesTrouble(refusal: Refusal | undefined) {
  const say = useSentences()
  return refusal?.error === 'codePage.tooManyTries' ? (
    <SlowedDown refusal={refusal} words={(seconds) => say('errors.codePage.tooManyTries', { seconds })} />
  ) : undefined
}
