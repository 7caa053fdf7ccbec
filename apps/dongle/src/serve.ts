// A plugged-in dongle: a socket in its folder through which all goes. A connection that closes frees its seats at once.
// Whoever can open the folder can use the dongle; the folder belongs to one user.
import { randomBytes } from 'node:crypto'
import { renameSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Server, Socket } from 'node:net'
import { LOCK_REQUESTS } from '@sealwright/contract/dongle-files'
import { NONCE } from '@sealwright/contract/runtime-tokens'
import { isJson } from '@sealwright/exchange'
import type { Json } from '@sealwright/exchange'
import { DongleFault } from '@sealwright/sdk'
import type { DataArea, DongleOpening } from '@sealwright/sdk'
import { isCount, openLine } from '@sealwright/sdk/device'
import type { LockCall } from '@sealwright/sdk/device'
import type { Lock } from './core/lock.ts'

const CHECK_MS = 1_000
/** More than any text with packages. */
const LONGEST_LINE = 256 * 1024 * 1024
const AREAS: readonly DataArea[] = ['rom', 'raw', 'pub']

/** A question that the driver of the SDK never asks. */
class Nonsense extends Error {}

const text = (value: unknown): string => {
  if (typeof value !== 'string') throw new Nonsense()
  return value
}
const count = (value: unknown): number => {
  if (!isCount(value)) throw new Nonsense()
  return value
}
const oneOf = <T extends string>(all: readonly T[], value: unknown): T => {
  const found = all.find((one) => one === value)
  if (found === undefined) throw new Nonsense()
  return found
}
const nonce = (value: unknown): string => {
  if (!NONCE.test(text(value))) throw new Nonsense()
  return text(value)
}
const openingOf = (asked: Json): DongleOpening => ({
  licenseId: count(asked['licenseId']),
  version: asked['version'] === undefined ? undefined : count(asked['version']),
  nonce: nonce(asked['nonce']),
  pid: count(asked['pid']),
  osSession: text(asked['osSession']),
})

function questionOf(line: string): Json {
  try {
    const value: unknown = JSON.parse(line)
    if (isJson(value)) return value
  } catch {
    // Told as nonsense below.
  }
  throw new Nonsense()
}

export interface Plugged {
  /** Closes all connections. */
  unplug(): Promise<void>
}

/** Answers at a socket until the dongle is unplugged. Throws if it is plugged in already. */
export async function serveLock(lock: Lock, path: string, onUnplug: () => void = () => undefined): Promise<Plugged> {
  const sockets = new Set<Socket>()

  function answerer(socket: Socket) {
    const handles = new Set<string>()
    const own = (asked: Json) => {
      const handle = text(asked['handle'])
      // A handle belongs to its connection.
      if (!handles.has(handle)) throw new DongleFault('SESSION_CLOSED')
      return handle
    }
    const tell = (value: object) => void socket.write(`${JSON.stringify(value)}\n`)
    const answers: Record<LockCall, (asked: Json) => object> = {
      info: (asked) => lock.info(asked['withLicenses'] === true),
      open(asked) {
        const answer = lock.open(openingOf(asked), (handle, reason) => {
          handles.delete(handle)
          tell({ reason })
        })
        handles.add(answer.handle)
        return answer
      },
      beat: (asked) => lock.beat({ handle: own(asked), nonce: nonce(asked['nonce']) }),
      read(asked) {
        const of = asked['handle'] === undefined ? { licenseId: count(asked['licenseId']) } : { handle: own(asked) }
        return { content: lock.read({ ...of, area: oneOf(AREAS, asked['area']) }) }
      },
      write(asked) {
        lock.writeRaw({ handle: own(asked), content: text(asked['content']) })
        return {}
      },
      close(asked) {
        const handle = own(asked)
        handles.delete(handle)
        lock.close(handle)
        return {}
      },
      import: (asked) => ({ packages: lock.importPackages(text(asked['text'])) }),
      request: (asked) => lock.request(oneOf(LOCK_REQUESTS, asked['act'])),
      clock: (asked) => ({ now: lock.moveClock(count(asked['to'])) }),
      unplug: () => ({}),
    }
    const calls = Object.keys(answers) as LockCall[] // the keys above

    function hear(line: string) {
      const asked = questionOf(line)
      const id = count(asked['id'])
      const call = oneOf(calls, asked['call'])
      try {
        tell({ id, answer: answers[call](asked) })
      } catch (error) {
        if (!(error instanceof DongleFault)) throw error
        tell({ id, reason: error.reason })
      }
      if (call === 'unplug') void unplug().then(onUnplug)
    }

    let rest = ''
    socket.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = `${rest}${chunk}`.split('\n')
      rest = lines.pop() ?? ''
      try {
        if (rest.length > LONGEST_LINE) throw new Nonsense()
        for (const line of lines) hear(line)
      } catch (error) {
        socket.destroy()
        if (!(error instanceof Nonsense)) throw error
      }
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      sockets.delete(socket)
      for (const handle of handles) lock.close(handle)
    })
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    answerer(socket)
  })
  await listen(server, path)
  const timer = setInterval(() => {
    try {
      lock.check()
    } catch (error) {
      // The time is stored with the next change.
      if (!(error instanceof DongleFault)) throw error
    }
  }, CHECK_MS)

  async function unplug() {
    clearInterval(timer)
    const closed = new Promise<void>((resolve) => void server.close(() => resolve()))
    // Written answers still arrive.
    for (const socket of sockets) socket.destroySoon()
    await closed
  }
  return { unplug }
}

export class PluggedIn extends Error {}

const isAlive = (path: string) =>
  openLine(path).then(
    (line) => {
      line.close()
      return true
    },
    () => false,
  )

const listenOnce = (server: Server, path: string) =>
  new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      server.off('error', reject)
      resolve()
    })
  })

/** Listens, after removing the socket of a process that was killed. */
async function listen(server: Server, path: string): Promise<void> {
  try {
    await listenOnce(server, path)
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EADDRINUSE') throw error
    if (process.platform === 'win32' || (await isAlive(path))) throw new PluggedIn()
    // Another process may have come first: what is moved away is looked at again before it is removed.
    const aside = `${path}.${randomBytes(4).toString('hex')}`
    renameSync(path, aside)
    if (await isAlive(aside)) {
      renameSync(aside, path)
      throw new PluggedIn()
    }
    rmSync(aside, { force: true })
    await listenOnce(server, path)
  }
}
