// Saves a form, on its own page or inside a section. It owns the order: check, focus the first error, save once, put a
// refusal on its fields, restore the focus. The caller owns the layout.
import type { Refusal } from '@sealwright/client'
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { FormEvent, RefObject } from 'react'
import { useThrottled } from '../control/throttle.ts'
import type { Form } from './form-state.ts'

export interface Saving<Values extends object> {
  form: Form<Values>
  isSaving: boolean
  /** The last refusal, from `useAct`. */
  refusal: Refusal | undefined
  /** `button` is the value of the pressed button: a form can have several that save. */
  onSave: (values: Record<string, unknown>, button: string) => void
}

interface FormElementProps {
  ref: RefObject<HTMLFormElement | null>
  noValidate: true
  onSubmit: (event: FormEvent) => void
}

/** `data-invalid` marks parts that cannot be `aria-invalid`, such as a button that opens an input. */
function focusFirstError(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid=true]')
  first?.focus({ preventScroll: true })
  first?.scrollIntoView({ block: 'center', behavior: 'auto' })
}

/** The props of the `<form>` element. */
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

  // The fields are inert while the form saves, since text typed meanwhile would be lost. Inert takes the focus from the
  // field that submitted by Enter, so restore it afterwards.
  const focused = useRef<Element>(null)
  useLayoutEffect(() => {
    if (!isSaving && document.activeElement === document.body && focused.current instanceof HTMLElement)
      focused.current.focus({ preventScroll: true })
  }, [isSaving])

  const save = useThrottled((button: string) => {
    if (isSaving) return
    const values = form.check()
    if (!values) return
    focused.current = document.activeElement
    onSave(values, button)
  })
  return {
    ref: element,
    noValidate: true,
    onSubmit: (event) => {
      event.preventDefault()
      const { submitter } = event.nativeEvent as SubmitEvent // React types every event of a form alike
      save(submitter instanceof HTMLButtonElement ? submitter.value : '')
    },
  }
}
