// User locks of the demo's developer for drills and benches, written at once, and the PIN that signs for them.
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import type { Client } from '@sealwright/client'
import { developerCalls, identityCalls } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import type pg from 'pg'

export const PIN = 'drill1234567890abcd'

export interface DemoLock {
  shellNumber: string
  serialNumber: string
  sign: string
  seal: string
}

const publicHalf = (key: KeyObject) => String(key.export({ format: 'jwk' })['x'])

/** Locks whose shell numbers begin with this prefix, of 8 digits at most. */
export async function addLocks(database: pg.Client, prefix: string, count: number): Promise<DemoLock[]> {
  const locks = Array.from({ length: count }, (_, n): DemoLock => ({
    shellNumber: `${prefix}${String(n).padStart(7, '0')}`,
    serialNumber: randomBytes(16).toString('hex'),
    sign: publicHalf(generateKeyPairSync('ed25519').publicKey),
    seal: publicHalf(generateKeyPairSync('x25519').publicKey),
  }))
  const column = (name: keyof DemoLock) => locks.map((lock) => lock[name])
  await database.query(
    `insert into dongle (developer_id, guid, kind, shell_number, serial_number, produced_at, firmware, sign_key,
       seal_key, status, home, offline_days, registered_at, updated_at)
     select m.developer_id, gen_random_uuid(), 'user', l.shell, l.serial, now(), '3.1.0', l.sign, l.seal, 1, 1, 30,
       now(), now()
     from membership m join account a on a.id = m.account_id and a.email = 'demo@sealwright.example',
       unnest($1::text[], $2::text[], $3::text[], $4::text[]) as l (shell, serial, sign, seal)`,
    [column('shellNumber'), column('serialNumber'), column('sign'), column('seal')],
  )
  return locks
}

export async function setDemoPin(call: Client): Promise<void> {
  await call(identityCalls.confirm, { password: PASSWORD })
  await call(developerCalls.setPin, { pin: PIN, confirmPin: PIN })
}
