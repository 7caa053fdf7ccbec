// The filters of a license list. Options that can number in the thousands are searched on the server. A value in the
// address that is not among the loaded options is fetched separately, so that the filter always shows its name. Options
// load only when a filter is used: the rows come first.
import { LICENSE_SOURCES, LIMITS } from '@sealwright/contract'
import type { LicenseFamily } from '@sealwright/contract'
import { useMemo, useState } from 'react'
import { useWanted } from '../../../blocks/control/wanted.ts'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { useSearchOf } from '../../../lib/place/navigate.tsx'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { useAdminFilter, useCustomerFilter, useIntegratorFilter, useTagFilter } from '../filters/party-filters.ts'
import { OPTIONS_STALE_MS, isMissing, useOnly, usePick } from '../filters/pick-filter.ts'
import { useProductFilter } from '../filters/product-filter.ts'
import { FAMILIES } from '../license-family.ts'
import { isCodeFamily, statusFilter } from '../license-words.ts'

const EXPIRING_DAYS = [7, 15, 30]
const options = { keepPrevious: true, staleMs: OPTIONS_STALE_MS } as const

function useTemplateFilter(family: LicenseFamily, templateGuid: string): Filter {
  const t = usePhrases()
  const session = useSession()
  const { calls, where, access } = FAMILIES[family]
  const [isWanted, load] = useWanted()
  const [needle, setNeedle] = useState('')
  const found = useAnswer(
    calls.templates,
    { ...where, ...(needle && { templateName: needle.slice(0, LIMITS.template.nameMax) }) },
    { ...options, enabled: isWanted },
  )
  const data = useMemo(
    () => found.data?.map(({ guid, name, productName }) => ({ value: guid, label: name, note: productName })),
    [found.data],
  )
  const isAsked = isMissing(templateGuid, data)
  const canIssue = hasAccess(session, access.issue)
  const chosen = useAnswer(
    calls.template,
    { ...where, guid: templateGuid },
    { ...options, enabled: isAsked && canIssue },
  )
  // A license keeps the name of its template, even if the template was deleted.
  const issued = useAnswer(
    calls.find,
    { ...where, templateGuid, currentPage: 1, pageSize: LIMITS.page.tableSizes[0] },
    { ...options, enabled: isAsked && (!canIssue || chosen.isError) },
  )
  return usePick({
    name: 'templateGuid',
    label: t('license.fields.templateGuid'),
    data,
    isPlaceholderData: found.isPlaceholderData,
    load,
    setNeedle,
    labelOf: useOnly(chosen.data?.name ?? issued.data?.rows[0]?.templateName),
  })
}

export function useLicenseFilters(family: LicenseFamily): readonly Filter[] {
  const t = usePhrases()
  const {
    licenseId = '',
    templateGuid = '',
    customerGuid = '',
    integratorGuid = '',
    orderGuid = '',
  } = useSearchOf(FAMILIES[family].path)
  const isCode = isCodeFamily(family)
  const product = useProductFilter(t('license.fields.licenseId'), licenseId)
  const template = useTemplateFilter(family, templateGuid)
  const customer = useCustomerFilter(t('license.fields.customerGuid'), customerGuid)
  const integrator = useIntegratorFilter(t('license.fields.integratorGuid'), integratorGuid)
  // Only the page of an order leads here with it.
  const order = orderGuid === '' ? undefined : t('license.list.oneOrder')
  const issuer = useAdminFilter(t('license.fields.adminUserId'))
  const tags = useTagFilter(t('license.fields.tagGuids'))
  return useMemo(
    (): Filter[] => [
      { kind: 'search', name: 'keyword', label: t(isCode ? 'license.list.searchCode' : 'license.list.searchAccount') },
      statusFilter(t, family),
      ...(product ? [product] : []),
      template,
      {
        kind: 'choice',
        name: 'effective',
        label: t('license.list.effective'),
        options: [
          { value: '1', label: t('license.list.onlyEffective') },
          { value: '0', label: t('license.list.onlyIneffective') },
        ],
        isMore: true,
      },
      {
        kind: 'choice',
        name: 'expiringDays',
        label: t('license.list.expiring'),
        options: EXPIRING_DAYS.map((days) => ({ value: String(days), label: t('license.list.expiringIn', { days }) })),
      },
      { kind: 'period', name: 'startTime', until: 'endTime', label: t('license.fields.issueTime'), isMore: true },
      { kind: 'period', name: 'expireStart', until: 'expireEnd', label: t('license.fields.expireTime'), isMore: true },
      ...(issuer ? [issuer] : []),
      {
        kind: 'choice',
        name: 'source',
        label: t('license.fields.source'),
        options: LICENSE_SOURCES.map((source) => ({ value: source, label: t(`license.sources.${source}`) })),
        isMore: true,
      },
      ...(customer ? [customer] : []),
      ...(order === undefined
        ? []
        : [
            {
              kind: 'choice' as const,
              name: 'orderGuid',
              label: t('license.fields.orderGuid'),
              options: [{ value: orderGuid, label: order }],
            },
          ]),
      ...(isCode
        ? [
            {
              kind: 'choice' as const,
              name: 'delivered',
              label: t('license.fields.delivered'),
              options: [
                { value: '1', label: t('license.list.delivered') },
                { value: '0', label: t('license.list.undelivered') },
              ],
              isMore: true,
            },
            ...(integrator ? [integrator] : []),
          ]
        : tags
          ? [tags]
          : []),
    ],
    [t, family, isCode, product, template, customer, integrator, issuer, tags, order, orderGuid],
  )
}
