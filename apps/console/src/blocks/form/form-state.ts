// The state of a form: values, errors and refusals. An error shows after its field was left once, or after an attempt
// to save. A refusal never changes the values. Values keep the shape of the payload, so that a path from the server
// (`modules.3.moduleName`) is also a path in the form.
import type { Refusal } from '@sealwright/client'
import type { Violation } from '@sealwright/contract'
import { fieldLabel, ruleSentence } from '@sealwright/phrases'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useSentences } from '../../lib/words/i18n.tsx'
import { afterPress } from '../control/press.ts'
import { fieldViolations, isOptionalField } from './field-rules.ts'
import type { FieldSchema } from './field-rules.ts'
import { isSame, keepForm, withChanges } from './interrupted.ts'

export interface FormSettings<Values extends object> {
  /** The domain whose labels name the fields in messages. */
  domain: string
  fields: Readonly<Record<string, FieldSchema>>
  /** The schema of the whole payload, for rules between fields. */
  whole?: FieldSchema
  /** Rules between fields, as a function of the payload. A stable function runs only when the payload changes. */
  rules?: (wire: Record<string, unknown>) => readonly Violation[]
  /** Labels that differ from the domain's. */
  labels?: Readonly<Record<string, string>>
  /** Fields that must hold exactly this many digits. */
  digits?: Readonly<Record<string, number>>
  initial: Values
  /** Converts the values to the payload. Without it, the values are the payload. */
  spell?: (values: Values) => Record<string, unknown>
  /**
   * The id of a person: what they typed before the session ended comes back after their next sign-in. For forms that
   * hold no secrets and whose page has no other state than their values.
   */
  comesBackTo?: string
}

export interface Form<Values extends object> {
  domain: string
  values: Values
  set<Name extends keyof Values & string>(name: Name, value: Values[Name] | ((now: Values[Name]) => Values[Name])): void
  /** The error at a path, if it shows now. */
  errorAt(path: string): string | undefined
  /** The number of visible errors at or below a path; '' is the whole form. */
  errorsUnder(path: string): number
  isOptional(name: string): boolean
  /** The name of a field, in its label and in its errors. */
  labelOf(path: string): string
  /** The person left this field. */
  leave(path: string): void
  isDirty(): boolean
  /** Keeps the changes for `comesBackTo`, because the session ended. */
  keep(): void
  /** The form has started with changes that an ended session left behind. */
  isBroughtBack: boolean
  /** Checks the form. Returns the payload, or undefined after pointing at the first error. */
  check(): Record<string, unknown> | undefined
  /** Puts the messages of a refusal on their fields; undefined removes the last refusal. */
  refuse(refusal: Refusal | undefined): void
  /** The sentence of a refusal that belongs to no field. */
  refusedWith: string | undefined
  /** Marks the values as saved, so that leaving does not ask. */
  settle(): void
  /** Restarts the form with these values, as after a reload of the record. */
  restart(values: Values): void
  /** Increases with each restart, so that fields can drop earlier messages. */
  restarts: number
  /** Increases when the page must focus the first error. */
  pointing: number
}

interface ServerError {
  path: string
  message: string
  /** The value that the server refused. The message disappears once the value changes. */
  about: unknown
}

function valueAt(root: unknown, path: string): unknown {
  let value = root
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined
    value = (value as Record<string, unknown>)[part] // any object may be indexed; a missing key reads as undefined
  }
  return value
}

const seen = new WeakMap<object, Map<FieldSchema, Violation[]>>()

/** Does not check an unchanged object again: a data area may be 64 KB. */
function checked(schema: FieldSchema, name: string, value: unknown): Violation[] {
  if (typeof value !== 'object' || value === null) return fieldViolations(schema, name, value)
  const bySchema = seen.get(value) ?? new Map<FieldSchema, Violation[]>()
  seen.set(value, bySchema)
  const found = bySchema.get(schema) ?? fieldViolations(schema, name, value)
  bySchema.set(schema, found)
  return found
}

const NO_DIGITS: Readonly<Record<string, number>> = {}
const asTyped = (values: object): Record<string, unknown> => ({ ...values })

