// How a client writes a payload as a form. Apart from wire.ts, so that a page can send calls without the validator.

/** The reverse of `fromWire`: the form fields that the console sends. Undefined and null become empty strings. */
export function toForm(payload: object): URLSearchParams {
  const form = new URLSearchParams()
  for (const [key, value] of Object.entries(payload)) {
    if (value === undefined || value === null) form.set(key, '')
    else form.set(key, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  return form
}
