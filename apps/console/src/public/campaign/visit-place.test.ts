import { LIMITS } from '@sealwright/contract'
import { describe, expect, it } from 'vitest'
import { STORED } from '../../lib/stored.ts'
import { visitBrought, visitWhere, visitorLocale } from './visit-place.ts'

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

describe('the language', () => {
  it('is that of the address, else the chosen one, else the first known one of the browser', () => {
    const browser = ['fr-FR', 'en-GB', 'zh-CN']
    expect(visitorLocale({ search: '' }, browser)).toBe('en')
    expect(visitorLocale({ search: '' }, ['fr'])).toBe('zh')
    STORED.locale.set('zh')
    expect(visitorLocale({ search: '' }, browser)).toBe('zh')
    expect(visitorLocale({ search: '?lang=en' }, browser)).toBe('en')
    expect(visitorLocale({ search: '?lang=de' }, browser)).toBe('zh')
  })
})
