// Waits for the end of a press. A message that appears moves what is below it, and leaving a field is often the first
// half of a click: the button would be gone from under the pointer before the second half.
// Surprise: by the mouse's events, not the pointer's. A finger's pointer is up again before the press that a browser
// makes of it begins.
let isPressed = false

const ENDS = ['mouseup', 'dragend'] as const
globalThis.addEventListener?.('mousedown', () => (isPressed = true), true)
for (const end of ENDS) globalThis.addEventListener?.(end, () => (isPressed = false), true)

/** Acts at once, or after the click that is under way. */
export function afterPress(act: () => void): void {
  if (!isPressed) return act()
  const over = new AbortController()
  const ended = () => {
    over.abort()
    // The click comes right behind the end of the press.
    setTimeout(act)
  }
  for (const end of ENDS) globalThis.addEventListener(end, ended, { capture: true, signal: over.signal })
  return undefined
}
