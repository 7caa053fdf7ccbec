// A small form in a dialog, for one or two fields. Put `data-first-focus` on the first field: otherwise the close
// button gets the focus.
import type { ReactNode } from 'react'
import { ModalFrame } from '../../lib/dialog/dialog.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import './form.css'
import { useFormSubmit } from './form-submit.ts'
import type { Saving } from './form-submit.ts'

interface FormDialogProps<Values extends object> extends Saving<Values> {
  title: string
  saveText: string
  /** The action cannot be undone. */
  isDanger?: boolean
  onClose: () => void
  children: ReactNode
}

export function FormDialog<Values extends object>({
  form,
  title,
  saveText,
  isDanger = false,
  isSaving,
  refusal,
  onSave,
  onClose,
  children,
}: FormDialogProps<Values>) {
  const t = usePhrases()
  const element = useFormSubmit({ form, isSaving, refusal, onSave })
  // A sent request cannot be canceled; its answer closes the dialog.
  const close = () => {
    if (!isSaving) onClose()
  }
  return (
    <ModalFrame title={title} onClose={close}>
      <form {...element} className="dialog-form">
        <div className="inline-form-fields" inert={isSaving}>
          {children}
        </div>
        <div className="dialog-form-foot">
          <div className="form-bar-words" role="alert">
            {form.refusedWith && <span className="field-error">{form.refusedWith}</span>}
          </div>
          <Button onPress={close}>{t('blocks.form.cancel')}</Button>
          <Button type="submit" kind={isDanger ? 'danger' : 'primary'} isBusy={isSaving}>
            {saveText}
          </Button>
        </div>
      </form>
    </ModalFrame>
  )
}
