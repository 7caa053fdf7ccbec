// A text with a copy button, such as an ID or a code. It is always shown in full.
import { useEffect, useEffectEvent, useState } from 'react'
import type { ReactNode } from 'react'
import { toast } from '../../lib/toast.ts'
import { say, usePhrases } from '../../lib/words/i18n.tsx'
import './controls.css'

const SAID_MS = 1_500

/** Copies a text, or shows a warning if the browser does not allow it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast.warning(say('blocks.copy.failed'))
    return false
  }
}

/** Resets the "copied" state after a while. A component, so that only a copied text has a timer. */
function Forgetting({ forget }: { forget: () => void }) {
  const end = useEffectEvent(forget)
  useEffect(() => {
    const timer = setTimeout(() => end(), SAID_MS)
    return () => clearTimeout(timer)
  }, [])
  return null
}

/** `shown` replaces `text` on the page, for easier reading or as a link. The button copies `text`. */
export function CopyText({ text, shown = text }: { text: string; shown?: ReactNode }) {
  const t = usePhrases()
  const [wasCopied, setWasCopied] = useState(false)
  const copy = async () => {
    if (await copyText(text)) setWasCopied(true)
  }
  const label = wasCopied ? t('blocks.copy.done') : t('blocks.copy.label', { text })
  return (
    <span className="copy-text">
      <span className="sw-tabular">{shown}</span>
      <button
        type="button"
        className={`sw-icon-button icon-button-small ${wasCopied ? 'icon-check' : 'icon-copy'}`}
        aria-label={label}
        data-tip={wasCopied ? label : t('blocks.copy.short')}
        onClick={() => void copy()}
      >
        {wasCopied && <Forgetting forget={() => setWasCopied(false)} />}
      </button>
    </span>
  )
}
