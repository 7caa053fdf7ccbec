// Secrets at rest: AES-256-GCM under the installation's key, which comes from the environment or from a file made at first start with mode 0600.
// The purpose is bound into each box, so that one secret cannot be moved into another's place.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type pg from 'pg'

export class WrongSecretKey extends Error {
  override name = 'WrongSecretKey'
}

export interface SecretBox {
  seal(purpose: string, plain: Uint8Array): Buffer
  open(purpose: string, box: Uint8Array): Buffer
}

const VERSION = 1
const IV = 12
const TAG = 16

export function createSecretBox(key: Buffer): SecretBox {
  return {
    seal(purpose, plain) {
      const iv = randomBytes(IV)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(purpose))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([Buffer.from([VERSION]), iv, cipher.getAuthTag(), body])
    },
    open(purpose, box) {
      const bytes = Buffer.from(box)
      if (bytes[0] !== VERSION) throw new WrongSecretKey('a stored secret has an unknown form')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + IV)).setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(1 + IV, 1 + IV + TAG))
      return Buffer.concat([decipher.update(bytes.subarray(1 + IV + TAG)), decipher.final()])
    },
  }
}

export async function loadSecretKey(fromEnvironment: string | undefined, file: string): Promise<Buffer> {
  if (fromEnvironment !== undefined) return Buffer.from(fromEnvironment, 'hex')
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // 'wx' makes one of two racing starts the maker; the other reads what it made.
  await writeFile(file, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const text = (await readFile(file, 'utf8')).trim()
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new WrongSecretKey(`The secret key in ${file} is damaged. Restore it from a backup.`)
  return Buffer.from(text, 'hex')
}

/** Refuses a key that is not the one this database was made with. */
export async function checkSecretKey(owner: pg.Pool, box: SecretBox): Promise<void> {
  await owner.query('insert into secret_check (value) values ($1) on conflict do nothing', [box.seal('check', Buffer.from('sealwright'))])
  const { rows } = await owner.query<{ value: Buffer }>('select value from secret_check')
  try {
    if (rows[0]) box.open('check', rows[0].value)
  } catch {
    throw new WrongSecretKey('The secret key is not the one this database was made with. Set SEALWRIGHT_SECRET_KEY (or restore secret.key in the data folder) to the first server\'s key.')
  }
}
