// The logo field of a form: a PNG with a preview, checked before it replaces the current logo.
import { ruleSentence, violationSentence } from '@sealwright/phrases'
import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { base64Of } from '../../lib/call/file-content.ts'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import { fieldViolations } from './field-rules.ts'
import type { FieldSchema } from './field-rules.ts'
import { Field } from './field.tsx'
import './form.css'
import type { Form } from './form-state.ts'

interface LogoFieldProps<Values extends { logo: string }> {
  form: Form<Values>
  schema: FieldSchema
  maxBytes: number
}

export function LogoField<Values extends { logo: string }>({ form, schema, maxBytes }: LogoFieldProps<Values>) {
  const t = usePhrases()
  const say = useSentences()
  const input = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const [refusal, setRefusal] = useState<{ words: string; restarts: number }>()
  const { logo } = form.values
  // A restart of the form, as after saving, drops the error of a refused file.
  const refused = refusal?.restarts === form.restarts ? refusal.words : undefined
  const setRefused = (words: string | undefined) =>
    setRefusal(words === undefined ? undefined : { words, restarts: form.restarts })
  const setLogo = (picture: string) => form.set('logo', picture)

  const choose = async (file: File | undefined) => {
    if (!file) return
    // Do not read a file that is too large: a video chosen by mistake would fill the memory.
    const isTooLarge = file.size > maxBytes
    const picture = isTooLarge ? '' : await base64Of(file)
    const [violation] = isTooLarge ? [] : fieldViolations(schema, 'logo', picture)
    if (isTooLarge) setRefused(ruleSentence(say, 'logoTooLarge', form.labelOf('logo'), { max: maxBytes }))
    else if (violation) setRefused(violationSentence(say, form.domain, violation))
    else {
      setRefused(undefined)
      setLogo(picture)
    }
  }

  return (
    <Field form={form} name="logo" help={t('blocks.logo.help')} refused={refused}>
      {({ onBlur: _onBlur, ...control }) => (
        <div className="logo-field">
          {logo ? (
            <img className="logo-preview" src={`data:image/png;base64,${logo}`} alt={t('blocks.logo.alt')} />
          ) : (
            <span className="logo-preview logo-empty">
              <ImagePlus size={20} aria-hidden />
            </span>
          )}
          <input
            {...control}
            ref={input}
            className="sw-visually-hidden"
            type="file"
            accept="image/png"
            tabIndex={-1}
            onChange={(event) => {
              void choose(event.target.files?.[0])
              // Allow the same file to be chosen again, after a change on disk.
              event.target.value = ''
            }}
          />
          <Button ref={chooser} onPress={() => input.current?.click()}>
            {logo ? t('blocks.logo.replace') : t('blocks.logo.choose')}
          </Button>
          {logo && (
            <Button
              kind="quiet"
              onPress={() => {
                setRefused(undefined)
                setLogo('')
                // This button disappears with the logo.
                chooser.current?.focus()
              }}
            >
              {t('blocks.logo.remove')}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}
