// An amount in a form: people type yuan, the form keeps fen. A text that is no amount stays in the form as it is, so
// that the schema refuses it.
import { FEN_A_YUAN, LIMITS, fenOf, yuanText } from '@sealwright/contract'
import { ruleSentence } from '@sealwright/phrases'
import { useState } from 'react'
import { TextInput } from '../../../blocks/control/text-input.tsx'
import { Field } from '../../../blocks/form/field.tsx'
import type { TextNames } from '../../../blocks/form/field.tsx'
import type { Form } from '../../../blocks/form/form-state.ts'
import { useSentences } from '../../../lib/words/i18n.tsx'

interface YuanFieldProps<Values extends object> {
  form: Form<Values>
  name: TextNames<Values>
  help?: string
  placeholder?: string
}

const MAX = LIMITS.approval.fenMax
const shown = (fen: string) => (/^\d+$/.test(fen) ? yuanText(Number(fen)).replaceAll(',', '') : fen)

/** Give it `form.restarts` as its key. */
export function YuanField<Values extends object>({ form, name, help, placeholder }: YuanFieldProps<Values>) {
  const say = useSentences()
  const [text, setText] = useState(() => shown(form.values[name] as string)) // `TextNames` lets string fields in only
  const fen = fenOf(text)
  // The schema counts in fen; people read yuan.
  const wrong =
    fen === undefined
      ? ruleSentence(say, 'notAmount', form.labelOf(name), {})
      : ruleSentence(say, 'tooBig', form.labelOf(name), { max: MAX / FEN_A_YUAN })
  return (
    <Field form={form} name={name} help={help} clearerError={wrong}>
      {(control) => (
        <span className="flow-yuan">
          <span aria-hidden>¥</span>
          <TextInput
            {...control}
            inputMode="decimal"
            value={text}
            placeholder={placeholder}
            onText={(typed) => {
              setText(typed)
              const sum = fenOf(typed)
              // The sign keeps a text that is no amount from being read as fen.
              const kept = sum === undefined ? (typed.trim() === '' ? '' : `¥${typed}`) : String(sum)
              form.set(name, kept as Values[typeof name]) // the same
            }}
          />
        </span>
      )}
    </Field>
  )
}
