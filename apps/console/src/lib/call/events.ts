// Server-sent events, read with fetch, because `EventSource` cannot send the session handle. Each feed has one
// connection for all listeners. It reconnects with growing pauses, and closes with the last listener or at sign-out. A
// hidden page closes its connection, because over HTTP/1.1 a browser has only six per server for all tabs.
import { Refusal, Unreachable } from '@sealwright/client'
import { isEnvelope } from '@sealwright/contract'
import type { AnswerOf, Call } from '@sealwright/contract'
import { useSyncExternalStore } from 'react'
import { surface } from '../surface.ts'
import { callHeaders, handleFailure } from './client.ts'

const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
/** The server sends a heartbeat every 15 seconds. After this long without one, the connection is considered dead. */
const SILENCE_MS = 45_000

/** Yields the data of each event in the stream. Calls `heard` for everything that arrives, including heartbeats. */
async function* eventsIn(body: ReadableStream<Uint8Array>, heard: () => void): AsyncGenerator {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    heard()
    text += decoder.decode(value, { stream: true })
    const blocks = text.split(/\r?\n\r?\n/)
    text = blocks.pop() ?? ''
    for (const block of blocks) {
      const data = block
        .split(/\r?\n/)
        .flatMap((line) => (line.startsWith('data:') ? [line.slice('data:'.length).trimStart()] : []))
      if (data.length > 0) yield JSON.parse(data.join('\n'))
    }
  }
}

async function openEvents(call: Call, signal: AbortSignal): Promise<ReadableStream<Uint8Array>> {
  const response = await fetch(call.path, {
    method: call.method,
    credentials: 'same-origin',
    headers: { ...callHeaders(call.path), accept: 'text/event-stream' },
    signal,
  })
  if (response.headers.get('content-type')?.includes('text/event-stream') && response.body) return response.body
  const body: unknown = await response.json().catch(() => undefined)
  if (isEnvelope(body) && body.code !== 0) throw new Refusal(body.code, body.desc, response.status, body.data)
  throw new Unreachable(`${call.path} did not answer an event stream`)
}

export interface Feed<Event> {
  subscribe: (listener: () => void) => () => void
  /** The last event of the open connection; undefined if there is none. */
  latest: () => Event | undefined
}

/** Creates a feed of the events of a call. `onEvent` runs once per event, before the listeners. */
export function createFeed<C extends Call>(
  call: C,
  onEvent: (event: AnswerOf<C>) => void = () => undefined,
): Feed<AnswerOf<C>> {
  const listeners = new Set<() => void>()
  let connection: AbortController | undefined
  let pause: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let latest: AnswerOf<C> | undefined

  const tell = (event: AnswerOf<C> | undefined) => {
    if (event === latest) return
    latest = event
    if (event !== undefined) onEvent(event)
    for (const listener of listeners) listener()
  }
  const connect = async () => {
    const own = new AbortController()
    connection = own
    const handle = surface().handle.get()
    let silence = setTimeout(() => own.abort(), SILENCE_MS)
    const heard = () => {
      clearTimeout(silence)
      silence = setTimeout(() => own.abort(), SILENCE_MS)
    }
    try {
      for await (const event of eventsIn(await openEvents(call, own.signal), heard)) {
        if (connection !== own) return
        failures = 0
        tell(event as AnswerOf<C>) // the server encoded it by the same declaration
      }
    } catch (error) {
      // A broken connection is not reported: it is reopened, and the other calls of the page show when the server is
      // unreachable.
      if (connection === own && error instanceof Refusal) handleFailure(error, handle)
    } finally {
      clearTimeout(silence)
    }
    if (connection !== own) return
    connection = undefined
    tell(undefined)
    pause = setTimeout(
      () => {
        pause = undefined
        review()
      },
      Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures++),
    )
  }
  const close = () => {
    clearTimeout(pause)
    pause = undefined
    failures = 0
    const open = connection
    connection = undefined
    open?.abort()
    tell(undefined)
  }
  const review = () => {
    const isWanted =
      listeners.size > 0 && document.visibilityState === 'visible' && surface().handle.get() !== undefined
    if (!isWanted) close()
    else if (!connection && pause === undefined) void connect()
  }
  /** The session changed, so the open connection belongs to another person. */
  const startOver = () => {
    close()
    review()
  }
  let stopListening: (() => void) | undefined
  const listenToPage = () => {
    const forget = surface().handle.subscribe(startOver)
    document.addEventListener('visibilitychange', review)
    return () => {
      forget()
      document.removeEventListener('visibilitychange', review)
    }
  }
  return {
    latest: () => latest,
    subscribe(listener) {
      listeners.add(listener)
      stopListening ??= listenToPage()
      review()
      return () => {
        listeners.delete(listener)
        if (listeners.size > 0) return
        stopListening?.()
        stopListening = undefined
        close()
      }
    },
  }
}

const noListening = () => () => undefined

/** The last event of a feed, while `isWanted` and connected. */
export function useFeed<Event>(feed: Feed<Event>, isWanted = true): Event | undefined {
  return useSyncExternalStore(isWanted ? feed.subscribe : noListening, feed.latest)
}
