// A text that people carry elsewhere (ids, codes): shown in full, copied by one click.
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { say, usePhrases } from '../lib/i18n.tsx'
import { toast } from '../lib/toast.ts'
import './controls.css'

const SAID_MS = 1_500

/** Copies it; where the browser does not allow that, says so. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    toast.warning(say('blocks.copy.failed'))
    return false
  }
}

/** `shown` is easier to read, or leads to its thing, and is not what is copied. */
export function CopyText({ text, shown = text }: { text: string; shown?: ReactNode }) {
  const t = usePhrases()
  const [wasCopied, setWasCopied] = useState(false)
  useEffect(() => {
    if (!wasCopied) return undefined
    const timer = setTimeout(() => setWasCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [wasCopied])
  const copy = async () => {
    if (await copyText(text)) setWasCopied(true)
  }
  const label = wasCopied ? t('blocks.copy.done') : t('blocks.copy.label', { text })
  return (
    <span className="copy-text">
      <span className="sw-tabular">{shown}</span>
      <button type="button" className="sw-icon-button icon-button-small" aria-label={label} title={wasCopied ? label : t('blocks.copy.short')} onClick={() => void copy()}>
        {wasCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      </button>
    </span>
  )
}
