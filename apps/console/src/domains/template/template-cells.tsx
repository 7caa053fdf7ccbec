// Two-line cells for the terms of a template or license in a list.
import { DEDUCT_MODES } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { Nothing } from '../../blocks/list/columns.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './template-list.css'
import type { TemplateWords, Terms } from './template-words.ts'

type DeductMode = keyof typeof DEDUCT_MODES
const DEDUCT_NAMES = Object.keys(DEDUCT_MODES) as DeductMode[] // keys of a const object
const DEDUCT_TONES: Record<DeductMode, Tone> = { balance: 'brand', package: 'violet', gift: 'ok', ppm: 'warn' }

/** A value above its details. */
export function TwoLines({
  className = '',
  children,
  below,
}: {
  className?: string
  children: ReactNode
  below?: string | false | null
}) {
  return (
    <span className={`two-lines ${className}`}>
      <span>{children}</span>
      {below && <span className="name-cell-below">{below}</span>}
    </span>
  )
}

/** The term above the uses and the devices; `children` go beside the term. */
export function LimitsCell({ words, terms, children }: { words: TemplateWords; terms: Terms; children?: ReactNode }) {
  const [first, below] = words.limits(terms)
  return (
    <TwoLines below={below}>
      {first} {children}
    </TwoLines>
  )
}

/** The deduct mode above the package or the billing mode. */
export function DeductCell({
  words,
  terms,
}: {
  words: TemplateWords
  terms: Pick<Terms, 'deductMode' | 'packageName' | 'billingMode'>
}) {
  const t = usePhrases()
  const mode = DEDUCT_NAMES.find((name) => DEDUCT_MODES[name] === terms.deductMode)
  if (!mode) return <Nothing />
  return (
    <TwoLines below={terms.packageName ?? words.billingMode(terms.billingMode)}>
      <StatusTag tone={DEDUCT_TONES[mode]}>{t(`template.list.deductModes.${mode}`)}</StatusTag>
    </TwoLines>
  )
}
