// Confirm and alert dialogs, callable from anywhere. They are native, so they work on the sign-in page, where no UI kit
// is loaded. By specification, Escape and the backdrop never close a dialog, so each has a close button.
import { Refusal, Unreachable } from '@sealwright/client'
import { X } from 'lucide-react'
import { Fragment, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { create } from 'zustand'
import { isHandledCentrally } from '../central.ts'
import { toast } from '../toast.ts'
import { usePhrases } from '../words/i18n.tsx'
import { useModal } from './use-modal.ts'
import css from './dialog.module.css'

export interface ConfirmOptions {
  title: string
  body?: ReactNode
  confirmText?: string
  cancelText?: string
  tone?: 'plain' | 'danger'
  /**
   * Runs while the dialog is open and its button is busy. Then the dialog closes; it resolves to false if the call was
   * refused or the connection was lost.
   */
  onConfirm?: () => Promise<unknown>
}

export interface AlertOptions {
  title: string
  body?: ReactNode
}

interface OpenDialog extends ConfirmOptions {
  id: number
  kind: 'confirm' | 'alert' | 'own'
  settle: (answer: boolean) => void
  content?: (settle: (answer: boolean) => void) => ReactNode
}

const useDialogs = create<{ open: readonly OpenDialog[] }>(() => ({ open: [] }))
let lastId = 0

function show(kind: OpenDialog['kind'], options: ConfirmOptions & Pick<OpenDialog, 'content'>): Promise<boolean> {
  return new Promise((resolve) => {
    const id = ++lastId
    const settle = (answer: boolean) => {
      useDialogs.setState(({ open }) => ({ open: open.filter((dialog) => dialog.id !== id) }))
      resolve(answer)
    }
    useDialogs.setState(({ open }) => ({ open: [...open, { ...options, id, kind, settle }] }))
  })
}

/** Resolves to true if the person confirms. */
export function confirm(options: ConfirmOptions): Promise<boolean> {
  return show('confirm', options)
}

/** Resolves when the person closes it. */
export async function alert(options: AlertOptions): Promise<void> {
  await show('alert', options)
}

/** A dialog with custom content in a `ModalFrame`. Resolves to the settled answer, or to false if the session ends. */
export function showDialog(content: (settle: (answer: boolean) => void) => ReactNode): Promise<boolean> {
  return show('own', { title: '', content })
}

/** Closes all dialogs with false, because the session ended. */
export function closeAllDialogs(): void {
  for (const dialog of useDialogs.getState().open) dialog.settle(false)
}

/** The modal frame of every dialog. Escape and the backdrop do not close it. */
export function ModalFrame({
  title,
  children,
  onClose,
  role = 'dialog',
  isWide = false,
}: {
  title: string
  children: ReactNode
  onClose: () => void
  role?: 'dialog' | 'alertdialog'
  isWide?: boolean
}) {
  const ref = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const t = usePhrases()
  useModal(ref)
  return (
    <dialog
      ref={ref}
      className={isWide ? `${css.dialog} ${css.wide}` : css.dialog}
      role={role}
      aria-labelledby={titleId}
      {...{ closedby: 'none' }}
    >
      <header className={css.head}>
        <h2 id={titleId} className={css.title}>
          {title}
        </h2>
        <button type="button" className={css.close} aria-label={t('shell.close')} onClick={onClose}>
          <X size={16} aria-hidden />
        </button>
      </header>
      {children}
    </dialog>
  )
}

function Question({ dialog }: { dialog: OpenDialog }) {
  const t = usePhrases()
  const [isRunning, setRunning] = useState(false)
  const close = () => {
    if (!isRunning) dialog.settle(dialog.kind === 'alert')
  }
  const agree = async () => {
    if (isRunning) return
    if (dialog.onConfirm) {
      setRunning(true)
      try {
        await dialog.onConfirm()
      } catch (error) {
        dialog.settle(false)
        if (error instanceof Refusal && !isHandledCentrally(error)) toast.warning(error.message)
        // A banner reports a lost connection. Anything else is a defect and must surface.
        if (error instanceof Refusal || error instanceof Unreachable) return
        throw error
      }
    }
    dialog.settle(true)
  }
  const isDanger = dialog.tone === 'danger'
  return (
    <ModalFrame title={dialog.title} onClose={close} role="alertdialog">
      {dialog.body && <div className={css.body}>{dialog.body}</div>}
      <footer className={css.foot}>
        {dialog.kind === 'confirm' && (
          // A dangerous action puts the initial focus on Cancel.
          <button
            type="button"
            className="sw-button"
            onClick={close}
            disabled={isRunning}
            data-first-focus={isDanger || undefined}
          >
            {dialog.cancelText ?? t('shell.cancel')}
          </button>
        )}
        <button
          type="button"
          className={isDanger ? 'sw-button sw-button-danger' : 'sw-button sw-button-primary'}
          onClick={() => void agree()}
          aria-busy={isRunning}
          data-first-focus={!isDanger || undefined}
        >
          {dialog.confirmText ?? t('shell.ok')}
        </button>
      </footer>
    </ModalFrame>
  )
}

/** Mounted once, at the root. */
export function DialogHost() {
  const open = useDialogs((state) => state.open)
  return open.map((dialog) =>
    dialog.content ? (
      <Fragment key={dialog.id}>{dialog.content(dialog.settle)}</Fragment>
    ) : (
      <Question key={dialog.id} dialog={dialog} />
    ),
  )
}
