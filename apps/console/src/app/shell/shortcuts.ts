// The shortcuts of all pages after sign-in: Ctrl, or ⌘ on an Apple keyboard, with one key. Single letters would disturb
// people who dictate.
import { useEffectEvent, useLayoutEffect } from 'react'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

const shortcut = (key: string) => ({ key, aria: `Meta+${key.toUpperCase()} Control+${key.toUpperCase()}` })

export const SHORTCUTS = { palette: shortcut('k'), rail: shortcut('b'), keys: shortcut('/') }
export type ShortcutName = keyof typeof SHORTCUTS

/** In the notation of the person's keyboard. */
export function shownKeys(name: ShortcutName): string {
  const key = SHORTCUTS[name].key.toUpperCase()
  return isApple ? `⌘${key}` : `Ctrl ${key}`
}

export function useShortcut(name: ShortcutName, act: () => void): void {
  const run = useEffectEvent(act)
  // Before the page is painted, so that no key is lost that is pressed at once.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== SHORTCUTS[name].key || event.shiftKey || event.altKey) return
      if (!event.metaKey && !event.ctrlKey) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [name])
}