export function useForm<Values extends object>({
  domain,
  fields,
  whole,
  rules,
  labels,
  digits = NO_DIGITS,
  initial,
  spell = asTyped,
  comesBackTo,
}: FormSettings<Values>): Form<Values> {
  const say = useSentences()
  const [start, setStart] = useState(initial)
  const [values, setValues] = useState(() => (comesBackTo === undefined ? initial : withChanges(comesBackTo, initial)))
  const [isBroughtBack] = useState(values !== initial)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [wasTried, setWasTried] = useState(false)
  const [serverErrors, setServerErrors] = useState<readonly ServerError[]>([])
  const [refusedWith, setRefusedWith] = useState<string>()
  const [pointing, setPointing] = useState(0)
  const [restarts, setRestarts] = useState(0)
  const isSettled = useRef(false)

  const wire = useMemo(() => spell(values), [spell, values])
  const violations = useMemo(() => {
    const found: Violation[] = []
    for (const [name, schema] of Object.entries(fields)) {
      found.push(...checked(schema, name, wire[name]))
    }
    const together = [...(whole ? fieldViolations(whole, '', wire) : []), ...(rules?.(wire) ?? [])]
    // One violation for each path; the field's own rules come first.
    for (const violation of together) if (!found.some(({ path }) => path === violation.path)) found.push(violation)
    return found
  }, [fields, whole, rules, wire])

  // An empty value does not count as a wrong number of digits.
  const miscounted = useMemo(
    () =>
      Object.entries(digits).filter(
        ([name, count]) => wire[name] !== '' && !new RegExp(`^\\d{${count}}$`).test(String(wire[name])),
      ),
    [digits, wire],
  )
  const labelOf = useCallback((path: string) => labels?.[path] ?? fieldLabel(say, domain, path), [labels, say, domain])
  const messages = useMemo(() => {
    const shown = new Map<string, string>()
    for (const error of serverErrors)
      if (Object.is(valueAt(wire, error.path), error.about)) shown.set(error.path, error.message)
    for (const violation of violations)
      if (wasTried || left.has(violation.path))
        shown.set(violation.path, ruleSentence(say, violation.rule, labelOf(violation.path), violation.params))
    for (const [name, count] of miscounted)
      if (wasTried || left.has(name)) shown.set(name, say('identity.codes.digits', { field: labelOf(name), count }))
    return shown
  }, [serverErrors, violations, miscounted, wasTried, left, wire, say, labelOf])

  const set: Form<Values>['set'] = useCallback((name, value) => {
    isSettled.current = false
    setValues((now) => ({
      ...now,
      [name]:
        typeof value === 'function' ? (value as (now: Values[typeof name]) => Values[typeof name])(now[name]) : value,
    })) // no field holds a function
  }, [])
  const leave = useCallback(
    (path: string) => afterPress(() => setLeft((now) => (now.has(path) ? now : new Set(now).add(path)))),
    [],
  )

  const names = Object.keys(values) as (keyof Values)[] // keys of the same object
  const isDirty = () => !isSettled.current && names.some((name) => !isSame(values[name], start[name]))

  return {
    domain,
    values,
    set,
    leave,
    pointing,
    restarts,
    errorAt: (path) => messages.get(path),
    errorsUnder: (path) =>
      [...messages.keys()].filter((key) => path === '' || key === path || key.startsWith(`${path}.`)).length,
    labelOf,
    isOptional: (name) => {
      const schema = fields[name]
      return schema !== undefined && isOptionalField(schema)
    },
    keep: () => {
      if (comesBackTo !== undefined) keepForm({ personId: comesBackTo, start, values })
    },
    isBroughtBack,
    isDirty,
    check: () => {
      setWasTried(true)
      if (violations.length + miscounted.length === 0) return wire
      setPointing((count) => count + 1)
      return undefined
    },
    refusedWith,
    refuse: (refusal) => {
      // Ignore messages for fields that this form does not have.
      const own = (refusal?.fields ?? []).filter((error) => Object.hasOwn(fields, error.path.split('.')[0] ?? ''))
      setServerErrors(own.map(({ path, message }) => ({ path, message, about: valueAt(wire, path) })))
      setRefusedWith(own.length > 0 ? undefined : refusal?.message)
      if (own.length > 0) setPointing((count) => count + 1)
    },
    settle: () => {
      isSettled.current = true
    },
    restart: (next) => {
      isSettled.current = false
      setStart(next)
      setRestarts((count) => count + 1)
      setValues(next)
      setLeft(new Set())
      setWasTried(false)
      setServerErrors([])
      setRefusedWith(undefined)
    },
  }
}
