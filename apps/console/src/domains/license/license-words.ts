// The display name of a license, and the status filter that license lists share.
import { licenseStatusName, shownSerial, statusesOf } from '@sealwright/contract'
import type { LicenseFamily, LicenseRow } from '@sealwright/contract'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'

/** Smart licenses and license codes have a code that is handed out; a license for an account has none. */
export const isCodeFamily = (family: LicenseFamily) => family !== 'account'

/** The display name: the code, or the account that holds the license. */
export const nameOf = (family: LicenseFamily, { serial, account }: Pick<LicenseRow, 'serial' | 'account'>) =>
  isCodeFamily(family) ? shownSerial(family, serial) : (account ?? serial)

export const statusFilter = (t: Translate, family: LicenseFamily): Filter => ({
  kind: 'picks',
  name: 'status',
  label: t('license.fields.status'),
  options: statusesOf(family).map((status) => ({
    value: String(status),
    label: t(`license.statuses.${licenseStatusName(status)}`),
  })),
})
