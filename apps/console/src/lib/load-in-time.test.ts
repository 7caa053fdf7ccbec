import { LIMITS } from '@sealwright/contract'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { NotLoaded, loadInTime } from './load-in-time.ts'

beforeEach(() => vi.useFakeTimers())
describe('the code of a screen', () => {
  it('is given up after 120 s', async () => {
    const failure = loadInTime(() => new Promise<never>(() => undefined)).catch((error: unknown) => error)
    await vi.advanceTimersByTimeAsync(LIMITS.console.scriptTimeoutMs)
    expect(await failure).toBeInstanceOf(NotLoaded)
  })

  it('that cannot be fetched fails as NotLoaded, with its cause', async () => {
    await expect(loadInTime(() => Promise.reject(new TypeError('404')))).rejects.toMatchObject({
      name: 'NotLoaded',
      cause: new TypeError('404'),
    })
  })
})
