// What is known about a thing: label and value, in as many columns as fit.
import type { ReactNode } from 'react'
import './detail.css'

export interface Fact {
  label: string
  /** Nothing known shows as a dash. */
  value: ReactNode
  /** Takes a row of its own. */
  isWide?: boolean
}

export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="fact-list">
      {facts.map((fact) => (
        <div key={fact.label} className={fact.isWide ? 'fact fact-wide' : 'fact'}>
          <dt>{fact.label}</dt>
          <dd>
            {fact.value === null || fact.value === undefined || fact.value === '' ? (
              <span className="nothing">–</span>
            ) : (
              fact.value
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
