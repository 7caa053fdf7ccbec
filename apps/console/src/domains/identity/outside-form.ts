// The state of a form outside the door: what was typed, when a field's problem shows (after the field was left once, or
// after an attempt), and what the server said about it. The payload is checked whole by the call's own schema, so that
// what the form lets pass is what the server takes. Apart from blocks/form-state.ts, which checks field by field and
// has no rule across two of them. Nothing typed is lost to a refusal.
import type { Refusal } from '@sealwright/client'
import { violationsOf } from '@sealwright/contract'
import type { AnswerOf, Call, ErrorName, PayloadOf } from '@sealwright/contract'
import { fieldLabel, ruleSentence } from '@sealwright/phrases'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { afterPress } from '../../blocks/control/press.ts'
import { useAct } from '../../lib/call/client.ts'
import { connectionBack, useConnection } from '../../lib/call/connection.ts'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'

type Values = Readonly<Record<string, string | number | boolean>>

interface OutsideFormSettings<C extends Call, V extends Values> {
  call: C
  initial: V
  /** The payload to send; what may stay empty is left out of it. */
  spell: (values: V) => PayloadOf<C>
  /** Refusals that are about one field although the server names none. */
  lands?: Partial<Record<ErrorName, keyof V & string>>
  /** What this form calls a field, where that is not the domain's label. */
  labels?: Partial<Record<keyof V & string, string>>
  /** Fields that hold so many digits and nothing else. */
  digits?: Partial<Record<keyof V & string, number>>
  /** What is wrong beyond the schema: a sentence a field. */
  also?: (values: V) => Partial<Record<keyof V & string, string>>
}

export interface OutsideForm<V extends Values> {
  values: V
  set<Name extends keyof V & string>(name: Name, value: V[Name]): void
  labelOf(name: keyof V & string): string
  /** What is wrong with a field, once it is time to say so. */
  problemOf(name: keyof V & string): string | undefined
  /** What an input needs to belong to its field. */
  control(name: keyof V & string): {
    id: string
    name: string
    'aria-invalid': boolean
    'aria-describedby': string
    onBlur: () => void
  }
  /** Whether one field is right; shows what is wrong and goes there when it is not. */
  isRight(name: keyof V & string): boolean
  /** Empties a field that is to be filled in anew, unless somebody has begun to; that it is empty is no mistake yet. */
  clear<Name extends keyof V & string>(name: Name, was: V[Name]): void
  isActing: boolean
  /** Counts up when the page should point at the first thing that is wrong. */
  pointing: number
  /** The refusal that no field can carry. */
  refusal: Refusal | undefined
  /** What to say above the form: the refusal, or that the server cannot be reached. */
  trouble: string | undefined
}

export function useOutsideForm<C extends Call, V extends Values>({
  call,
  initial,
  spell,
  lands = {},
  labels = {},
  digits = {},
  also,
}: OutsideFormSettings<C, V>): OutsideForm<V> & { submit: () => Promise<AnswerOf<C> | undefined> } {
  const t = usePhrases()
  const say = useSentences()
  const id = useId()
  const [values, setValues] = useState(initial)
  const [sent, setSent] = useState<V>()
  /** The fields whose problem shows. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [pointing, setPointing] = useState(0)
  const { act, isActing, refusal, reset } = useAct(call, { showsRefusal: true })
  const isLost = useConnection((state) => state.isLost)
  const labelOf = (name: string) => labels[name] ?? fieldLabel(say, call.domain, name)

  const problems = new Map<string, string>(
    Object.entries(also?.(values) ?? {}).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const payload: unknown = spell(values)
  const checked = z.safeParse(call.payload, payload)
  for (const { path, rule, params } of checked.success ? [] : violationsOf(checked.error, payload)) {
    // Empty is not yet wrong in any other way.
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
      // Leaving an empty field is no mistake: people look around first.
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
