// Filters by customer, integrator, administrator and tag, for the lists of licenses and of locks. Undefined where the
// person may not see such rows. Options load only when a filter is used: the rows come first.
import { LIMITS, accessCalls, adminName, customerCalls, integratorCalls, tagCalls } from '@sealwright/contract'
import { useMemo, useState } from 'react'
import { useWanted } from '../../../blocks/control/wanted.ts'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { OPTIONS_STALE_MS, isMissing, useOnly, usePick } from './pick-filter.ts'

const options = { keepPrevious: true, staleMs: OPTIONS_STALE_MS } as const

/** `customerGuid` is the value in the address. */
export function useCustomerFilter(label: string, customerGuid: string): Filter | undefined {
  const [isWanted, load] = useWanted()
  const [needle, setNeedle] = useState('')
  const isOffered = useCan(customerCalls.list)
  const canGet = useCan(customerCalls.get)
  const found = useAnswer(customerCalls.list, needle ? { name: needle.slice(0, LIMITS.customer.nameMax) } : {}, {
    ...options,
    enabled: isOffered && isWanted,
  })
  const data = useMemo(() => found.data?.map(({ guid, name }) => ({ value: guid, label: name })), [found.data])
  const chosen = useAnswer(
    customerCalls.get,
    { guid: customerGuid },
    { ...options, enabled: canGet && isMissing(customerGuid, data) },
  )
  const filter = usePick({
    name: 'customerGuid',
    label,
    data,
    isPlaceholderData: found.isPlaceholderData,
    load,
    setNeedle,
    labelOf: useOnly(chosen.data?.name),
    isMore: true,
  })
  return isOffered ? filter : undefined
}

/** `integratorGuid` is the value in the address. */
export function useIntegratorFilter(label: string, integratorGuid: string): Filter | undefined {
  const [isWanted, load] = useWanted()
  const [needle, setNeedle] = useState('')
  const isOffered = useCan(integratorCalls.find)
  const found = useAnswer(
    integratorCalls.find,
    { currentPage: 1, pageSize: LIMITS.page.maxSize, ...(needle && { name: needle }) },
    { ...options, enabled: isOffered && isWanted },
  )
  const data = useMemo(() => found.data?.rows.map(({ guid, name }) => ({ value: guid, label: name })), [found.data])
  const chosen = useAnswer(
    integratorCalls.get,
    { guid: integratorGuid },
    { ...options, enabled: isOffered && isMissing(integratorGuid, data) },
  )
  const filter = usePick({
    name: 'integratorGuid',
    label,
    data,
    isPlaceholderData: found.isPlaceholderData,
    load,
    setNeedle,
    labelOf: useOnly(chosen.data?.name),
    isMore: true,
  })
  return isOffered ? filter : undefined
}

/** Offered only if the device type is 0 (specification, section 6). */
export function useAdminFilter(label: string): Filter | undefined {
  const isOffered = useSession().developer.devType === 0
  const [isWanted, load] = useWanted()
  const { data } = useAnswer(accessCalls.list, {}, { staleMs: OPTIONS_STALE_MS, enabled: isOffered && isWanted })
  const admins = useMemo(() => data?.map((admin) => ({ value: admin.userId, label: adminName(admin) })), [data])
  const filter = usePick({ name: 'adminUserId', label, data: admins, load, isMore: true })
  return isOffered ? filter : undefined
}

export function useTagFilter(label: string): Filter | undefined {
  const [isWanted, load] = useWanted()
  const isOffered = useCan(tagCalls.list)
  const { data } = useAnswer(tagCalls.list, {}, { staleMs: OPTIONS_STALE_MS, enabled: isOffered && isWanted })
  return useMemo(
    () =>
      isOffered
        ? {
            kind: 'picks',
            name: 'tagGuids',
            label,
            max: LIMITS.tag.perUser,
            options: (data ?? []).map(({ guid, name }) => ({ value: guid, label: name })),
            isLoading: !data,
            load,
            isMore: true,
          }
        : undefined,
    [isOffered, label, data, load],
  )
}
