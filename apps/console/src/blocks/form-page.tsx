// The page around a form: title, sections, and a bar that stays in sight with the buttons and with what the server refused. Leaving with
// changes asks first. It keeps no values; see form-state.ts.
import type { Refusal } from '@sealwright/client'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { confirm } from '../lib/dialog.tsx'
import { usePhrases } from '../lib/i18n.tsx'
import { STORED } from '../lib/stored.ts'
import { Button } from './button.tsx'
import './form.css'
import type { Form } from './form-state.ts'
import { useThrottled } from './throttle.ts'

interface FormPageProps<Values extends object> {
  form: Form<Values>
  title: ReactNode
  sentence: ReactNode
  saveText: string
  isSaving: boolean
  /** What the server said last, as `useAct` tells it. */
  refusal: Refusal | undefined
  /** What can be done about a refusal that is about no field, beside the sentence. */
  remedy?: ReactNode
  onSave: (values: Record<string, unknown>) => void
  onCancel: () => void
  children: ReactNode
}

function focusFirstError(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid=true]')
  first?.focus({ preventScroll: true })
  first?.scrollIntoView({ block: 'center', behavior: 'auto' })
}

export function FormPage<Values extends object>({ form, title, sentence, saveText, isSaving, refusal, remedy, onSave, onCancel, children }: FormPageProps<Values>) {
  const t = usePhrases()
  const element = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (form.pointing > 0) focusFirstError(element.current)
  }, [form.pointing])
  const refuse = useEffectEvent(form.refuse)
  useEffect(() => refuse(refusal), [refusal])

  useBlocker({
    // A session that is over has nothing to stay for: what is behind the question is gone already.
    shouldBlockFn: async () =>
      form.isDirty() &&
      STORED.ssId.get() !== undefined &&
      !(await confirm({
        title: t('blocks.form.leaveTitle'),
        body: t('blocks.form.leaveBody'),
        confirmText: t('blocks.form.leave'),
        cancelText: t('blocks.form.stay'),
        tone: 'danger',
      })),
    enableBeforeUnload: form.isDirty,
  })

  // What is typed while the answer is on its way would be neither sent nor kept. Being still takes the focus from the field that saved by
  // Enter, which gets it back.
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    if (!isSaving && document.activeElement === document.body && focused.current instanceof HTMLElement) focused.current.focus({ preventScroll: true })
  }, [isSaving])

  const save = useThrottled(() => {
    if (isSaving) return
    const values = form.check()
    if (!values) return
    focused.current = document.activeElement
    onSave(values)
  })
  const errors = form.errorsUnder('')
  return (
    <form
      ref={element}
      className="form-page"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <header className="page-head">
        <div className="page-head-words">
          <h1>{title}</h1>
          <p>{sentence}</p>
        </div>
      </header>
      <div className="form-sections" inert={isSaving}>
        {children}
      </div>
      <div className="form-bar">
        <div className="form-bar-inner">
          <Button type="submit" kind="primary" isBusy={isSaving}>
            {saveText}
          </Button>
          <Button onPress={onCancel}>{t('blocks.form.cancel')}</Button>
          <div className="form-bar-words" role="alert">
            {form.refusedWith ? (
              <>
                <span className="field-error">{form.refusedWith}</span>
                {remedy}
              </>
            ) : (
              errors > 0 && <span className="field-error">{t('blocks.form.errors', { count: errors })}</span>
            )}
          </div>
        </div>
      </div>
    </form>
  )
}
