// Checks a typed value with its field schema from the contract. The server uses the same schemas, so both accept the
// same values and give the same sentences.
import { filled, fromWire, violationsOf } from '@sealwright/contract'
import type { Violation } from '@sealwright/contract'
import * as z from 'zod/mini'

export type FieldSchema = z.core.$ZodType

/** The violations of a field's value, with paths from the form's root. */
export function fieldViolations(schema: FieldSchema, path: string, typed: unknown): Violation[] {
  const value = fromWire(schema, typed)
  const result = z.safeDecode(schema, value)
  if (result.success) return []
  return violationsOf(result.error, value).map((violation) => ({
    ...violation,
    path: [path, violation.path].filter(Boolean).join('.'),
  }))
}

/** Whether a field may be empty. Such a field is marked as optional. */
export function isOptionalField(schema: FieldSchema): boolean {
  return fieldViolations(schema, '', '').length === 0
}

/** The longest text that a field takes. */
export function maxLengthOf(schema: FieldSchema | undefined): number | undefined {
  const lengths = (schema ? filled(schema)._zod.def.checks : undefined)?.map(
    // `check` says which definition it is.
    ({ _zod: { def } }) => (def.check === 'max_length' ? (def as z.core.$ZodCheckMaxLengthDef).maximum : undefined),
  )
  return lengths?.find((length) => length !== undefined)
}
