// Waits for the end of a press of the pointer. A message that appears moves what is below it, and leaving a field is often the first half
// of a click: the button would be gone from under the pointer before the second half.
let isPressed = false

globalThis.addEventListener?.('pointerdown', () => (isPressed = true), true)
for (const end of ['pointerup', 'pointercancel']) globalThis.addEventListener?.(end, () => (isPressed = false), true)

/** Acts at once, or after the click that is under way. */
export function afterPress(act: () => void): void {
  // The click comes right behind the end of the press.
  if (isPressed) globalThis.addEventListener('pointerup', () => setTimeout(act), { capture: true, once: true })
  else act()
}
