import { expect, it, vi } from 'vitest'
import { speak } from '../words/i18n.tsx'
import { loadScreen } from './load-screen.ts'
import type { ScreenRow } from './screen.ts'

const Screen = () => null
const rowWith = (first: () => Promise<void>): ScreenRow => ({
  path: '/product',
  domain: 'product',
  title: 'product.titles.list',
  access: { kind: 'session' },
  load: () => Promise.resolve({ Screen, first }),
})

it('a screen waits for its first answer, but at most 100 ms', async () => {
  await speak('product')
  vi.useFakeTimers()
  const answered = Promise.withResolvers<void>()
  const [seen, seenLate] = [vi.fn(), vi.fn()]
  const loaded = loadScreen(rowWith(() => answered.promise)).then(seen)
  await vi.advanceTimersByTimeAsync(99)
  expect(seen).not.toHaveBeenCalled()
  answered.resolve()
  await loaded

  const late = loadScreen(rowWith(() => new Promise<void>(() => undefined))).then(seenLate)
  await vi.advanceTimersByTimeAsync(99)
  expect(seenLate).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await late
  expect(seenLate).toHaveBeenCalledWith(Screen)
})
