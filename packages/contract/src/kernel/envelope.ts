// The one shape every `.do` call answers with. HTTP 200 for every decision a handler took; another status only for what
// never reached one.
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

/** The field errors of a refusal's data, or none. */
export function fieldErrorsOf(data: unknown): FieldError[] {
  if (typeof data !== 'object' || data === null || !('fields' in data) || !Array.isArray(data.fields)) return []
  return data.fields as FieldError[] // only the server's validation writes `fields`
}

/** How many seconds a refusal asks to wait, where it says so. */
export function waitOf(data: unknown): number | undefined {
  return typeof data === 'object' && data !== null && 'seconds' in data && typeof data.seconds === 'number'
    ? data.seconds
    : undefined
}
