// A connection to a virtual dongle. The dongle frees the seats of a connection when it closes, so each open license has
// a connection of its own. A dongle that does not answer counts as unplugged.
import { createConnection } from 'node:net'
import { isJson } from '@sealwright/exchange'
import type { Json } from '@sealwright/exchange'
import type { LockAnswers, LockCall, LockCalls } from './protocol.ts'
import { DongleFault, isDongleReason } from './refusal.ts'
import type { DongleReason } from './refusal.ts'

const ANSWER_MS = 5_000
/** A text can have many packages, and each is written to the disk. */
const IMPORT_MS = 60_000

export interface Line {
  ask<Call extends LockCall>(call: Call, payload: LockCalls[Call]): Promise<LockAnswers[Call]>
  close(): void
  /** The dongle stopped a license, or is gone. Only the last listener is called. */
  onStop(listener: (reason: DongleReason) => void): void
}

function parsed(line: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Connects to a dongle. Throws `DONGLE_MISSING` if it is not plugged in. */
export async function openLine(path: string): Promise<Line> {
  const socket = createConnection(path)
  const waiting = new Map<number, { done(answer: Json): void; fail(fault: DongleFault): void }>()
  let asked = 0
  let isClosed = false
  let stopped: (reason: DongleReason) => void = () => undefined

  function gone(cause?: unknown) {
    if (isClosed) return
    isClosed = true
    socket.destroy()
    const fault = new DongleFault('DONGLE_MISSING', { cause })
    for (const { fail } of waiting.values()) fail(fault)
    waiting.clear()
    stopped(fault.reason)
  }

  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve)
    socket.once('error', (cause) => reject(new DongleFault('DONGLE_MISSING', { cause })))
  })
  socket.on('error', gone)
  socket.on('close', () => gone())
  let rest = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = `${rest}${text}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) hear(parsed(line) ?? {})
  })
  // An open license does not keep a program alive.
  socket.unref()

  function hear({ id, answer, reason }: Json) {
    if (typeof id !== 'number') {
      if (isDongleReason(reason)) stopped(reason)
      return
    }
    const asker = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) socket.unref()
    if (isJson(answer)) asker?.done(answer)
    else asker?.fail(new DongleFault(isDongleReason(reason) ? reason : 'DONGLE_MISSING'))
  }

  return {
    ask<Call extends LockCall>(call: Call, payload: LockCalls[Call]) {
      return new Promise<LockAnswers[Call]>((resolve, reject) => {
        if (isClosed) return reject(new DongleFault('DONGLE_MISSING'))
        const id = ++asked
        const late = setTimeout(
          () => gone(new Error('The dongle did not answer in time.')),
          call === 'import' ? IMPORT_MS : ANSWER_MS,
        )
        waiting.set(id, {
          done(answer) {
            clearTimeout(late)
            resolve(answer as LockAnswers[Call]) // the virtual dongle answers by the same types
          },
          fail(fault) {
            clearTimeout(late)
            reject(fault)
          },
        })
        socket.ref()
        socket.write(`${JSON.stringify({ id, call, ...payload })}\n`)
      })
    },
    close() {
      isClosed = true
      socket.end()
    },
    onStop(listener) {
      stopped = listener
      if (isClosed) listener('DONGLE_MISSING')
    },
  }
}

/** One question on a connection of its own. */
export async function whileHeld<T>(path: string, run: (line: Line) => Promise<T>): Promise<T> {
  const line = await openLine(path)
  try {
    return await run(line)
  } finally {
    line.close()
  }
}
