// Where files come in: they are dropped, chosen, or pasted as a file, a screenshot or a text. It only hands them on.
import { FileUp } from 'lucide-react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button, buttonClass } from '../../../blocks/control/button.tsx'
import { TextArea } from '../../../blocks/control/text-input.tsx'
import { useFileDrop } from '../../../blocks/form/file-drop.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './file-intake.css'
import { hasFile } from './text-files.ts'

interface FileIntakeProps {
  label: string
  /** What can be dropped here. */
  help: ReactNode
  accept: string
  isMultiple?: boolean
  /** While files are being read. */
  isBusy?: boolean
  /** Smaller, beside rows that are there already. */
  isCompact?: boolean
  onFiles: (files: readonly File[]) => void
  onText: (text: string) => void
}

/** Text for a field that has the focus is none of our business. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input:not([type=file]), textarea, dialog') !== null

function usePaste(onFiles: FileIntakeProps['onFiles'], onText: FileIntakeProps['onText']): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    if (isTyping(event.target)) return
    const files = [...(event.clipboardData?.files ?? [])]
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (files.length > 0) onFiles(files)
    else if (hasFile(text)) onText(text)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent) => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])
}

function PasteText({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const t = usePhrases()
  const id = useId()
  const [text, setText] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const take = () => {
    if (text.trim() === '') return setIsMissing(true)
    onText(text)
    onClose()
  }
  return (
    <form
      className="intake-paste"
      onSubmit={(event) => {
        event.preventDefault()
        take()
      }}
    >
      <label htmlFor={id}>{t('offline.intake.textLabel')}</label>
      <TextArea
        id={id}
        // The button that opened it was just pressed.
        autoFocus
        rows={6}
        value={text}
        placeholder="SEALWRIGHT C2D 1"
        aria-invalid={isMissing || undefined}
        aria-describedby={isMissing ? `${id}-error` : undefined}
        onText={(typed) => {
          setText(typed)
          setIsMissing(false)
        }}
      />
      {isMissing && (
        <p id={`${id}-error`} className="field-error" role="alert">
          {t('offline.intake.textMissing')}
        </p>
      )}
      <div className="intake-paste-foot">
        <Button type="submit" kind="primary">
          {t('offline.intake.textTake')}
        </Button>
        <Button kind="quiet" onPress={onClose}>
          {t('shell.cancel')}
        </Button>
      </div>
    </form>
  )
}

export function FileIntake({
  label,
  help,
  accept,
  isMultiple = false,
  isBusy = false,
  isCompact = false,
  onFiles,
  onText,
}: FileIntakeProps) {
  const t = usePhrases()
  const id = useId()
  const paste = useRef<HTMLButtonElement>(null)
  const [isPasting, setIsPasting] = useState(false)
  const drop = useFileDrop((files) => {
    if (files.length > 0) onFiles(files)
  })
  usePaste(onFiles, onText)
  const close = () => {
    setIsPasting(false)
    paste.current?.focus()
  }
  return (
    <section className="intake" aria-label={label} aria-busy={isBusy || undefined}>
      <div className="intake-drop" data-compact={isCompact || undefined} {...drop}>
        <FileUp size={isCompact ? 20 : 24} aria-hidden />
        <div className="intake-words">
          <strong>{label}</strong>
          <p id={`${id}-help`}>{help}</p>
        </div>
        <div className="intake-ways">
          <input
            id={id}
            className="sw-visually-hidden"
            type="file"
            accept={accept}
            multiple={isMultiple}
            aria-describedby={`${id}-help`}
            onChange={(event) => {
              const files = [...(event.target.files ?? [])]
              // Allow the same file to be chosen again.
              event.target.value = ''
              if (files.length > 0) onFiles(files)
            }}
          />
          {/* A label, not a button: the input itself has the focus and handles the keys. */}
          <label className={buttonClass({ kind: isCompact ? 'plain' : 'primary' })} htmlFor={id}>
            {t(isMultiple ? 'offline.intake.chooseMany' : 'offline.intake.choose')}
          </label>
          <Button ref={paste} aria-expanded={isPasting} onPress={() => setIsPasting((isOpen) => !isOpen)}>
            {t('offline.intake.paste')}
          </Button>
        </div>
      </div>
      {isPasting && <PasteText onText={onText} onClose={close} />}
    </section>
  )
}
