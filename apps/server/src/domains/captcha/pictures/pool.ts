// Draws pictures ahead of time: it keeps a number of each kind ready, and a thread draws more as they are taken.
// Nothing is drawn before the first request. The thread never keeps the process alive. If the thread dies, all waiting
// requests fail, and the next request starts another one. A picture that cannot be drawn fails only one waiting
// request.
import { Worker } from 'node:worker_threads'
import { Refusal } from '../../../kernel/refusal.ts'
import { PICTURE_KINDS } from './picture.ts'
import type { Delivery, Picture, PictureKind } from './picture.ts'

export interface Pictures {
  /** A picture that nobody else gets: a ready one, or else as soon as it is drawn. */
  take(kind: PictureKind): Promise<Picture>
  /** The number of ready pictures of all kinds. */
  count(): number
  warm(): void
  close(): Promise<void>
}

/** If so many requests are waiting, a new one would wait too long. */
const MOST_WAITING = 200
const BUSY_SECONDS = 5
/** After so many errors in a row, drawing stops until the next request. */
const MOST_ERRORS = 5

// In the bundle, the code of the thread is beside the server's.
const WORKER = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './captcha-worker.mjs', import.meta.url)

interface Waiting {
  kind: PictureKind
  resolve(picture: Picture): void
  reject(reason: Error): void
}

export function createPictures(ready: number, thread: URL = WORKER): Pictures {
  const shelves: Record<PictureKind, Picture[]> = {
    SLIDER: [],
    ROTATE: [],
    CONCAT: [],
    WORD_IMAGE_CLICK: [],
    LETTERS: [],
  }
  const waiting: Waiting[] = []
  let worker: Worker | undefined
  let ordered: PictureKind | undefined
  let errorsInARow = 0
  let isClosed = false

  /** The kind to draw next: one that is waited for, else the one with the fewest ready pictures. */
  function nextKind(): PictureKind | undefined {
    if (waiting[0]) return waiting[0].kind
    const [kind] = PICTURE_KINDS.toSorted((a, b) => shelves[a].length - shelves[b].length)
    return kind && shelves[kind].length < ready ? kind : undefined
  }

  // One order at a time, so that a new request is next and does not wait until all shelves are filled.
  function order(): void {
    const kind = nextKind()
    if (isClosed || ordered || !kind) return
    ordered = kind
    worker ??= startWorker()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(kind)
  }

  function startWorker(): Worker {
    const started = new Worker(thread, { execArgv: [] })
    started.on('message', (delivery: Delivery) => {
      if (worker !== started) return
      const kind = ordered
      ordered = undefined
      if (kind === undefined) return
      if ('error' in delivery) return miss(kind, new Error(`a picture could not be drawn: ${delivery.error}`))
      errorsInARow = 0
      put(kind, delivery.picture)
      order()
    })
    started.on('error', (error) => lose(started, error))
    started.on('exit', () => lose(started, new Error('the drawing thread ended')))
    // Last, because a message listener keeps the process alive.
    started.unref()
    return started
  }

  /** Removes and returns the request that has waited longest for this kind. */
  function nextFor(kind: PictureKind): Waiting | undefined {
    const index = waiting.findIndex((one) => one.kind === kind)
    return index < 0 ? undefined : waiting.splice(index, 1)[0]
  }

  function put(kind: PictureKind, picture: Picture): void {
    const taker = nextFor(kind)
    if (taker) taker.resolve(picture)
    else shelves[kind].push(picture)
  }

  function miss(kind: PictureKind, reason: Error): void {
    errorsInARow++
    nextFor(kind)?.reject(reason)
    if (errorsInARow < MOST_ERRORS) order()
    else fail(reason)
  }

  function fail(reason: Error): void {
    for (const one of waiting.splice(0)) one.reject(reason)
  }

  function lose(lost: Worker, reason: Error): void {
    if (worker !== lost) return
    worker = undefined
    ordered = undefined
    // The next request starts another thread. Restarting it here could loop if every thread dies.
    fail(reason)
  }

  return {
    take(kind) {
      const picture = shelves[kind].shift()
      if (picture) {
        order()
        return Promise.resolve(picture)
      }
      if (isClosed) return Promise.reject(new Error('the pictures are closed'))
      if (waiting.length >= MOST_WAITING)
        return Promise.reject(new Refusal('platform.tooFrequent', { params: { seconds: BUSY_SECONDS } }))
      return new Promise((resolve, reject) => {
        waiting.push({ kind, resolve, reject })
        order()
      })
    },
    count: () => PICTURE_KINDS.reduce((sum, type) => sum + shelves[type].length, 0),
    warm: order,
    async close() {
      isClosed = true
      const last = worker
      worker = undefined
      fail(new Error('the pictures are closed'))
      await last?.terminate()
    },
  }
}
