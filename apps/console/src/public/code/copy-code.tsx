import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import css from './code.module.css'

/** A lending code with a button that copies it. */
export function CopyCode({ code, isLarge = false }: { code: string; isLarge?: boolean }) {
  const t = usePhrases()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      setCopied(true)
    } catch {
      toast.warning(t('codePage.desk.copyFailed'))
    }
  }
  return (
    <span className={css.copy} data-large={isLarge || undefined}>
      <code>{code}</code>
      {/* Missing on plain-HTTP origins. */}
      {'clipboard' in navigator && (
        <button type="button" className="sw-icon-button" title={t('codePage.desk.copy')} onClick={() => void copy()}>
          {isCopied ? <Check size={16} aria-hidden /> : <Copy size={16} aria-hidden />}
          <span className="sw-visually-hidden" role="status">
            {t(isCopied ? 'codePage.desk.copied' : 'codePage.desk.copy')}
          </span>
        </button>
      )}
    </span>
  )
}
