// Plugging in: a process of its own in the background, which answers at the socket of the dongle until it is unplugged.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { plugOf } from '@sealwright/sdk/device'
import { createClock } from './core/clock.ts'
import { createLock } from './core/lock.ts'
import { readState, writeState } from './core/state.ts'
import { Mistake } from './mistake.ts'
import { PluggedIn, serveLock } from './serve.ts'
import type { Plugged } from './serve.ts'
import type { Words } from './words.ts'

/** Systems limit the path of a socket, macOS to 104 bytes. */
const LONGEST_PATH = 100

export const SERVE = 'serve'

/** Plugs in inside of this process. */
export async function plugInHere(folder: string, serial: string, wall: () => number = Date.now): Promise<Plugged> {
  const state = readState(folder, serial)
  const clock = createClock(state, { wall, monotonic: () => performance.now() })
  const lock = createLock({ state, clock, write: (next) => writeState(folder, next) })
  return serveLock(lock, plugOf(folder, serial))
}

/** The background process. Tells its parent whether it answers. */
export async function serveInBackground(folder: string, serial: string): Promise<void> {
  const tell = (message: string) => process.send?.(message)
  try {
    await plugInHere(folder, serial)
    tell('ready')
  } catch (error) {
    tell(error instanceof PluggedIn ? 'plugged' : String(error))
    process.exitCode = 1
  }
  process.disconnect?.()
}

/** Starts the background process, and waits until it answers. */
export async function plugIn(folder: string, serial: string, words: Words): Promise<void> {
  if (process.platform !== 'win32' && Buffer.byteLength(plugOf(folder, serial)) > LONGEST_PATH)
    throw new Mistake(words.pathTooLong + folder)
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts'), SERVE, serial, '--folder', folder],
    { detached: true, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  )
  const said = await new Promise<string>((resolve) => {
    child.once('message', (message) => resolve(typeof message === 'string' ? message : ''))
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code) => resolve(`exit ${code}`))
  })
  child.removeAllListeners()
  if (child.connected) child.disconnect()
  child.unref()
  if (said === 'plugged') throw new Mistake(words.alreadyPlugged)
  if (said !== 'ready') throw new Mistake(words.notStarted + said)
}
