// The filter by product, for the lists of licenses. Undefined where the person may not see products.
import { LIMITS, productCalls } from '@sealwright/contract'
import { useCallback, useMemo, useState } from 'react'
import { useWanted } from '../../../blocks/control/wanted.ts'
import { filterValues } from '../../../blocks/list/filter/list-filters.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { OPTIONS_STALE_MS, isMissing, usePick } from './pick-filter.ts'

const options = { keepPrevious: true, staleMs: OPTIONS_STALE_MS } as const

/** `licenseId` is the value in the address: one product, or several as JSON. */
export function useProductFilter(label: string, licenseId: string): Filter | undefined {
  const isOffered = useCan(productCalls.find)
  const [isWanted, load] = useWanted()
  const [needle, setNeedle] = useState('')
  const found = useAnswer(
    productCalls.find,
    {
      currentPage: 1,
      pageSize: LIMITS.page.maxSize,
      ...(needle && { productName: needle.slice(0, LIMITS.product.nameMax) }),
    },
    { ...options, enabled: isOffered && isWanted },
  )
  const data = useMemo(
    () =>
      found.data?.rows.map((product) => ({
        value: String(product.licenseId),
        label: product.name,
        note: String(product.licenseId),
      })),
    [found.data],
  )
  const missing = filterValues(licenseId).filter((id) => isMissing(id, data) && /^\d+$/.test(id))
  const chosen = useAnswer(
    productCalls.find,
    { currentPage: 1, pageSize: LIMITS.page.maxSize, licenseId: missing.map(Number) },
    { ...options, enabled: missing.length > 0 },
  )
  const names = useMemo(
    () => new Map(chosen.data?.rows.map((product) => [String(product.licenseId), product.name])),
    [chosen.data],
  )
  const filter = usePick({
    kind: 'picks',
    name: 'licenseId',
    label,
    data,
    isPlaceholderData: found.isPlaceholderData,
    load,
    setNeedle,
    labelOf: useCallback((id: string) => names.get(id), [names]),
  })
  return isOffered ? filter : undefined
}
