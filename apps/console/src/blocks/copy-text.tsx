// A text that people carry elsewhere (ids, codes): shown in full, copied by one click.
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { usePhrases } from '../lib/i18n.tsx'
import { toast } from '../lib/toast.ts'
import './controls.css'

const SAID_MS = 1_500

/** `shown` is easier to read and is not what is copied. */
export function CopyText({ text, shown = text }: { text: string; shown?: string }) {
  const t = usePhrases()
  const [wasCopied, setWasCopied] = useState(false)
  useEffect(() => {
    if (!wasCopied) return undefined
    const timer = setTimeout(() => setWasCopied(false), SAID_MS)
    return () => clearTimeout(timer)
  }, [wasCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setWasCopied(true)
    } catch {
      toast.warning(t('blocks.copy.failed'))
    }
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
