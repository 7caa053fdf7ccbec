// What is counted of programs before it is judged whether it looks like abuse.
import type { RiskKind } from '@sealwright/contract'

/** What was counted of a license, or of a network, in the last 30 days. */
export interface RiskSign {
  kind: RiskKind
  licenseGuid: string | null
  network: string | null
  /** Machines, networks, changes, tries; of a copied machine the networks that it was in at once. */
  count: number
  /** How often machines were refused because there were too many. */
  refusals: number
  /** The machine that it is about: its name, or its fingerprint. */
  machine: string | null
  lastAt: Date
}
