// The envelope of every `.do` answer. The HTTP status is 200 for every decision of a handler. Any other status means
// that the request did not reach a handler.
export interface Envelope<T = unknown> {
  code: number
  desc: string
  data: T
}

export interface FieldError {
  path: string
  rule: string
  message: string
}

export function isEnvelope(value: unknown): value is Envelope {
  return (
    typeof value === 'object' &&
    value !== null &&
    'code' in value &&
    typeof value.code === 'number' &&
    'desc' in value &&
    typeof value.desc === 'string'
  )
}

/** The field errors in the data of a refusal. */
export function fieldErrorsOf(data: unknown): FieldError[] {
  if (typeof data !== 'object' || data === null || !('fields' in data) || !Array.isArray(data.fields)) return []
  return data.fields as FieldError[] // only the server's validation writes `fields`
}

/** Seconds to wait before the next attempt, if the refusal says so. */
export function waitOf(data: unknown): number | undefined {
  return typeof data === 'object' && data !== null && 'seconds' in data && typeof data.seconds === 'number'
    ? data.seconds
    : undefined
}
