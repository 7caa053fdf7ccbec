// Waits for the end of a press. An error message moves everything below it, and leaving a field is often the first half
// of a click: the button would move away from the pointer before the second half.
// Surprise: this uses mouse events, not pointer events. On touch, `pointerup` fires before the emulated `mousedown`.
let isPressed = false

const ENDS = ['mouseup', 'dragend'] as const
globalThis.addEventListener?.('mousedown', () => (isPressed = true), true)
for (const end of ENDS) globalThis.addEventListener?.(end, () => (isPressed = false), true)

/** Acts at once, or after the current click. */
export function afterPress(act: () => void): void {
  if (!isPressed) return act()
  const over = new AbortController()
  const ended = () => {
    over.abort()
    // The click event follows the end of the press.
    setTimeout(act)
  }
  for (const end of ENDS) globalThis.addEventListener(end, ended, { capture: true, signal: over.signal })
  return undefined
}
