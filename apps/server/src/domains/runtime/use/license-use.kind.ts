// What the runtime asks of licenses; compose.ts joins the two.
import type { LicenseDomain } from '../../license/index.ts'

export type LicenseUse = Pick<LicenseDomain, 'bindHeld' | 'useHeld' | 'freeHeld'>
