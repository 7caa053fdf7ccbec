// Encrypts secrets at rest: AES-256-GCM with the installation's key, which comes from the environment or from a file
// that the first start creates with mode 0600. Each box is bound to its purpose, so a secret cannot be moved to the
// place of another.
import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { constants, copyFile, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type pg from 'pg'

export class WrongSecretKey extends Error {
  override name = 'WrongSecretKey'
}

export interface SecretBox {
  seal(purpose: string, plain: Uint8Array): Buffer
  open(purpose: string, box: Uint8Array): Buffer
  /**
   * A key of 32 bytes for one purpose. It is the same on every server of the installation and does not reveal the
   * installation's key.
   */
  derive(purpose: string): Buffer
}

/** In the data folder, unless the key is in the environment. */
export const SECRET_KEY_FILE = 'secret.key'

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
      if (bytes[0] !== VERSION) throw new WrongSecretKey('a stored secret has an unknown format')
      // Without its length, a box that is cut within its tag would be checked by the rest of it.
      const options = { authTagLength: TAG }
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(1, 1 + IV), options)
      decipher.setAAD(Buffer.from(purpose))
      decipher.setAuthTag(bytes.subarray(1 + IV, 1 + IV + TAG))
      return Buffer.concat([decipher.update(bytes.subarray(1 + IV + TAG)), decipher.final()])
    },
    derive: (purpose) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32)),
  }
}

/** A digest that shows whether two texts are equal, and reveals nothing more without the key. */
export function keyedDigest(key: Buffer): (text: string) => string {
  return (text) => createHmac('sha256', key).update(text).digest('hex').slice(0, 32)
}

export async function loadSecretKey(fromEnvironment: string | undefined, file: string): Promise<Buffer> {
  if (fromEnvironment !== undefined) return Buffer.from(fromEnvironment, 'hex')
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const text = (
    await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) =>
      error.code === 'ENOENT' ? makeKeyFile(file) : Promise.reject(error),
    )
  ).trim()
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new WrongSecretKey(`The secret key in ${file} is damaged. Restore it from a backup.`)
  return Buffer.from(text, 'hex')
}

/**
 * Writes and syncs a temporary file, then links it: the key file is never incomplete, and of two concurrent starts only
 * one creates it.
 */
async function makeKeyFile(file: string): Promise<string> {
  const fresh = `${file}.${randomBytes(4).toString('hex')}`
  await writeFile(fresh, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flag: 'wx', flush: true })
  try {
    // A file system without hard links gets a copy, which is just as exclusive.
    await link(fresh, file).catch(() => copyFile(fresh, file, constants.COPYFILE_EXCL))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // an error of the file system
  } finally {
    await rm(fresh, { force: true })
  }
  return readFile(file, 'utf8')
}

/** Refuses a key that is not the one this database was made with. */
export async function checkSecretKey(owner: pg.Pool | pg.Client, box: SecretBox): Promise<void> {
  await owner.query('insert into secret_check (value) values ($1) on conflict do nothing', [
    box.seal('check', Buffer.from('sealwright')),
  ])
  const { rows } = await owner.query<{ value: Buffer }>('select value from secret_check')
  try {
    if (rows[0]) box.open('check', rows[0].value)
  } catch {
    throw new WrongSecretKey(
      'The secret key is not the one this database was made with. ' +
        "Set SEALWRIGHT_SECRET_KEY (or restore secret.key in the data folder) to the first server's key.",
    )
  }
}
