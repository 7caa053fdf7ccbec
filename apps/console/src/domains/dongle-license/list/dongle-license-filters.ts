// The filters of the list of licenses in dongles. Options load only when a filter is used: the rows come first.
import {
  DONGLE_LICENSE_STATUSES,
  LIMITS,
  UPGRADE_STATUSES,
  dongleLicenseCalls,
  dongleLicenseStatusName,
  upgradeStatusName,
} from '@sealwright/contract'
import { useMemo, useState } from 'react'
import { useWanted } from '../../../blocks/control/wanted.ts'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { useSearchOf } from '../../../lib/place/navigate.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import {
  OPTIONS_STALE_MS,
  isMissing,
  useAdminFilter,
  useCustomerFilter,
  useIntegratorFilter,
  useOnly,
  usePick,
  useProductFilter,
} from '../../license/filters/index.ts'

const options = { keepPrevious: true, staleMs: OPTIONS_STALE_MS } as const

function useTemplateFilter(templateGuid: string): Filter {
  const t = usePhrases()
  const [isWanted, load] = useWanted()
  const [needle, setNeedle] = useState('')
  const found = useAnswer(
    dongleLicenseCalls.templates,
    needle ? { templateName: needle.slice(0, LIMITS.template.nameMax) } : {},
    { ...options, enabled: isWanted },
  )
  const data = useMemo(
    () => found.data?.map(({ guid, name, productName }) => ({ value: guid, label: name, note: productName })),
    [found.data],
  )
  // A license keeps the name of its template, even if the template was deleted.
  const issued = useAnswer(
    dongleLicenseCalls.find,
    { templateGuid, currentPage: 1, pageSize: LIMITS.page.tableSizes[0] },
    { ...options, enabled: isMissing(templateGuid, data) || (templateGuid !== '' && data === undefined) },
  )
  return usePick({
    name: 'templateGuid',
    label: t('dongleLicense.fields.templateGuid'),
    data,
    isPlaceholderData: found.isPlaceholderData,
    load,
    setNeedle,
    labelOf: useOnly(issued.data?.rows[0]?.templateName ?? undefined),
  })
}

export function useDongleLicenseFilters(): readonly Filter[] {
  const t = usePhrases()
  const {
    licenseId = '',
    templateGuid = '',
    customerGuid = '',
    integratorGuid = '',
  } = useSearchOf('/pc/license/dongle')
  const product = useProductFilter(t('dongleLicense.fields.licenseId'), licenseId)
  const template = useTemplateFilter(templateGuid)
  const customer = useCustomerFilter(t('dongleLicense.fields.customerGuid'), customerGuid)
  const integrator = useIntegratorFilter(t('dongleLicense.fields.integratorGuid'), integratorGuid)
  const admin = useAdminFilter(t('dongleLicense.fields.adminUserId'))
  return useMemo(
    (): Filter[] => [
      { kind: 'search', name: 'keyword', label: t('dongleLicense.list.search') },
      {
        kind: 'picks',
        name: 'status',
        label: t('dongleLicense.fields.status'),
        options: Object.values(DONGLE_LICENSE_STATUSES).map((status) => ({
          value: String(status),
          label: t(`dongleLicense.statuses.${dongleLicenseStatusName(status)}`),
        })),
      },
      {
        kind: 'choice',
        name: 'upgradeStatus',
        label: t('dongleLicense.fields.upgradeStatus'),
        options: Object.values(UPGRADE_STATUSES).map((status) => ({
          value: String(status),
          label: t(`dongleLicense.upgradeStatuses.${upgradeStatusName(status)}`),
        })),
      },
      ...[product, template, customer, admin, integrator].filter((filter) => filter !== undefined),
      { kind: 'period', name: 'startTime', until: 'endTime', label: t('dongleLicense.fields.issueTime'), isMore: true },
    ],
    [t, product, template, customer, admin, integrator],
  )
}
