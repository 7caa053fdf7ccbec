// What the address of the page says: the token of the link, the promotion method, and advertising parameters.
// Parameters that are too long are dropped, as on /register. Unlike there, they are not stored: they belong to this
// campaign only.
import { CAMPAIGN_PAGE, LIMITS, METHOD_PARAMETER } from '@sealwright/contract'

const { promotionCodeMax, clickDataMax, keywordMax } = LIMITS.account

/** The payload of every call: which link was opened, and how. */
export function visitWhere({ pathname, search }: Pick<Location, 'pathname' | 'search'> = location) {
  const via = new URLSearchParams(search).get(METHOD_PARAMETER)
  const [link = ''] = pathname.startsWith(`${CAMPAIGN_PAGE}/`)
    ? pathname.slice(CAMPAIGN_PAGE.length + 1).split('/')
    : []
  return { link, ...(via !== null && { via }) }
}

/** The advertising parameters, for the participation. */
export function visitBrought({ search }: Pick<Location, 'search'> = location) {
  const given = new URLSearchParams(search)
  const upTo = (name: string, max: number) => {
    const value = given.get(name)?.trim()
    return value && value.length <= max ? value : undefined
  }
  return {
    spreadCode: upTo('code', promotionCodeMax),
    bdVid: upTo('bd_vid', clickDataMax),
    keyword: upTo('keyword', keywordMax),
  }
}
