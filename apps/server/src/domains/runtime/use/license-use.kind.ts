// Port to the license domain; compose/ connects the two.
import type { LicenseDomain } from '../../license/index.ts'

export type LicenseUse = Pick<LicenseDomain, 'bindHeld' | 'useHeld' | 'lendHeld' | 'freeHeld' | 'waitsAt'>
