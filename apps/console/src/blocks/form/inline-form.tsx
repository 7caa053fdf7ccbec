// A small form inside a page: fields, a button and the server's refusal. Leaving it does not ask; a form with more to
// lose also uses `useLeaveGuard`.
import type { ReactNode } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import type { ButtonKind } from '../control/button.tsx'
import './form.css'
import { useFormSubmit } from './form-submit.ts'
import type { Saving } from './form-submit.ts'

interface InlineFormProps<Values extends object> extends Saving<Values> {
  label?: string
  saveText: string
  saveKind?: ButtonKind
  /** An action beside a refusal that belongs to no field. */
  remedy?: ReactNode
  onCancel?: () => void
  children: ReactNode
}

export function InlineForm<Values extends object>({
  form,
  label,
  saveText,
  saveKind = 'primary',
  isSaving,
  refusal,
  remedy,
  onSave,
  onCancel,
  children,
}: InlineFormProps<Values>) {
  const t = usePhrases()
  const element = useFormSubmit({ form, isSaving, refusal, onSave })
  return (
    <form {...element} className="inline-form" aria-label={label}>
      <div className="inline-form-fields" inert={isSaving}>
        {children}
      </div>
      <div className="inline-form-foot">
        <Button type="submit" kind={saveKind} isBusy={isSaving}>
          {saveText}
        </Button>
        {onCancel && <Button onPress={onCancel}>{t('blocks.form.cancel')}</Button>}
        <div className="form-bar-words" role="alert">
          {form.refusedWith && (
            <>
              <span className="field-error">{form.refusedWith}</span>
              {remedy}
            </>
          )}
        </div>
      </div>
    </form>
  )
}
