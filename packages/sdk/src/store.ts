// The state between two runs, in one file: AES-256-GCM with a key that only this device can derive. The key is wrapped
// once for each set of parts that leaves one out, so that the file stays readable after one part changes. A modified
// file, or one from another device, is unreadable.
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import type { ExchangeKind } from '@sealwright/contract/exchange-files'
import { COUNTED_PARTS } from '@sealwright/contract/machine-parts'
import type { MachineDigests, MachinePart } from '@sealwright/contract/machine-parts'
import { isJson } from '@sealwright/exchange'
import type { Json, StoredPair } from '@sealwright/exchange'
import { writeAtomically } from './atomic.ts'
import type { PublishedKeys } from './lease.ts'
import type { RefusalDetails } from './refusal.ts'

/** A data area that came by file, in base64. */
export interface KeptArea {
  licenseId: number
  area: string
  content: string
  revision: number
}

/** For files. Processes of a program share it, so it is read again before it is written. */
export interface KeptFiles {
  /** The keys of this device, made with its first file. */
  keys: StoredPair
  /** How many licenses this device has removed by a file. It never decreases. */
  counter: number
  /** The requests that have no answer yet, oldest first. */
  open: readonly { id: string; kind: ExchangeKind }[]
  /** The file of the last removal, until the next license: it can be written again. */
  removal?: { name: string; text: string } | undefined
  /** The data areas of a license. */
  areas?: { license: string; list: readonly KeptArea[] } | undefined
}

/** The stored state. */
export interface Kept {
  lease?: string | undefined
  code?: string | undefined
  /** The code of the borrowed seat, if the lease is for one. */
  lendingCode?: string | undefined
  token?: string | undefined
  /** The account of the token. */
  account?: string | undefined
  /** The certificate of the exchange key. */
  exchangeKey?: string | undefined
  files?: KeptFiles | undefined
  keys?: PublishedKeys | undefined
  /** When the keys were fetched, by the uncorrected clock of the device. */
  keysAt?: number | undefined
  /** The last signed refusal of the license, until a newer lease lifts it. */
  refused?: RefusalDetails | undefined
  /** The latest time seen on this device. Undefined if it never heard from the server. */
  latest?: number | undefined
  /** Correction of the device clock, from the last signed answer. */
  clockOffset?: number | undefined
  /** Issue time of the newest lease. */
  issuedAt?: number | undefined
  /** The highest revision seen, by license. */
  revisions?: Readonly<Record<string, number>> | undefined
}

export interface Store {
  /** The stored state. `isUnreadable` if there is a file that was modified or is from another device. */
  read(): { kept: Kept; isUnreadable: boolean }
  /** Writes to a temporary file and renames it, so that readers see the old or the new state. */
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

/** The sets of parts that can open the file: all but one if there are at least three, otherwise all. */
function setsOf(parts: MachineDigests): MachinePart[][] {
  const there = COUNTED_PARTS.filter((kind) => parts[kind] !== undefined)
  return there.length < 3 ? [there] : there.map((left) => there.filter((kind) => kind !== left))
}

/** Stores the state in a file that only this device can read. */
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
      writeAtomically(path, JSON.stringify(file))
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
