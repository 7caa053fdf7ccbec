// How a license reads where it is named: a code in groups, an account license by its number.
import { shownCode } from '@sealwright/contract'
import type { LicenseFamily } from '@sealwright/contract'

export const serialShown = (family: LicenseFamily, serial: string) => (family === 'account' ? serial : shownCode(serial))
