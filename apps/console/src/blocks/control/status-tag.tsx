// A colored chip with a dot for the state of a record. The text must be clear without the color.
import type { ReactNode } from 'react'
import './controls.css'

export type Tone = 'neutral' | 'brand' | 'ok' | 'warn' | 'bad' | 'violet'

export function StatusTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`status-tag tone-${tone}`}>{children}</span>
}

/** A plain chip, for a property rather than a state. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className="tag">{children}</span>
}
