// What is kept between two runs, in one file: AES-256-GCM under a key that only this machine can find again. The key is
// wrapped once for every set of parts that leaves one out, so that a machine may change one part and still read it. A
// file that was touched, or carried here, reads as none.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { COUNTED_PARTS } from '@sealwright/contract/machine-parts'
import type { MachineDigests, MachinePart } from '@sealwright/contract/machine-parts'
import { isJson } from './jws.ts'
import type { Json } from './jws.ts'
import type { PublishedKeys } from './lease.ts'
import type { RefusalDetails } from './refusal.ts'

/** Everything the SDK remembers. */
export interface Kept {
  lease?: string | undefined
  code?: string | undefined
  token?: string | undefined
  keys?: PublishedKeys | undefined
  /** When the keys were fetched last. */
  keysAt?: number | undefined
  /** The server's word against the license, good until it says otherwise. */
  refused?: RefusalDetails | undefined
  /** The latest time that was ever seen here. */
  latest?: number | undefined
  /** What is to be added to this machine's clock, as the last new lease showed. */
  clockOffset?: number | undefined
  /** When the newest lease was issued. */
  issuedAt?: number | undefined
  /** The highest revision that was seen, by license. */
  revisions?: Readonly<Record<string, number>> | undefined
}

export interface Store {
  /** What is kept; `isUnreadable` where there is a file that this machine cannot read or somebody changed. */
  read(): { kept: Kept; isUnreadable: boolean }
  /** Written beside and put in place at once: whoever reads sees the old one or the new one. */
  write(kept: Kept): void
  remove(): void
}

interface Sealed {
  iv: string
  tag: string
  data: string
}

const VERSION = 1

function seal(key: Uint8Array, aad: string, plain: Uint8Array): Sealed {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(aad))
  const data = Buffer.concat([cipher.update(plain), cipher.final()])
  return { iv: iv.toString('base64'), tag: cipher.getAuthTag().toString('base64'), data: data.toString('base64') }
}

function unseal(key: Uint8Array, aad: string, sealed: unknown): Buffer | undefined {
  if (!isJson(sealed)) return undefined
  const [iv, tag, data] = ['iv', 'tag', 'data'].map((name) => Buffer.from(String(sealed[name]), 'base64'))
  if (!iv || !tag || !data || iv.length !== 12 || tag.length !== 16) return undefined
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: 16 })
      .setAAD(Buffer.from(aad))
      .setAuthTag(tag)
    return Buffer.concat([decipher.update(data), decipher.final()])
  } catch {
    return undefined
  }
}

/** The sets of parts that may open the file: all but one, of three and more; else all. */
function setsOf(parts: MachineDigests): MachinePart[][] {
  const there = COUNTED_PARTS.filter((kind) => parts[kind] !== undefined)
  return there.length < 3 ? [there] : there.map((left) => there.filter((kind) => kind !== left))
}

/** Kept in a file of this machine. */
export function createFileStore(path: string, developerId: number, parts: MachineDigests): Store {
  const aad = `sealwright store ${VERSION} ${developerId}`
  const wrapping = (set: readonly MachinePart[]) =>
    new Uint8Array(
      hkdfSync(
        'sha256',
        set.map((kind) => `${kind}=${parts[kind] ?? ''}`).join('\n'),
        String(developerId),
        'sealwright store',
        32,
      ),
    )

  function open(text: string): Kept | undefined {
    const file = parsed(text)
    if (file?.['version'] !== VERSION || !Array.isArray(file['keys'])) return undefined
    for (const wrapped of file['keys'].slice(0, 16)) {
      if (!isJson(wrapped) || !Array.isArray(wrapped['parts'])) continue
      const named: unknown[] = wrapped['parts']
      const set = COUNTED_PARTS.filter((kind) => named.includes(kind))
      const key = unseal(wrapping(set), `${aad} key`, wrapped)
      const plain = key?.length === 32 ? unseal(key, aad, file['kept']) : undefined
      if (plain) return parsed(plain.toString('utf8'))
    }
    return undefined
  }

  return {
    read() {
      let text: string
      try {
        text = readFileSync(path, 'utf8')
      } catch (error) {
        return { kept: {}, isUnreadable: !isJson(error) || error['code'] !== 'ENOENT' }
      }
      const kept = open(text)
      return { kept: kept ?? {}, isUnreadable: kept === undefined }
    },
    write(kept) {
      const key = randomBytes(32)
      const file = {
        version: VERSION,
        keys: setsOf(parts).map((set) => ({ parts: set, ...seal(wrapping(set), `${aad} key`, key) })),
        kept: seal(key, aad, Buffer.from(JSON.stringify(kept))),
      }
      const beside = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      try {
        writeFileSync(beside, JSON.stringify(file), { mode: 0o600 })
        chmodSync(beside, 0o600)
        renameSync(beside, path)
      } catch (error) {
        rmSync(beside, { force: true })
        throw error
      }
    },
    remove: () => rmSync(path, { force: true }),
  }
}

function parsed(text: string): Json | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isJson(value) ? value : undefined
  } catch {
    return undefined
  }
}
