// A soft chip with a dot: the state of a thing, at a glance. The word says it; the color only helps.
import type { ReactNode } from 'react'
import './controls.css'

export type Tone = 'neutral' | 'brand' | 'ok' | 'warn' | 'bad' | 'violet'

export function StatusTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={`status-tag tone-${tone}`}>{children}</span>
}

/** A plain chip, for what is a property and not a state. */
export function Tag({ children }: { children: ReactNode }) {
  return <span className="tag">{children}</span>
}
