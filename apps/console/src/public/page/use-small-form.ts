// The state of a form of a small public page. Unlike the forms before sign-in, it checks values with plain functions
// instead of the call's schema, because validation would be a quarter of such a page. The server checks everything
// again, and its errors land on their fields. A refusal never changes what was typed.
import type { Refusal } from '@sealwright/client'
import type { AnswerOf, Call, ErrorName, PayloadOf } from '@sealwright/contract'
import { useId, useState } from 'react'
import type { AnyForm } from '../../domains/identity/outside-parts.tsx'
import type { Act } from '../../lib/call/client.ts'
import { connectionBack, useConnection } from '../../lib/call/connection.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'

export interface SmallFormSettings<C extends Call, Name extends string> {
  initial: Record<Name, string>
  labels: Record<NoInfer<Name>, string>
  /** One sentence for each wrong field. */
  check: (values: Record<Name, string>) => Partial<Record<NoInfer<Name>, string | undefined>>
  spell: (values: Record<Name, string>) => PayloadOf<C>
  /** Refusals to show on a field although the server names no field. */
  lands?: Partial<Record<ErrorName, NoInfer<Name>>>
}

export type SmallForm<C extends Call, Name extends string> = AnyForm & {
  values: Record<Name, string>
  submit: () => Promise<AnswerOf<C> | undefined>
}

export function useSmallForm<C extends Call, Name extends string>(
  { initial, labels, check, spell, lands = {} }: SmallFormSettings<C, Name>,
  { act, isActing, refusal, reset }: Act<C>,
): SmallForm<C, Name> {
  const t = usePhrases()
  const id = useId()
  const [values, setValues] = useState(initial)
  const [sent, setSent] = useState<Record<Name, string>>()
  const [isTried, setTried] = useState(false)
  const [pointing, setPointing] = useState(0)
  const isLost = useConnection((state) => state.isLost)
  const names = Object.keys(initial) as Name[] // its keys
  const named = (name: string) => names.find((one) => one === name)

  const problems = check(values)
  const refused = new Map<string, string>()
  const landing = refusal?.error && lands[refusal.error]
  for (const { path, message } of refusal?.fields ?? []) if (named(path)) refused.set(path, message)
  if (refusal && landing && refused.size === 0) refused.set(landing, refusal.message)
  const own: Refusal | undefined = refused.size > 0 ? undefined : refusal

  const problemOf = (name: string) => {
    const field = named(name)
    if (!field) return undefined
    if (isTried && problems[field] !== undefined) return problems[field]
    return sent?.[field] === values[field] ? refused.get(field) : undefined
  }

  return {
    values,
    set: (name, value) => {
      setValues((now) => ({ ...now, [name]: String(value) }))
      if (own) reset()
      connectionBack()
    },
    labelOf: (name) => {
      const field = named(name)
      return field ? labels[field] : name
    },
    problemOf,
    control: (name) => ({
      id: `${id}-${name}`,
      name,
      'aria-invalid': problemOf(name) !== undefined,
      'aria-describedby': `${id}-${name}-note`,
      onBlur: () => undefined,
    }),
    isRight: (name) => problemOf(name) === undefined,
    // What was typed meanwhile stays.
    clear: (name, was) => {
      const field = named(name)
      if (field) setValues((now) => (now[field] === was ? { ...now, [field]: '' } : now))
    },
    isActing,
    pointing,
    refusal: own,
    trouble: own ? own.message : isLost ? t('identity.login.unreachable') : undefined,
    submit: async () => {
      if (isActing) return undefined
      setTried(true)
      setSent(values)
      const isRight = names.every((name) => problems[name] === undefined)
      const answer = isRight ? await act(spell(values)) : undefined
      if (answer) setTried(false)
      else setPointing((count) => count + 1)
      return answer
    },
  }
}
