// One write of one file: readers, and a system that lost its power, see the old content or the new one.
import { randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Replaces a file that only its user can read. Throws if it cannot be written; the old content then stays. */
export function writeAtomically(path: string, text: string): void {
  const beside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  try {
    // Flushed, so that a power failure leaves the old or the new state too.
    writeFileSync(beside, text, { mode: 0o600, flush: true })
    chmodSync(beside, 0o600)
    renameSync(beside, path)
  } catch (error) {
    rmSync(beside, { force: true })
    throw error
  }
}
