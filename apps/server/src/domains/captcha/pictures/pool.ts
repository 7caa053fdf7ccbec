// Draws pictures ahead of time: it keeps a number of each type ready, and a thread draws more as they are taken.
// Nothing is drawn before the first request. The thread never keeps the process alive. If the thread dies, all waiting
// requests fail, and the next request starts another one. A picture that cannot be drawn fails only one waiting
// request.
import { Worker } from 'node:worker_threads'
import { CAPTCHA_TYPES } from '@sealwright/contract'
import type { CaptchaType } from '@sealwright/contract'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Delivery, Picture } from './picture.ts'

export interface Pictures {
  /** A picture that nobody else gets: a ready one, or else as soon as it is drawn. */
  take(type: CaptchaType): Promise<Picture>
  /** The number of ready pictures of all types. */
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
  type: CaptchaType
  resolve(picture: Picture): void
  reject(reason: Error): void
}

export function createPictures(ready: number, thread: URL = WORKER): Pictures {
  const shelves: Record<CaptchaType, Picture[]> = { SLIDER: [], ROTATE: [], CONCAT: [], WORD_IMAGE_CLICK: [] }
  const waiting: Waiting[] = []
  let worker: Worker | undefined
  let ordered: CaptchaType | undefined
  let errorsInARow = 0
  let isClosed = false

  /** The type to draw next: one that is waited for, else the one with the fewest ready pictures. */
  function nextType(): CaptchaType | undefined {
    if (waiting[0]) return waiting[0].type
    const [type] = CAPTCHA_TYPES.toSorted((a, b) => shelves[a].length - shelves[b].length)
    return type && shelves[type].length < ready ? type : undefined
  }

  // One order at a time, so that a new request is next and does not wait until all shelves are filled.
  function order(): void {
    const type = nextType()
    if (isClosed || ordered || !type) return
    ordered = type
    worker ??= startWorker()
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    worker.postMessage(type)
  }

  function startWorker(): Worker {
    const started = new Worker(thread, { execArgv: [] })
    started.on('message', (delivery: Delivery) => {
      if (worker !== started) return
      const type = ordered
      ordered = undefined
      if ('error' in delivery) return miss(type, new Error(`a picture could not be drawn: ${delivery.error}`))
      errorsInARow = 0
      put(delivery.picture)
      order()
    })
    started.on('error', (error) => lose(started, error))
    started.on('exit', () => lose(started, new Error('the drawing thread ended')))
    // Last, because a message listener keeps the process alive.
    started.unref()
    return started
  }

  /** Removes and returns the request that has waited longest for this type. */
  function nextFor(type: CaptchaType | undefined): Waiting | undefined {
    const index = waiting.findIndex((one) => one.type === type)
    return index < 0 ? undefined : waiting.splice(index, 1)[0]
  }

  function put(picture: Picture): void {
    const { type } = picture.secret
    const taker = nextFor(type)
    if (taker) taker.resolve(picture)
    else shelves[type].push(picture)
  }

  function miss(type: CaptchaType | undefined, reason: Error): void {
    errorsInARow++
    nextFor(type)?.reject(reason)
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
    take(type) {
      const picture = shelves[type].shift()
      if (picture) {
        order()
        return Promise.resolve(picture)
      }
      if (isClosed) return Promise.reject(new Error('the pictures are closed'))
      if (waiting.length >= MOST_WAITING)
        return Promise.reject(new Refusal('platform.tooFrequent', { params: { seconds: BUSY_SECONDS } }))
      return new Promise((resolve, reject) => {
        waiting.push({ type, resolve, reject })
        order()
      })
    },
    count: () => CAPTCHA_TYPES.reduce((sum, type) => sum + shelves[type].length, 0),
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
