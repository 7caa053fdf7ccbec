import { ERRORS, LIMITS } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { useToasts } from '../toast.ts'
import { showLanguage, useLanguage } from '../words/i18n.tsx'
import { useConnection } from './connection.ts'
import { download, useDownloads } from './download.ts'

let saved: string[] = []

beforeEach(async () => {
  saved = []
  await showLanguage('zh')
  URL.createObjectURL = () => 'blob:it'
  URL.revokeObjectURL = () => undefined
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push(this.download)
  })
})

const texts = () => useToasts.getState().toasts.map(({ text }) => text)

describe('a download', () => {
  it('saves the answer under the given name', async () => {
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('a,b', { headers: { 'content-type': 'text/csv' } })))
    expect(await download({ path: '/product/export.do', fileName: '产品.csv' })).toBe(true)
    expect(saved).toEqual(['产品.csv'])
    expect(useDownloads.getState().running).toEqual([])
  })

  it('that is refused saves nothing and shows the reason', async () => {
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({ code: ERRORS['platform.noPermission'].code, desc: '没有权限', data: null })),
    )
    expect(await download({ path: '/product/export.do', fileName: '产品.csv' })).toBe(false)
    expect(saved).toEqual([])
    expect(texts()).toEqual(['没有权限'])
  })

  it('that breaks off saves nothing and counts as a lost connection', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start(controller) {
        controller.enqueue(new TextEncoder().encode('a,b'))
        controller.error(new TypeError('network'))
      },
    })
    vi.stubGlobal('fetch', () => Promise.resolve(new Response(broken, { headers: { 'content-type': 'text/csv' } })))
    expect(await download({ path: '/product/export.do', fileName: '产品.csv' })).toBe(false)
    expect(saved).toEqual([])
    expect(useConnection.getState().isLost).toBe(true)
  })

  it('stops after its timeout and says so', async () => {
    vi.useFakeTimers()
    vi.stubGlobal(
      'fetch',
      (_path: string, init: RequestInit) =>
        new Promise((_, reject) =>
          init.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
        ),
    )
    const result = download({ path: '/product/export.do', fileName: '产品.csv' })
    expect(useDownloads.getState().running.map(({ fileName }) => fileName)).toEqual(['产品.csv'])
    await vi.advanceTimersByTimeAsync(LIMITS.console.downloadTimeoutMs)
    expect(await result).toBe(false)
    expect(texts()).toEqual([errorSentence(useLanguage.getState().say, 'platform.downloadTimedOut')])
    expect(texts()).toEqual(['下载超时，请缩小范围后重试'])
  })
})
