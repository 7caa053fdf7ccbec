// Code to copy, in one or several languages. Long lines scroll inside the frame.
import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Segmented } from '../form/segmented.tsx'
import { Button } from './button.tsx'
import './code-block.css'
import { copyText } from './copy-text.tsx'

export function CodeBlock({ code, label }: { code: string; label: string }) {
  const t = usePhrases()
  const [copied, setCopied] = useState<string>()
  const isCopied = copied === code
  return (
    <div className="code-block">
      <pre tabIndex={0} role="region" aria-label={label}>
        <code>{code}</code>
      </pre>
      <Button
        kind="quiet"
        size="small"
        icon={isCopied ? Check : Copy}
        aria-label={`${t(isCopied ? 'blocks.copy.done' : 'blocks.copy.short')} ${label}`}
        onPress={() => void copyText(code).then((isDone) => isDone && setCopied(code))}
      >
        {t(isCopied ? 'blocks.copy.done' : 'blocks.copy.short')}
      </Button>
    </div>
  )
}

interface CodeChoiceProps<Language extends string> {
  /** Names the choice of the language. */
  label: string
  options: readonly { value: Language; label: string; code: string }[]
  value: Language
  onSelect: (language: Language) => void
}

/** The same code in several languages, one shown. */
export function CodeChoice<Language extends string>({ label, options, value, onSelect }: CodeChoiceProps<Language>) {
  const id = useId()
  const shown = options.find((option) => option.value === value) ?? options[0]
  return (
    <div className="code-choice">
      <Segmented label={label} value={value} options={options} onSelect={onSelect} />
      {shown && <CodeBlock key={`${id} ${shown.value}`} code={shown.code} label={shown.label} />}
    </div>
  )
}
