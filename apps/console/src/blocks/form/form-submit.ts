// Saving a form, wherever it stands: on a page of its own or inside a section. It owns the order of things: check,
// point at the first error, save once, put a refusal on its fields, give the focus back. What the form looks like is
// its caller's.
import type { Refusal } from '@sealwright/client'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { FormEvent, RefObject } from 'react'
import { useThrottled } from '../control/throttle.ts'
import type { Form } from './form-state.ts'

export interface Saving<Values extends object> {
  form: Form<Values>
  isSaving: boolean
  /** What the server said last, as `useAct` tells it. */
  refusal: Refusal | undefined
  onSave: (values: Record<string, unknown>) => void
}

interface FormElementProps {
  ref: RefObject<HTMLFormElement | null>
  noValidate: true
  onSubmit: (event: FormEvent) => void
}

/**
 * A part of a form that is no input, such as a button that opens one, cannot be `aria-invalid`: it is marked for this
 * alone.
 */
function focusFirstError(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]')
  first?.focus({ preventScroll: true })
  first?.scrollIntoView({ block: 'center', behavior: 'auto' })
}

/** What the `<form>` of a form needs. */
export function useFormSubmit<Values extends object>({
  form,
  isSaving,
  refusal,
  onSave,
}: Saving<Values>): FormElementProps {
  const element = useRef<HTMLFormElement>(null)
  useLayoutEffect(() => {
    if (form.pointing > 0) focusFirstError(element.current)
  }, [form.pointing])
  const refuse = useEffectEvent(form.refuse)
  useEffect(() => refuse(refusal), [refusal])

  // What is typed while the answer is on its way would be neither sent nor kept. Being still takes the focus from the
  // field that saved by Enter, which gets it back.
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    if (!isSaving && document.activeElement === document.body && focused.current instanceof HTMLElement)
      focused.current.focus({ preventScroll: true })
  }, [isSaving])

  const save = useThrottled(() => {
    if (isSaving) return
    const values = form.check()
    if (!values) return
    focused.current = document.activeElement
    onSave(values)
  })
  return {
    ref: element,
    noValidate: true,
    onSubmit: (event) => {
      event.preventDefault()
      save()
    },
  }
}
