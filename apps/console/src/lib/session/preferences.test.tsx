import { identityCalls } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type * as PhrasesModule from '@sealwright/phrases'
import { render, screen } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../call/query-client.ts'
import { STORED } from '../stored.ts'
import { useToasts } from '../toast.ts'
import { PhrasesProvider, beginLanguage, showLanguage, useLanguage } from '../words/i18n.tsx'
import { adoptSessionLocale, chooseLocale } from './preferences.ts'
import type { Session } from './session.tsx'

// Simulates the loading of phrases: when each language arrives, and whether it fails.
const network = vi.hoisted(() => ({ arrival: {} as Partial<Record<string, Promise<void>>> }))
vi.mock('@sealwright/phrases', async (original) => {
  const real = await original<typeof PhrasesModule>()
  return {
    ...real,
    loadPhrases: async (locale: Locale) => {
      await network.arrival[locale]
      return real.loadPhrases(locale)
    },
  }
})

const kept: unknown[] = []

async function showFirstLanguage(hash: string): Promise<void> {
  beginLanguage(hash)
  await showLanguage(useLanguage.getState().locale)
}

beforeEach(async () => {
  kept.length = 0
  network.arrival = {}
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => {
    if (path === identityCalls.updatePreferences.path) kept.push(init.body)
    return Promise.resolve(Response.json({ code: 0, desc: '', data: {} }))
  })
  await showLanguage('zh')
})

const session = (locale: Locale) => ({ locale }) as Session // the only field that is read

it('a language chosen on the sign-in page becomes the language of the next account, once', async () => {
  await chooseLocale('en')
  STORED.ssId.set('handle-of-a')
  await adoptSessionLocale(session('zh'))
  expect([useLanguage.getState().locale, kept]).toEqual(['en', ['locale=en']])
  STORED.ssId.set('handle-of-b')
  await adoptSessionLocale(session('zh'))
  expect([useLanguage.getState().locale, kept]).toEqual(['zh', ['locale=en']])
})

it('a language chosen after sign-in does not affect the next account', async () => {
  STORED.ssId.set('handle-of-a')
  await chooseLocale('en')
  STORED.ssId.remove()
  STORED.ssId.set('handle-of-b')
  await adoptSessionLocale(session('zh'))
  expect([useLanguage.getState().locale, kept]).toEqual(['zh', ['locale=en']])
})

it('answers in another language than that of the session are loaded again', async () => {
  queryClient.setQueryData(['quote'], 'in Chinese')
  await adoptSessionLocale(session('en'))
  expect(queryClient.getQueryState(['quote'])?.isInvalidated).toBe(true)
})

it('of two languages chosen at once, the later one is shown and stored, even if the other arrives last', async () => {
  STORED.ssId.set('handle-of-a')
  let arrive: () => void = () => undefined
  network.arrival = {
    en: new Promise((resolve) => {
      arrive = resolve
    }),
  }
  const slow = chooseLocale('en')
  await chooseLocale('zh')
  arrive()
  await slow
  expect([useLanguage.getState().locale, STORED.locale.get(), kept]).toEqual(['zh', 'zh', ['locale=zh']])
})

it('without a choice, the language of the message applies on following pages, but is not stored', async () => {
  await showFirstLanguage('')
  expect(useLanguage.getState().locale).toBe('zh')
  await showFirstLanguage('#link=abc&lang=en')
  expect([useLanguage.getState().locale, document.documentElement.lang]).toEqual(['en', 'en'])
  await showFirstLanguage('#account=lin%40example.com')
  expect([useLanguage.getState().locale, STORED.locale.get()]).toEqual(['en', undefined])
  await showFirstLanguage('#lang=zh')
  expect(useLanguage.getState().locale).toBe('zh')
})

it('at the desk, the browser decides until there is a choice or a message', async () => {
  const first = (hash: string, tags: readonly string[]) => {
    beginLanguage(hash, tags)
    return useLanguage.getState().locale
  }
  expect([first('#link=abc', ['fr', 'en-US', 'zh']), first('#link=abc', ['fr'])]).toEqual(['en', 'zh'])
  expect(first('#link=abc&lang=zh', ['en'])).toBe('zh')
})

it('a language chosen earlier, on a page or on the account, overrides the language of a message', async () => {
  await chooseLocale('zh')
  await showFirstLanguage('#link=abc&lang=en')
  expect(useLanguage.getState().locale).toBe('zh')
  STORED.locale.remove()
  STORED.ssId.set('handle-of-a')
  await adoptSessionLocale(session('en'))
  await adoptSessionLocale(session('zh'))
  STORED.ssId.remove()
  await showFirstLanguage('#link=abc&lang=en')
  expect(useLanguage.getState().locale).toBe('zh')
})

it('a language that does not load shows a toast, and the current one stays', async () => {
  network.arrival = { en: Promise.reject(new TypeError('network')) }
  await chooseLocale('en')
  expect(useLanguage.getState().locale).toBe('zh')
  expect(useToasts.getState().toasts.map(({ text }) => text)).toEqual(['这部分内容未能加载，请检查网络后重试'])
})

it('if the first phrases do not load, the fallback is shown', async () => {
  useLanguage.setState({ messages: undefined })
  network.arrival = { zh: Promise.reject(new TypeError('network')) }
  render(<PhrasesProvider wordless={<p>no words</p>}>words</PhrasesProvider>)
  expect(screen.queryByText('no words')).toBeNull()
  await expect(showLanguage('zh')).rejects.toThrow()
  expect(await screen.findByText('no words')).toBeTruthy()
})
