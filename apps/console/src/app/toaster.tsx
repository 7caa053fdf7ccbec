// Shows the toasts. The region is always mounted, because screen readers announce only changes in existing regions.
import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { dismissToast, holdToast, releaseToast, useToasts } from '../lib/toast.ts'
import type { ToastTone } from '../lib/toast.ts'
import { usePhrases } from '../lib/words/i18n.tsx'
import css from './toaster.module.css'

const ICONS = { success: CircleCheck, info: Info, warning: TriangleAlert, error: CircleAlert } satisfies Record<
  ToastTone,
  unknown
>

export function Toaster() {
  const t = usePhrases()
  const toasts = useToasts((state) => state.toasts)
  const region = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // A modal dialog covers the top layer of before, so a later toast moves to the top again.
    if (toasts.length > 0 && document.querySelector('dialog:modal')) region.current?.hidePopover?.()
    if (!region.current?.matches(':popover-open')) region.current?.showPopover?.()
  }, [toasts])
  return (
    <div ref={region} className={css.region} role="status" aria-live="polite" popover="manual">
      {toasts.map((toast) => {
        const Icon = ICONS[toast.tone]
        return (
          <div
            key={toast.id}
            className={css.toast}
            data-tone={toast.tone}
            onPointerEnter={() => holdToast(toast.id)}
            onPointerLeave={() => releaseToast(toast)}
            onFocus={() => holdToast(toast.id)}
            onBlur={() => releaseToast(toast)}
          >
            <Icon size={16} className={css.icon} aria-hidden />
            <span className={css.text}>{toast.text}</span>
            {toast.action && (
              <button
                type="button"
                className={css.action}
                onClick={() => {
                  toast.action?.run()
                  dismissToast(toast.id)
                }}
              >
                {toast.action.label}
              </button>
            )}
            <button
              type="button"
              className={css.close}
              aria-label={t('shell.close')}
              onClick={() => dismissToast(toast.id)}
            >
              <X size={14} aria-hidden />
            </button>
          </div>
        )
      })}
    </div>
  )
}
