// Toasts. They live outside of screens, so that "session expired" is still visible on the sign-in page. A repeated text
// is one toast: a page that makes five calls reports a problem once.
import { create } from 'zustand'

export type ToastTone = 'success' | 'info' | 'warning' | 'error'

export interface Toast {
  id: number
  tone: ToastTone
  text: string
}

const SHOWN_MS: Record<ToastTone, number> = { success: 3_000, info: 4_000, warning: 6_000, error: 8_000 }
const AT_ONCE = 4

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let lastId = 0
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function arm(id: number, tone: ToastTone): void {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => dismissToast(id), SHOWN_MS[tone]),
  )
}

export function dismissToast(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** Removes old toasts after a sign-in. */
export function dismissAllToasts(): void {
  for (const { id } of useToasts.getState().toasts) dismissToast(id)
}

/** Keeps a toast while it has the pointer or the focus. */
export function holdToast(id: number): void {
  clearTimeout(timers.get(id))
}

export function releaseToast(toast: Toast): void {
  if (timers.has(toast.id)) arm(toast.id, toast.tone)
}

function show(tone: ToastTone, text: string): void {
  const same = useToasts.getState().toasts.find((toast) => toast.tone === tone && toast.text === text)
  if (same) {
    arm(same.id, tone)
    return
  }
  const id = ++lastId
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, { id, tone, text }].slice(-AT_ONCE) }))
  arm(id, tone)
}

export const toast = {
  success: (text: string) => show('success', text),
  info: (text: string) => show('info', text),
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
}
