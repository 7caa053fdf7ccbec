import { LIMITS } from '@sealwright/contract'
import { describe, expect, it } from 'vitest'
import { visitBrought, visitWhere } from './visit-place.ts'

describe('the address', () => {
  it('names the link and the promotion method; a method that does not exist is sent too, to be refused', () => {
    expect(visitWhere({ pathname: '/p/campaign/abc', search: '' })).toEqual({ link: 'abc' })
    expect(visitWhere({ pathname: '/p/campaign/abc/', search: '?via=qr' })).toEqual({ link: 'abc', via: 'qr' })
    expect(visitWhere({ pathname: '/p/campaign/abc', search: '?via=' })).toEqual({ link: 'abc', via: '' })
    expect(visitWhere({ pathname: '/p/campaign/', search: '' })).toEqual({ link: '' })
  })

  it('brings advertising parameters under the names of /register; a parameter that is too long is dropped', () => {
    expect(visitBrought({ search: '?code=SPRING&bd_vid=v1&keyword=CAD%20软件' })).toEqual({
      spreadCode: 'SPRING',
      bdVid: 'v1',
      keyword: 'CAD 软件',
    })
    const long = 'x'.repeat(LIMITS.account.keywordMax + 1)
    expect(visitBrought({ search: `?code=%20&keyword=${long}` })).toEqual({
      spreadCode: undefined,
      bdVid: undefined,
      keyword: undefined,
    })
  })
})
