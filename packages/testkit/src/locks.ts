// Dongles of a developer, registered as the platform does it, with keys of their own.
import { generateKeyPairSync, randomBytes, randomInt } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { LIMITS, LOCK_STATUSES, userLockCalls } from '@sealwright/contract'
import type { LockStatus } from '@sealwright/contract'
import { registerDongles } from '@sealwright/server/domains/dongle/index.ts'
import type { Registration } from '@sealwright/server/domains/dongle/index.ts'
import type { Actor, TestCenter } from './center.ts'

export interface TestLock {
  guid: string
  shellNumber: string
  serialNumber: string
  keys: { sign: { publicKey: string; privateKey: KeyObject }; seal: { publicKey: string; privateKey: KeyObject } }
}

/** The public half as 32 bytes in base64url, as documents name it. */
const publicHalf = (key: KeyObject) => String(key.export({ format: 'jwk' })['x'])

function keyPair(kind: 'ed25519' | 'x25519') {
  const { publicKey, privateKey } = kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519')
  return { publicKey: publicHalf(publicKey), privateKey }
}

export const newShellNumber = () => `61${String(randomInt(10 ** 12)).padStart(12, '0')}`

/** A registration and the private keys that belong to it. */
export function newRegistration(given: Partial<Registration> = {}) {
  const keys = { sign: keyPair('ed25519'), seal: keyPair('x25519') }
  const row: Registration = {
    line: 2,
    kind: 'user',
    shellNumber: newShellNumber(),
    serialNumber: randomBytes(16).toString('hex'),
    producedAt: new Date('2026-01-15T08:00:00Z'),
    firmware: '3.1.0',
    signKey: keys.sign.publicKey,
    sealKey: keys.seal.publicKey,
    home: LOCK_STATUSES.notActivated,
    offlineDays: LIMITS.dongle.offlineDays,
    pin: null,
    ...given,
  }
  return { row, keys }
}

/** Registers user locks for a developer. With a status, the database sets it, as if their life had led there. */
export async function registerLocks(
  center: TestCenter,
  of: Actor,
  count: number,
  { status, ...given }: Partial<Registration> & { status?: LockStatus } = {},
): Promise<TestLock[]> {
  const made = Array.from({ length: count }, () => newRegistration(given))
  const done = await registerDongles(
    center.ground,
    of.developerId,
    made.map(({ row }) => row),
  )
  if ('problems' in done) throw new Error(done.problems.map(({ problem }) => problem).join(' '))
  const numbers = made.map(({ row }) => row.shellNumber)
  if (status !== undefined)
    await center.ground.database.owner.query(
      'update dongle set status = $1 where developer_id = $2 and shell_number = any ($3)',
      [status, of.developerId, numbers],
    )
  const { rows } = await center.ground.database.owner.query<{ guid: string; shell: string }>(
    'select guid, shell_number as shell from dongle where developer_id = $1 and shell_number = any ($2)',
    [of.developerId, numbers],
  )
  const guids = new Map(rows.map(({ guid, shell }) => [shell, guid]))
  return made.map(({ row, keys }) => ({
    guid: guids.get(row.shellNumber) ?? '',
    shellNumber: row.shellNumber,
    serialNumber: row.serialNumber,
    keys,
  }))
}

export const lockOf = (by: Actor, guid: string) => by.call(userLockCalls.get, { guid })
