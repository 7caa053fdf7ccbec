// Toasts. They live outside of screens, so that "session expired" is still visible on the sign-in page. A repeated text
// is one toast: a page that makes five calls reports a problem once.
import { create } from 'zustand'

export type ToastTone = 'success' | 'info' | 'warning' | 'error'

/** A button on a toast, such as undo. The toast closes when it is pressed. */
export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: number
  tone: ToastTone
  text: string
  action?: ToastAction
}

const SHOWN_MS: Record<ToastTone, number> = { success: 3_000, info: 4_000, warning: 6_000, error: 8_000 }
/** Long enough to read the button and reach it. */
const ACTION_SHOWN_MS = 8_000
const AT_ONCE = 4

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let lastId = 0
const timers = new Map<number, ReturnType<typeof setTimeout>>()

function arm({ id, tone, action }: Toast): void {
  clearTimeout(timers.get(id))
  timers.set(
    id,
    setTimeout(() => dismissToast(id), action ? ACTION_SHOWN_MS : SHOWN_MS[tone]),
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
  if (timers.has(toast.id)) arm(toast)
}

function show(tone: ToastTone, text: string, action?: ToastAction): void {
  const same = useToasts.getState().toasts.find((toast) => toast.tone === tone && toast.text === text)
  if (same && !action) return arm(same)
  // A repeated act is undone to what was before this one.
  if (same) dismissToast(same.id)
  const toast: Toast = { id: ++lastId, tone, text, ...(action && { action }) }
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, toast].slice(-AT_ONCE) }))
  arm(toast)
}

export const toast = {
  success: (text: string, action?: ToastAction) => show('success', text, action),
  info: (text: string) => show('info', text),
  warning: (text: string) => show('warning', text),
  error: (text: string) => show('error', text),
}
