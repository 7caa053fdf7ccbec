// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.restoreAllMocks()
  vi.resetModules()
  localStorage.clear()
})

async function localeOf(language: string, stored?: string): Promise<string> {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  if (stored) localStorage.setItem('locale', stored)
  const { useLanguage } = await import('./i18n.tsx')
  return useLanguage.getState().locale
}

it.each([['en-GB', 'en'], ['en', 'en'], ['zh-CN', 'zh'], ['de-DE', 'zh'], ['enm', 'zh']])('the first visit of a browser that speaks %s is in %s', async (language, locale) => {
  expect(await localeOf(language)).toBe(locale)
})

it('what was shown before counts more than what the browser speaks', async () => {
  expect(await localeOf('en-GB', 'zh')).toBe('zh')
})
