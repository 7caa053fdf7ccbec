// The page of a form: title, sections, and a sticky bar with the buttons and the server's refusal. Leaving with changes
// asks first. form-state.ts holds the values.
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { takeLostFocus } from '../../lib/place/sight.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import './form.css'
import { PageHead } from '../control/page-head.tsx'
import { useFormSubmit } from './form-submit.ts'
import type { Saving } from './form-submit.ts'
import { useLeaveGuard } from './leave-guard.ts'

interface FormPageProps<Values extends object> extends Saving<Values> {
  title: ReactNode
  sentence: ReactNode
  saveText: string
  /** An action beside a refusal that belongs to no field. */
  remedy?: ReactNode
  /** The reason why the form cannot be saved, shown beside the button. */
  whyNot?: string | undefined
  /** A one-line summary of the values to save. */
  summary?: ReactNode
  /** Further buttons that save. Their `value` tells `onSave` which one was pressed. */
  buttons?: ReactNode
  onCancel: () => void
  children: ReactNode
}

export function FormPage<Values extends object>({
  form,
  title,
  sentence,
  saveText,
  isSaving,
  refusal,
  remedy,
  whyNot,
  summary,
  buttons,
  onSave,
  onCancel,
  children,
}: FormPageProps<Values>) {
  const t = usePhrases()
  useLeaveGuard(form)
  const element = useFormSubmit({ form, isSaving, refusal, onSave: whyNot === undefined ? onSave : () => undefined })
  const { ref } = element
  // Where no field takes the focus, the link that opened the page has lost it.
  useEffect(() => takeLostFocus(ref.current?.querySelector('h1')), [ref])
  const errors = form.errorsUnder('')
  return (
    <form {...element} className="form-page">
      <PageHead title={title} sentence={sentence} />
      <div className="form-sections" inert={isSaving}>
        {children}
      </div>
      <div className="form-bar">
        <div className="form-bar-inner">
          <Button type="submit" kind="primary" isBusy={isSaving} disabled={whyNot !== undefined}>
            {saveText}
          </Button>
          {buttons}
          <Button onPress={onCancel}>{t('blocks.form.cancel')}</Button>
          <div className="form-bar-words" role="alert">
            {form.refusedWith ? (
              <>
                <span className="field-error">{form.refusedWith}</span>
                {remedy}
              </>
            ) : (
              (errors > 0 || whyNot !== undefined) && (
                <span className="field-error">{errors > 0 ? t('blocks.form.errors', { count: errors }) : whyNot}</span>
              )
            )}
          </div>
          {summary && <p className="form-bar-summary">{summary}</p>}
        </div>
      </div>
    </form>
  )
}
