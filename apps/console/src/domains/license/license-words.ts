// How a license reads where it is named, and what lists of licenses are narrowed by alike.
import { LICENSE_STATUSES, licenseStatusName, shownSerial } from '@sealwright/contract'
import type { LicenseFamily, LicenseRow } from '@sealwright/contract'
import type { Filter } from '../../blocks/list/list-filters.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'

/** Whether it is a code, which is handed to somebody; what an account holds is not. */
export const isCodeFamily = (family: LicenseFamily) => family !== 'account'

/** What a person calls it: the code, or the account that holds it. */
export const nameOf = (family: LicenseFamily, { serial, account }: Pick<LicenseRow, 'serial' | 'account'>) =>
  isCodeFamily(family) ? shownSerial(family, serial) : (account ?? serial)

export const statusFilter = (t: Translate): Filter => ({
  kind: 'choice',
  name: 'status',
  label: t('license.fields.status'),
  options: Object.values(LICENSE_STATUSES).map((status) => ({
    value: String(status),
    label: t(`license.statuses.${licenseStatusName(status)}`),
  })),
})
