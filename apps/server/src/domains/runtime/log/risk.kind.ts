// The counts from which risks are judged.
import type { RiskKind } from '@sealwright/contract'

/** A count for a license or a network over the last 30 days. */
export interface RiskSign {
  kind: RiskKind
  licenseGuid: string | null
  network: string | null
  /** Devices, networks, changes or attempts. For a cloned device: the networks it was in at the same time. */
  count: number
  /** How often devices were refused because there were too many. */
  refusals: number
  /** The name or fingerprint of the device. */
  machine: string | null
  lastAt: Date
}
