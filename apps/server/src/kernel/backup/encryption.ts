// Encrypts a backup under a passphrase, chunk by chunk, with Node's own cryptography. A file is: MAGIC, a salt, a check
// value, then chunks of AES-256-GCM. scrypt derives 64 bytes from passphrase and salt: the key, and the check value,
// which tells a wrong passphrase from a damaged file. The nonce of a chunk is its number and whether it is the last
// one, so chunks cannot be moved, repeated, left out or cut off.
import { createCipheriv, createDecipheriv, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { Transform } from 'node:stream'
import type { TransformCallback } from 'node:stream'
import { BackupRefusal } from './refusal.ts'

const MAGIC = Buffer.from('sealwright encrypted backup 1\n')
const SALT_BYTES = 16
const CHECK_BYTES = 32
const KEY_BYTES = 32
const TAG_BYTES = 16
const CHUNK_BYTES = 64 * 1024
const HEAD_BYTES = MAGIC.length + SALT_BYTES + CHECK_BYTES
/** 128 MB and about half a second for each guess. Part of the format: another cost needs another MAGIC. */
const COST = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 1024 * 1024 }
const PASSPHRASE_MIN = 12

/** The passphrase in a file, without the line end. */
export async function readPassphrase(path: string): Promise<string> {
  const text = (await readFile(path, 'utf8')).replace(/\r?\n$/, '')
  if (text.length < PASSPHRASE_MIN)
    throw new BackupRefusal(
      `The passphrase in ${path} is too short. Use at least ${PASSPHRASE_MIN} characters (openssl rand -base64 24).`,
    )
  return text
}

export async function isEncrypted(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
    return buffer.subarray(0, bytesRead).equals(MAGIC)
  } finally {
    await file.close()
  }
}

type Derived = Promise<{ key: Buffer; check: Buffer }>
/** A restore reads its file twice and derives the key once. */
let latest: { of: string; derived: Derived } | undefined

function derive(passphrase: string, salt: Buffer): Derived {
  const of = `${salt.toString('hex')} ${passphrase}`
  if (latest?.of === of) return latest.derived
  const derived: Derived = new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, KEY_BYTES + CHECK_BYTES, COST, (error, bytes) => {
      if (error) reject(error)
      else resolve({ key: bytes.subarray(0, KEY_BYTES), check: bytes.subarray(KEY_BYTES) })
    })
  })
  latest = { of, derived }
  return derived
}

/** Every file has its own key, by its salt, so that a number never repeats under a key. */
function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeBigUInt64BE(BigInt(number), 0)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

/**
 * Cuts a stream into pieces of a size. The last piece is shorter, possibly empty, or exactly as long: a full piece
 * waits until another byte or the end shows what it is.
 */
abstract class Pieces extends Transform {
  private rest: Buffer[] = []
  private length = 0
  private readonly size: number

  constructor(size: number) {
    super()
    this.size = size
  }

  protected abstract piece(bytes: Buffer, isLast: boolean): Buffer

  override _transform(bytes: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.rest.push(bytes)
    this.length += bytes.length
    if (this.length <= this.size) return done()
    try {
      let all = Buffer.concat(this.rest)
      for (; all.length > this.size; all = all.subarray(this.size))
        this.push(this.piece(all.subarray(0, this.size), false))
      this.rest = [all]
      this.length = all.length
      done()
    } catch (error) {
      done(error as Error) // `piece` throws errors only
    }
  }

  override _flush(done: TransformCallback): void {
    try {
      this.push(this.piece(Buffer.concat(this.rest), true))
      done()
    } catch (error) {
      done(error as Error) // as above
    }
  }
}

/** Encrypts what passes through it, in chunks. */
export function createSealing(key: Buffer): Transform {
  let number = 0
  return new (class extends Pieces {
    protected piece(bytes: Buffer, isLast: boolean): Buffer {
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(number++, isLast))
      return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    }
  })(CHUNK_BYTES)
}

/** Decrypts the chunks that pass through it. No byte passes that is not authentic. */
export function createUnsealing(key: Buffer, path: string): Transform {
  let number = 0
  function unseal(bytes: Buffer, isLast: boolean): Buffer | undefined {
    const end = bytes.length - TAG_BYTES
    if (end < 0) return undefined
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(number, isLast), { authTagLength: TAG_BYTES })
    decipher.setAuthTag(bytes.subarray(end))
    try {
      return Buffer.concat([decipher.update(bytes.subarray(0, end)), decipher.final()])
    } catch {
      return undefined
    }
  }
  return new (class extends Pieces {
    protected piece(bytes: Buffer, isLast: boolean): Buffer {
      const plain = unseal(bytes, isLast)
      // A file that ends after a whole chunk, or within one, was cut off; elsewhere a chunk was changed.
      if (!plain)
        throw isLast && (bytes.length < CHUNK_BYTES + TAG_BYTES || unseal(bytes, false))
          ? cutOff(path)
          : new BackupRefusal(`${path} is damaged: chunk ${number + 1} was changed.`)
      number++
      return plain
    }
  })(CHUNK_BYTES + TAG_BYTES)
}

/** Encrypts what passes through it. The head of the file comes first. */
export async function createEncryption(passphrase: string): Promise<Transform> {
  const salt = randomBytes(SALT_BYTES)
  const { key, check } = await derive(passphrase, salt)
  const stream = createSealing(key)
  stream.push(Buffer.concat([MAGIC, salt, check]))
  return stream
}

/** Decrypts what passes through it: a file from `start` on, after its head. */
export async function createDecryption(
  path: string,
  passphrase: string,
): Promise<{ stream: Transform; start: number }> {
  const file = await open(path)
  const head = Buffer.alloc(HEAD_BYTES)
  try {
    if ((await file.read(head, 0, HEAD_BYTES, 0)).bytesRead < HEAD_BYTES) throw cutOff(path)
  } finally {
    await file.close()
  }
  const { key, check } = await derive(passphrase, head.subarray(MAGIC.length, MAGIC.length + SALT_BYTES))
  if (!timingSafeEqual(check, head.subarray(MAGIC.length + SALT_BYTES)))
    throw new BackupRefusal(`The passphrase is not the one of ${path}, or the beginning of the file is damaged.`)
  return { stream: createUnsealing(key, path), start: HEAD_BYTES }
}

const cutOff = (path: string) => new BackupRefusal(`${path} is damaged: its end is missing or was changed.`)
