// The state of a form before sign-in: values, errors and refusals. An error shows after its field was left once, or
// after an attempt to submit. The call's own schema checks the whole payload, so the form accepts exactly what the
// server accepts. A refusal never changes the values. The page provides how the call is sent, because the page of a
// campaign is too small for the console's client. Forms inside the console use blocks/form/form-state.ts instead.
import type { Refusal } from '@sealwright/client'
import { violationsOf } from '@sealwright/contract'
import type { AnswerOf, Call, ErrorName, PayloadOf } from '@sealwright/contract'
import { fieldLabel, ruleSentence } from '@sealwright/phrases'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { afterPress } from '../../blocks/control/press.ts'
import type { Act } from '../../lib/call/client.ts'
import { connectionBack, useConnection } from '../../lib/call/connection.ts'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'

export type Values = Readonly<Record<string, string | number | boolean>>

export interface OutsideFormSettings<C extends Call, V extends Values> {
  call: C
  initial: V
  /** The payload to send, without optional fields that are empty. */
  spell: (values: V) => PayloadOf<C>
  /** Refusals to show on a field although the server names no field. */
  lands?: Partial<Record<ErrorName, keyof V & string>>
  /** Labels that differ from the domain's. */
  labels?: Partial<Record<keyof V & string, string>>
  /** Fields that must hold exactly this many digits. */
  digits?: Partial<Record<keyof V & string, number>>
  /** Errors that the schema does not cover: one sentence for each field. */
  also?: (values: V) => Partial<Record<keyof V & string, string>>
}

export interface OutsideForm<V extends Values> {
  values: V
  set<Name extends keyof V & string>(name: Name, value: V[Name]): void
  labelOf(name: keyof V & string): string
  /** The error of a field, if it shows now. */
  problemOf(name: keyof V & string): string | undefined
  /** The props that connect an input with its field. */
  control(name: keyof V & string): {
    id: string
    name: string
    'aria-invalid': boolean
    'aria-describedby': string
    onBlur: () => void
  }
  /** Whether a field is valid. If not, shows its error and focuses the field. */
  isRight(name: keyof V & string): boolean
  /** Empties a field whose value is still `was`, and hides its error. */
  clear<Name extends keyof V & string>(name: Name, was: V[Name]): void
  isActing: boolean
  /** Increases when the page must focus the first error. */
  pointing: number
  /** The refusal, if it belongs to no field. */
  refusal: Refusal | undefined
  /** The sentence above the form: the refusal, or that the server cannot be reached. */
  trouble: string | undefined
}

export type SubmittedForm<C extends Call, V extends Values> = OutsideForm<V> & {
  submit: () => Promise<AnswerOf<C> | undefined>
}

export function useOutsideFormState<C extends Call, V extends Values>(
  { call, initial, spell, lands = {}, labels = {}, digits = {}, also }: OutsideFormSettings<C, V>,
  { act, isActing, refusal, reset }: Act<C>,
): SubmittedForm<C, V> {
  const t = usePhrases()
  const say = useSentences()
  const id = useId()
  const [values, setValues] = useState(initial)
  const [sent, setSent] = useState<V>()
  /** The fields whose errors show. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [pointing, setPointing] = useState(0)
  const isLost = useConnection((state) => state.isLost)
  const labelOf = (name: string) => labels[name] ?? fieldLabel(say, call.domain, name)

  const problems = new Map<string, string>(
    Object.entries(also?.(values) ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const payload: unknown = spell(values)
  const checked = z.safeParse(call.payload, payload)
  for (const { path, rule, params } of checked.success ? [] : violationsOf(checked.error, payload)) {
    // For an empty field, the only error is that it is required.
    problems.set(path, ruleSentence(say, values[path] === '' ? 'required' : rule, labelOf(path), params))
  }
  for (const [name, count] of Object.entries<number | undefined>(digits)) {
    const typed = String(values[name])
    if (count !== undefined && typed !== '' && !(typed.length === count && /^\d+$/.test(typed)))
      problems.set(name, t('identity.codes.digits', { field: labelOf(name), count }))
  }

  const refused = new Map<string, string>()
  const landing = refusal?.error && lands[refusal.error]
  for (const { path, message } of refusal?.fields ?? []) if (path in values) refused.set(path, message)
  if (refusal && landing && refused.size === 0) refused.set(landing, refusal.message)
  const isLanded = refused.size > 0

  const problemOf = (name: string) =>
    (left.has(name) && problems.get(name)) || (sent && sent[name] === values[name] ? refused.get(name) : undefined)

  return {
    values,
    set: (name, value) => {
      setValues((now) => ({ ...now, [name]: value }))
      if (!isLanded) reset()
      connectionBack()
    },
    labelOf,
    problemOf,
    control: (name) => ({
      id: `${id}-${name}`,
      name,
      'aria-invalid': problemOf(name) !== undefined,
      'aria-describedby': `${id}-${name}-note`,
      // Leaving an empty field is not an error yet: people look around first.
      onBlur: () => values[name] !== '' && afterPress(() => setLeft((now) => new Set(now).add(name))),
    }),
    isRight: (name) => {
      if (!problems.has(name)) return true
      setLeft((now) => new Set(now).add(name))
      setPointing((count) => count + 1)
      return false
    },
    clear: (name, was) => {
      setValues((now) => (now[name] === was ? { ...now, [name]: '' } : now))
      setLeft((now) => new Set([...now].filter((other) => other !== name)))
    },
    isActing,
    pointing,
    refusal: isLanded ? undefined : refusal,
    trouble: refusal && !isLanded ? refusal.message : isLost ? t('identity.login.unreachable') : undefined,
    submit: async () => {
      if (isActing) return undefined
      setLeft(new Set(Object.keys(values)))
      setSent(values)
      const answer = problems.size > 0 ? undefined : await act(spell(values))
      if (!answer) setPointing((count) => count + 1)
      return answer
    },
  }
}
