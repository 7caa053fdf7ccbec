// How a license reads where it is named: a code in groups, an account license by its number.
import { LICENSE_MODES, shownCode } from '@sealwright/contract'
import type { LicenseFamily, LicenseMode, LicenseRow } from '@sealwright/contract'

export const serialShown = (family: LicenseFamily, serial: string) => (family === 'account' ? serial : shownCode(serial))

/** Whether it is a code, which is handed to somebody; what an account holds is not. */
export const isCodeFamily = (family: LicenseFamily) => family !== 'account'

/** What a person calls it: the code, or the account that holds it. */
export const nameOf = (family: LicenseFamily, { serial, account }: Pick<LicenseRow, 'serial' | 'account'>) => (isCodeFamily(family) ? serialShown(family, serial) : (account ?? serial))

const MODE_NAMES = Object.keys(LICENSE_MODES) as LicenseMode[] // keys of a const object
export const modeName = (mode: number): LicenseMode => MODE_NAMES.find((name) => LICENSE_MODES[name] === mode) ?? 'smart'
