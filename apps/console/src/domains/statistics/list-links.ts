// Where the rows behind a number are listed. Only lists that show the same rows count; a license list shows one family,
// so its numbers lead there once the family is fixed.
import type { Carrier, Dimension, MeasureName } from '@sealwright/contract'
import { instantAt } from '../../blocks/date/period.ts'
import { pathTo } from '../../lib/place/navigate.tsx'
import type { Filters } from './statistics-view.ts'

export const LICENSE_LISTS = {
  smart: '/license',
  account: '/pc/license/account',
  sn: '/pc/license/sn',
  dongle: '/pc/license/dongle',
} as const satisfies Record<Carrier, string>

export interface Counted {
  measure: MeasureName
  first: string
  last: string
  /** The developer's, in which days are counted. */
  zone: string
  filters: Filters
  /** One of the series. */
  part?: { by: Dimension; key: string }
}

const isCarrier = (text: string): text is Carrier => text in LICENSE_LISTS

function licenseList({ measure, first, last, zone, filters, part }: Counted): string | undefined {
  const own = part?.by === 'carrier' ? part.key : filters.carrier?.length === 1 ? filters.carrier[0] : undefined
  // The list of dongle licenses has no filter by day.
  if (own === undefined || !isCarrier(own) || own === 'dongle') return undefined
  const [from, to] = [instantAt(first, 'start', zone), instantAt(last, 'end', zone)]
  const days = measure === 'licenseIssued' ? { startTime: from, endTime: to } : { expireStart: from, expireEnd: to }
  const named = (by: Dimension) => (part?.by === by ? part.key : undefined)
  // Rows without an integrator or a template cannot be asked for.
  if (part?.key === '') return undefined
  // Several products are a JSON list in the address.
  const products = filters.licenseId ?? []
  const product = products.length > 1 ? JSON.stringify(products.map(String)) : products[0]?.toString()
  const integratorGuid = named('integrator')
  if (integratorGuid !== undefined && own !== 'sn') return undefined
  return pathTo(LICENSE_LISTS[own], {
    ...days,
    licenseId: named('product') ?? product,
    templateGuid: named('template') ?? filters.templateGuid,
    source: named('channel') ?? filters.channel,
    adminUserId: named('admin'),
    integratorGuid,
  })
}

/** The address of the list, or undefined if there is none. */
export function listOf(counted: Counted): string | undefined {
  const { measure, first, last, zone, filters, part } = counted
  const days = { startTime: instantAt(first, 'start', zone), endTime: instantAt(last, 'end', zone) }
  if (part?.key === '' && measure !== 'licenseIssued') return undefined
  switch (measure) {
    case 'licenseIssued':
    case 'licenseExpired':
      return licenseList(counted)
    case 'refusal':
      // The log has no filter by product.
      if (filters.licenseId || part?.by === 'product') return undefined
      return pathTo('/runtime/log', { refused: '1', reason: part?.key, ...days })
    case 'spending':
      return pathTo('/billing/order', { category: part?.key, ...days })
    case 'campaignJoined':
      return part && pathTo('/activity/chart', { guid: part.key, startDay: first, endDay: last })
    default:
      return undefined
  }
}
