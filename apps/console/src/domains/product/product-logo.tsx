// The logo of a product: a PNG, shown as it will look, checked before it replaces the one there is.
import { LIMITS, productFields } from '@sealwright/contract'
import { fieldLabel, ruleSentence, violationSentence } from '@sealwright/phrases'
import { ImagePlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../../blocks/button.tsx'
import { fieldViolations } from '../../blocks/field-rules.ts'
import { Field } from '../../blocks/field.tsx'
import type { Form } from '../../blocks/form-state.ts'
import { usePhrases, useSentences } from '../../lib/i18n.tsx'
import { base64Of } from './file-content.ts'
import type { ProductDraft } from './product-draft.ts'

export function ProductLogo({ form }: { form: Form<ProductDraft> }) {
  const t = usePhrases()
  const say = useSentences()
  const input = useRef<HTMLInputElement>(null)
  const chooser = useRef<HTMLButtonElement>(null)
  const [refused, setRefused] = useState<string>()
  const { logo } = form.values

  const choose = async (file: File | undefined) => {
    if (!file) return
    // Not even read when it is too large: a video chosen by mistake should not fill the memory.
    const isTooLarge = file.size > LIMITS.product.logoBytes
    const picture = isTooLarge ? '' : await base64Of(file)
    const [violation] = isTooLarge ? [] : fieldViolations(productFields.logo, 'logo', picture)
    if (isTooLarge) setRefused(ruleSentence(say, 'logoTooLarge', fieldLabel(say, 'product', 'logo'), { max: LIMITS.product.logoBytes }))
    else if (violation) setRefused(violationSentence(say, 'product', violation))
    else {
      setRefused(undefined)
      form.set('logo', picture)
    }
  }

  return (
    <Field form={form} name="logo" help={refused ? <span className="field-error" role="alert">{refused}</span> : t('product.logo.help')}>
      {({ onBlur: _onBlur, ...control }) => (
        <div className="logo-field">
          {logo ? (
            <img className="logo-preview" src={`data:image/png;base64,${logo}`} alt={t('product.logo.alt')} />
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
          <Button ref={chooser} onPress={() => input.current?.click()}>{logo ? t('product.logo.replace') : t('product.logo.choose')}</Button>
          {logo && (
            <Button
              kind="quiet"
              onPress={() => {
                setRefused(undefined)
                form.set('logo', '')
                // This button goes with the picture.
                chooser.current?.focus()
              }}
            >
              {t('product.logo.remove')}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}
