import { expect, it } from 'vitest'
import { STORED } from '../../lib/stored.ts'
import { visitorLocale } from './visitor-locale.ts'

it('the language is that of the address, else the chosen one, else that of the mail, else one of the browser', () => {
  const browser = ['fr-FR', 'en-GB', 'zh-CN']
  const at = (search = '', hash = '') => ({ search, hash })
  expect(visitorLocale(at(), browser)).toBe('en')
  expect(visitorLocale(at(), ['fr'])).toBe('zh')
  expect(visitorLocale(at('', '#link=x&lang=zh'), browser)).toBe('zh')
  STORED.locale.set('zh')
  expect(visitorLocale(at(), browser)).toBe('zh')
  expect(visitorLocale(at('', '#link=x&lang=en'), browser)).toBe('zh')
  expect(visitorLocale(at('?lang=en'), browser)).toBe('en')
  expect(visitorLocale(at('?lang=de'), browser)).toBe('zh')
})
