// A logo in a form: a PNG, shown as it will look, checked before it replaces the one there is.
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
  // Of a file that was chosen for what is saved by now, nothing more is said.
  const refused = refusal?.restarts === form.restarts ? refusal.words : undefined
  const setRefused = (words: string | undefined) =>
    setRefusal(words === undefined ? undefined : { words, restarts: form.restarts })
  const setLogo = (picture: string) => form.set('logo', picture)

  const choose = async (file: File | undefined) => {
    if (!file) return
    // Not even read when it is too large: a video chosen by mistake should not fill the memory.
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
    <Field
      form={form}
      name="logo"
      help={
        refused ? (
          <span className="field-error" role="alert">
            {refused}
          </span>
        ) : (
          t('blocks.logo.help')
        )
      }
    >
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
              // The same file may be chosen again after it was changed on the disk.
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
                // This button goes with the picture.
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
