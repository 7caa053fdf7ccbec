// The filters of the list of user locks.
import { LIMITS, LOCK_GROUP_NAMES, LOCK_MODES, LOCK_STATUSES, lockStatusName } from '@sealwright/contract'
import { useMemo } from 'react'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { useSearchOf } from '../../../lib/place/navigate.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { useAdminFilter, useCustomerFilter, useIntegratorFilter, useTagFilter } from '../../license/filters/index.ts'
import { modeName } from './lock-status.tsx'

export const keywordFilter = (t: Translate): Filter => ({
  kind: 'search',
  name: 'keyword',
  label: t('userLock.list.search'),
})

export const groupFilter = (t: Translate): Filter => ({
  kind: 'choice',
  name: 'group',
  label: t('userLock.list.group'),
  options: LOCK_GROUP_NAMES.map((value) => ({ value, label: t(`userLock.groups.${value}`) })),
})

/** One status, for links from the statistics. Three statuses are called normal, so each shows its number. */
const statusFilter = (t: Translate): Filter => ({
  kind: 'picks',
  name: 'status',
  label: t('userLock.list.oneStatus'),
  options: Object.values(LOCK_STATUSES).map((status) => ({
    value: String(status),
    label: t(`userLock.statuses.${lockStatusName(status)}`),
    note: String(status),
  })),
  isMore: true,
})

export function useLockFilters(): readonly Filter[] {
  const t = usePhrases()
  const { customerGuid = '', integratorGuid = '' } = useSearchOf('/dongle/user')
  const customer = useCustomerFilter(t('userLock.fields.customer'), customerGuid)
  const integrator = useIntegratorFilter(t('userLock.fields.integrator'), integratorGuid)
  const admin = useAdminFilter(t('userLock.list.admin'))
  const tags = useTagFilter(t('userLock.fields.tagGuids'))
  return useMemo(
    (): Filter[] => [
      keywordFilter(t),
      {
        kind: 'choice',
        name: 'activationMode',
        label: t('userLock.list.mode'),
        options: Object.values(LOCK_MODES).map((mode) => ({
          value: String(mode),
          label: t(`userLock.modes.${modeName(mode)}`),
        })),
      },
      groupFilter(t),
      {
        kind: 'choice',
        name: 'endingDays',
        label: t('userLock.list.ending'),
        options: LIMITS.dongle.endingDays.map((days) => ({
          value: String(days),
          label: t('userLock.list.endingIn', { days }),
        })),
      },
      {
        kind: 'choice',
        name: 'ended',
        label: t('userLock.list.over'),
        options: [
          { value: '1', label: t('userLock.list.isOver') },
          { value: '0', label: t('userLock.list.notOver') },
        ],
        isMore: true,
      },
      ...[customer, tags, admin, integrator].filter((filter) => filter !== undefined),
      statusFilter(t),
    ],
    [t, customer, tags, admin, integrator],
  )
}
