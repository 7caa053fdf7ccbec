import { ERRORS, taskCalls } from '@sealwright/contract'
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setNavigation } from '../place/go.ts'
import { STORED, forgetSession } from '../stored.ts'
import { showLanguage } from '../words/i18n.tsx'
import { createFeed, useFeed } from './events.ts'

interface Connection {
  headers: Headers
  write: (text: string) => Promise<void>
  end: () => Promise<void>
  isClosed: () => boolean
}

let connections: Connection[] = []
/** The answer to the next connection, instead of a stream. */
let refusal: Response | undefined
let visibility: DocumentVisibilityState = 'visible'
const go = vi.fn()

const settled = () => act(async () => void (await vi.advanceTimersByTimeAsync(0)))

beforeEach(async () => {
  history.replaceState(null, '', '/taskCenter')
  connections = []
  refusal = undefined
  visibility = 'visible'
  vi.useFakeTimers()
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
  vi.stubGlobal('fetch', (_path: string, { headers, signal }: RequestInit) => {
    if (refusal) return Promise.resolve(refusal)
    const encoder = new TextEncoder()
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        signal?.addEventListener('abort', () => controller.error(signal.reason))
        connections.push({
          headers: new Headers(headers),
          write: async (text) => {
            controller.enqueue(encoder.encode(text))
            await settled()
          },
          end: async () => {
            controller.close()
            await settled()
          },
          isClosed: () => signal?.aborted === true,
        })
      },
    })
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } }))
  })
  setNavigation({ go, prefetch: () => undefined })
  STORED.ssId.set('handle-one')
  await showLanguage('zh')
})

afterEach(() => {
  go.mockReset()
})

async function listen(onEvent?: () => void) {
  const feed = createFeed(taskCalls.watch, onEvent)
  const hook = renderHook(() => useFeed(feed))
  await settled()
  return { feed, hook, seen: () => hook.result.current }
}
const event = (tasks: unknown[] = []) => `data: ${JSON.stringify({ tasks })}\n\n`
const last = () => {
  const found = connections.at(-1)
  if (!found) throw new Error('nothing is connected')
  return found
}
const pass = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))
const hide = async (isHidden: boolean) => {
  visibility = isHidden ? 'hidden' : 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  await settled()
}

it('an event is read whole, however it was split, and heartbeats are not events', async () => {
  const onEvent = vi.fn()
  const { seen } = await listen(onEvent)
  const text = event([{ subject: '导入' }])
  await last().write(':\n\n')
  await last().write(text.slice(0, 20))
  expect(seen()).toBeUndefined()
  await last().write(`${text.slice(20)}${event([{ subject: '删除' }])}`)
  expect(onEvent.mock.calls).toEqual([[{ tasks: [{ subject: '导入' }] }], [{ tasks: [{ subject: '删除' }] }]])
  expect(seen()).toEqual({ tasks: [{ subject: '删除' }] })
})

it('carries the session handle, and all listeners share one connection', async () => {
  const { feed, hook } = await listen()
  const second = renderHook(() => useFeed(feed))
  await last().write(event())
  expect(second.result.current).toEqual({ tasks: [] })
  expect(connections.map(({ headers }) => headers.get('x-session-id'))).toEqual(['handle-one'])
  hook.unmount()
  expect(last().isClosed()).toBe(false)
  second.unmount()
  expect(last().isClosed()).toBe(true)
})

it('a connection that ends is reopened, with growing pauses while it fails', async () => {
  const { seen } = await listen()
  await last().write(event())
  await last().end()
  expect(seen()).toBeUndefined()
  await pass(1_000)
  expect(connections).toHaveLength(2)
  await last().end()
  await pass(1_000)
  expect(connections).toHaveLength(2)
  await pass(1_000)
  expect(connections).toHaveLength(3)
  await last().write(event())
  await last().end()
  await pass(1_000)
  expect(connections).toHaveLength(4)
})

it('a connection without heartbeats is closed and reopened', async () => {
  await listen()
  await pass(40_000)
  await last().write(':\n\n')
  await pass(40_000)
  expect(last().isClosed()).toBe(false)
  await pass(10_000)
  expect(connections).toHaveLength(2)
})

it('a hidden page closes its connection, and reopens it when it becomes visible', async () => {
  await listen()
  await hide(true)
  expect(last().isClosed()).toBe(true)
  await pass(120_000)
  expect(connections).toHaveLength(1)
  await hide(false)
  expect(connections).toHaveLength(2)
})

it('ends at sign-out; the next person gets a new connection', async () => {
  const { seen } = await listen()
  await last().write(event())
  await act(async () => forgetSession())
  expect(last().isClosed()).toBe(true)
  expect(seen()).toBeUndefined()
  await pass(120_000)
  expect(connections).toHaveLength(1)
  await act(async () => STORED.ssId.set('handle-two'))
  expect(connections.map(({ headers }) => headers.get('x-session-id'))).toEqual(['handle-one', 'handle-two'])
})

it('an expired session opens sign-in', async () => {
  refusal = Response.json({ code: ERRORS['session.expired'].code, desc: '', data: null })
  await listen()
  expect(STORED.ssId.get()).toBeUndefined()
  expect(go.mock.calls.map(([href]: string[]) => href)).toEqual(['/login'])
  await pass(120_000)
  expect(connections).toEqual([])
})
