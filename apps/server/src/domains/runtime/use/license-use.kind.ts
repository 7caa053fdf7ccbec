// Port to the license domain; compose.ts connects the two.
import type { LicenseDomain } from '../../license/index.ts'

export type LicenseUse = Pick<LicenseDomain, 'bindHeld' | 'useHeld' | 'lendHeld' | 'freeHeld' | 'waitsAt'>
