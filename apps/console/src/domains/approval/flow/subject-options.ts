// The products and templates that a person can choose, searched by the server. Each needs its own right to view.
import { LICENSE_FAMILIES, LIMITS, productCalls } from '@sealwright/contract'
import type { LicenseFamily } from '@sealwright/contract'
import { useMemo, useState } from 'react'
import type { Option, Options } from '../../../blocks/control/option-search.ts'
import { useWanted } from '../../../blocks/control/wanted.ts'
import { useAnswer } from '../../../lib/call/client.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { FAMILIES } from '../../template/index.ts'

interface Offered extends Options {
  /** False if the person may not see any. */
  isOffered: boolean
}

const PAGE = { currentPage: 1, pageSize: LIMITS.page.maxSize } as const

export function useProductOptions(): Offered {
  const isOffered = useCan(productCalls.find)
  const [isWanted, load] = useWanted()
  const [needle, setNeedle] = useState('')
  const { data, isPlaceholderData } = useAnswer(
    productCalls.find,
    { ...PAGE, ...(needle && { productName: needle.slice(0, LIMITS.product.nameMax) }) },
    { keepPrevious: true, enabled: isOffered && isWanted },
  )
  const options = useMemo(
    () =>
      (data?.rows ?? []).map(({ licenseId, name }): Option => ({
        value: String(licenseId),
        label: name,
        note: String(licenseId),
      })),
    [data],
  )
  return { isOffered, options, isLoading: !data || isPlaceholderData, load, onNeedle: setNeedle }
}

function useTemplatesOf(family: LicenseFamily, needle: string, isWanted: boolean) {
  const { calls, where } = FAMILIES[family]
  return useAnswer(
    calls.find,
    { ...where, ...PAGE, ...(needle && { templateName: needle.slice(0, LIMITS.template.nameMax) }) },
    { keepPrevious: true, enabled: isWanted },
  )
}

/** The templates of these families. */
export function useTemplateOptions(families: readonly LicenseFamily[]): Offered {
  const session = useSession()
  const [isWanted, load] = useWanted()
  const [needle, setNeedle] = useState('')
  const seen = LICENSE_FAMILIES.filter(
    (family) => families.includes(family) && hasAccess(session, FAMILIES[family].access.view),
  )
  const answers = {
    smart: useTemplatesOf('smart', needle, isWanted && seen.includes('smart')),
    account: useTemplatesOf('account', needle, isWanted && seen.includes('account')),
    sn: useTemplatesOf('sn', needle, isWanted && seen.includes('sn')),
  }
  const options = seen.flatMap((family) =>
    (answers[family].data?.rows ?? []).map(({ guid, name, productName }): Option => ({
      value: guid,
      label: name,
      note: productName,
    })),
  )
  const isLoading = seen.some((family) => !answers[family].data || answers[family].isPlaceholderData)
  return { isOffered: seen.length > 0, options, isLoading, load, onNeedle: setNeedle }
}
