// From a field schema of the contract to what is wrong with a typed value. The server checks with the same schemas, so
// that what the form lets pass is what the server takes, and both say the same sentence.
import { fromWire, violationsOf } from '@sealwright/contract'
import type { Violation } from '@sealwright/contract'
import * as z from 'zod/mini'

export type FieldSchema = z.core.$ZodType

/** What is wrong with a field's value, each with its path from the form's root. */
export function fieldViolations(schema: FieldSchema, path: string, typed: unknown): Violation[] {
  const value = fromWire(schema, typed)
  const result = z.safeDecode(schema, value)
  if (result.success) return []
  return violationsOf(result.error, value).map((violation) => ({
    ...violation,
    path: [path, violation.path].filter(Boolean).join('.'),
  }))
}

/** A field that may be left empty carries a mark that says so. */
export function isOptionalField(schema: FieldSchema): boolean {
  return fieldViolations(schema, '', '').length === 0
}
