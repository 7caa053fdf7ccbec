// Registers dongles for a developer with the operator's command, as the platform does it after production.
import { execFile } from 'node:child_process'
import { generateKeyPairSync, randomBytes, randomInt } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fromEnvironment } from './fixtures.ts'

const PLATFORM = join(import.meta.dirname, '../../apps/server/src/platform.ts')
const COLUMNS = ['kind', 'shell', 'serial', 'produced', 'firmware', 'sign', 'seal', 'mode', 'days', 'pin']

export interface NewLock {
  kind: 'user' | 'control'
  mode?: 'activation' | 'permanent'
  /** The initial PIN of a control lock. */
  pin?: string
}

const publicHalf = (kind: 'ed25519' | 'x25519') => {
  const { publicKey } = kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519')
  return String(publicKey.export({ format: 'jwk' })['x'])
}

let last = randomInt(10 ** 9)
/** A shell number that no other test uses, after the ones before. */
const nextShellNumber = () => `61${String(++last).padStart(12, '0')}`

function rowOf({ kind, mode = 'activation', pin = '' }: NewLock, shell: string): string {
  const isUser = kind === 'user'
  return [
    kind,
    shell,
    randomBytes(16).toString('hex'),
    '2026-01-15T08:00:00Z',
    '3.1.0',
    isUser ? publicHalf('ed25519') : '',
    isUser ? publicHalf('x25519') : '',
    isUser ? mode : '',
    isUser ? '30' : '',
    pin,
  ].join(',')
}

/** Registers these dongles. Answers their shell numbers, in order. */
export async function registerLocks(developerId: string, locks: readonly NewLock[]): Promise<string[]> {
  const numbers = locks.map(nextShellNumber)
  const folder = await mkdtemp(join(tmpdir(), 'sealwright-locks-'))
  try {
    const file = join(folder, 'dongles.csv')
    await writeFile(file, [COLUMNS.join(','), ...locks.map((lock, at) => rowOf(lock, numbers[at] ?? ''))].join('\n'))
    await promisify(execFile)(process.execPath, [PLATFORM, 'register-dongles', file, '--developer', developerId], {
      env: { PATH: process.env['PATH'], SEALWRIGHT_DATA_DIR: fromEnvironment('SEALWRIGHT_E2E_FOLDER') },
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return numbers
}
