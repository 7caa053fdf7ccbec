// Files for a device without a network: it writes requests (C2D) and imports answers (D2C). Each step is one atomic
// write of the store, made before a file is handed out, so that a crash neither loses nor doubles a license. An answer
// is accepted only for an open request, and a removal closes all of them: nothing brings a removed license back.
import { createHash, randomBytes } from 'node:crypto'
import type { KeyObject } from 'node:crypto'
import { C2D_BYTES } from '@sealwright/contract/exchange-files'
import type { C2dClaims } from '@sealwright/contract/exchange-files'
import { isCode, plainCode } from '@sealwright/contract/license-code'
import { fileNameOf, isJson, isSignedBy, makeC2d, openD2c, pairOf, readFile, recipientId } from '@sealwright/exchange'
import type { Token } from '@sealwright/exchange'
import type { FileRequest, LicenseFile } from './face.ts'
import { LEEWAY_MS, isCount, isTime, publishedIn, readExchangeKey, readRevocations, signerOf } from './lease.ts'
import type { LeaseClaims, PublishedKeys, Trust } from './lease.ts'
import type { ToldMachine } from './machine.ts'
import type { Memory } from './memory.ts'
import type { LicenseRefusal, OfflineReason } from './refusal.ts'
import type { Kept, KeptArea, KeptFiles } from './store.ts'

/** The longest names in a file, in bytes, so that it fits into a QR code. */
const SHOWN = { name: 96, os: 64 }
/** Open requests. A person who makes more has lost the earlier files. */
const OPEN = 8

/** Cuts a text to a number of bytes, between two characters. */
const cut = (text: string | undefined, bytes: number) =>
  text === undefined ? undefined : new TextDecoder().decode(Buffer.from(text).subarray(0, bytes), { stream: true })

const FAULTS: Record<string, OfflineReason> = {
  noFile: 'FILE_UNREADABLE',
  version: 'FILE_VERSION',
  cut: 'FILE_DAMAGED',
  damaged: 'FILE_DAMAGED',
  otherKind: 'FILE_WRONG_KIND',
  otherDevice: 'FILE_OTHER_MACHINE',
  forged: 'FILE_FORGED',
}

export interface FilesDeps {
  memory: Memory
  trust: Trust
  machine: ToldMachine
  licenseId: number | undefined
  version: number | undefined
  /** The certificate that is built into the program. */
  exchangeKey: string | undefined
  refusalOf: (reason: OfflineReason) => LicenseRefusal
}

/** A part of the claims that an answer must have. */
interface Answer {
  re: string
  iat: number
  exp: number
  packages: readonly unknown[]
  /** The newest known keys: those of the file, or newer ones that this device had. */
  keys: PublishedKeys
}

/** Verifies an answer from the root key on. It says nothing about time and device yet. */
function verifyAnswer(
  trust: Trust,
  known: PublishedKeys | undefined,
  token: Token,
): Answer | { reason: OfflineReason } {
  const { iss, re, iat, exp, packages } = token.claims
  if (iss !== String(trust.developerId)) return { reason: 'FILE_FOREIGN' }
  const brought = publishedIn(token.claims)
  const list = readRevocations(trust, brought.revocations)
  if (typeof re !== 'string' || list?.nonce !== re) return { reason: 'FILE_FORGED' }
  const before = readRevocations(trust, known?.revocations)
  const keys = known && before && before.at > list.at ? known : brought
  const signer = signerOf(trust, keys, token)
  if ('reason' in signer) return signer
  if (!isSignedBy(token, signer.key) || !isTime(iat) || !isTime(exp) || !Array.isArray(packages))
    return { reason: 'FILE_FORGED' }
  return { re, iat: iat * 1000, exp: exp * 1000, packages, keys }
}

const areaOf = (value: unknown): KeptArea[] => {
  if (!isJson(value) || value['kind'] !== 'data') return []
  const { licenseId, area, content, revision } = value
  return isCount(licenseId) && typeof area === 'string' && typeof content === 'string' && isCount(revision)
    ? [{ licenseId, area, content, revision }]
    : []
}

/** True if the signed lease has no digest for the area, or this one. */
export function isSoundArea({ products }: LeaseClaims, licenseId: number, area: string, content: Uint8Array): boolean {
  const signed = products.find((product) => product.licenseId === licenseId)?.zones[area]
  return signed === undefined || createHash('sha256').update(content).digest('base64url') === signed
}

export function createFiles({ memory, trust, machine, licenseId, version, exchangeKey, refusalOf }: FilesDeps) {
  function refuse(reason: OfflineReason): never {
    throw refusalOf(reason)
  }

  /** The latest certified key: the built-in one, or one that the server told. */
  function recipient(): { kid: string; publicKey: KeyObject } {
    const known = [exchangeKey, memory.kept.exchangeKey]
      .map((certificate) => readExchangeKey(trust, certificate))
      .filter((key) => key !== undefined)
      .toSorted((one, other) => other.at - one.at)
    return known[0] ?? refuse('NO_EXCHANGE_KEY')
  }

  /** Writes a request, and stores what `changesOf` says before anybody gets the file. */
  function write(
    kind: C2dClaims['kind'],
    subject: Pick<C2dClaims, 'code' | 'password' | 'token' | 'account' | 'lease'>,
    changesOf: (files: KeptFiles, file: LicenseFile) => Partial<Kept>,
  ): LicenseFile {
    const to = recipient()
    const id = randomBytes(16).toString('base64url')
    const now = memory.now()
    let file: LicenseFile | undefined
    const isStored = memory.commit((stored) => {
      const pair = pairOf(stored.keys) ?? refuse('STORE_UNREADABLE')
      const counter = stored.counter + (kind === 'unbind' ? 1 : 0)
      const text = makeC2d(
        {
          iss: String(trust.developerId),
          jti: id,
          iat: Math.floor(now / 1000),
          kind,
          ...subject,
          licenseId,
          version,
          machine: {
            fingerprint: machine.fingerprint,
            parts: machine.parts,
            name: cut(machine.name, SHOWN.name),
            os: cut(machine.os, SHOWN.os),
          },
          counter,
        },
        pair,
        to,
      )
      if (Buffer.byteLength(text) > C2D_BYTES) refuse('FILE_TOO_LARGE')
      file = { name: fileNameOf('C2D', machine.name ?? '', new Date(now)), text }
      const open = [...stored.open, { id, kind }].slice(-OPEN)
      return changesOf({ ...stored, counter, open }, file)
    })
    return isStored && file ? file : refuse('STORE_UNWRITABLE')
  }

  /** Asks to bind this device. */
  function request({ code, password, account }: FileRequest): LicenseFile {
    const { token, account: signedIn } = memory.kept
    // A file with a mistyped code would be refused only after its way to the vendor.
    if (code !== undefined && !isCode(plainCode(code))) refuse('CODE_MISTYPED')
    if (code !== undefined) return write('bind', { code, password }, (files) => ({ files }))
    const who = account ?? signedIn
    if (who === undefined && token === undefined) refuse('NOT_SIGNED_IN')
    if (licenseId === undefined)
      throw new TypeError('To activate an account, pass the licenseId of the product to createSealwright.')
    const isSignedIn = account === undefined || account === signedIn
    return write('bind', { account: who, ...(isSignedIn && { token }) }, (files) => ({ files }))
  }

  /** The lease of this device, for requests about it. */
  function held(): { lease: string; code: string | undefined } {
    if (memory.kept.lendingCode !== undefined) refuse('SEAT_BORROWED')
    const { leaseId } = memory.held() ?? refuse('NOT_ACTIVATED')
    return { lease: leaseId, code: memory.kept.code }
  }

  const refresh = (): LicenseFile => write('refresh', held(), (files) => ({ files }))

  /** Removes the license, then writes the file. Until the next license, it returns the same file again. */
  function unbind(): LicenseFile {
    memory.reload()
    const { lease, files: stored } = memory.kept
    if (lease === undefined && stored?.removal) return stored.removal
    return write('unbind', held(), (files, file) => ({
      lease: undefined,
      code: undefined,
      refused: undefined,
      // Only the receipt of this removal is awaited now.
      files: { ...files, open: files.open.slice(-1), removal: file, areas: undefined },
    }))
  }

  /** Opens and verifies an answer: from the root on, for an open request, in time. */
  function read(text: string): Answer & { kind: C2dClaims['kind'] } {
    const file = readFile(text)
    if ('fault' in file) refuse(FAULTS[file.fault] ?? 'FILE_UNREADABLE')
    memory.reload()
    const { files, keys: known } = memory.kept
    const pair = files && pairOf(files.keys)
    if (file.kind !== 'D2C') refuse('FILE_WRONG_KIND')
    if (!pair) refuse('FILE_OTHER_MACHINE')
    const opened = openD2c(text, { kid: recipientId(pair.public.seal), privateKey: pair.open })
    if ('fault' in opened) refuse(FAULTS[opened.fault] ?? 'FILE_FORGED')
    const answer = verifyAnswer(trust, known, opened.token)
    if ('reason' in answer) refuse(answer.reason)
    const asked = files?.open.find(({ id }) => id === answer.re) ?? refuse('FILE_NOT_ASKED')
    if (memory.isRolledBack()) refuse('CLOCK_ROLLED_BACK')
    if (memory.now() >= answer.exp) refuse('FILE_ENDED')
    if (memory.now() < answer.iat - LEEWAY_MS) refuse('LEASE_NOT_YET_GOOD')
    return { ...answer, kind: asked.kind }
  }

  /** Closes a request and those before it: their answers would be older. */
  const closed = (files: KeptFiles, id: string) => ({
    ...files,
    open: files.open.slice(files.open.findIndex((request) => request.id === id) + 1),
  })

  /** Imports an answer. */
  function importAnswer(text: string): void {
    const { re, iat, packages, keys, kind } = read(text)
    const partOf = (name: string) => packages.filter(isJson).find((part) => part['kind'] === name)
    const latest = Math.max(memory.kept.latest ?? 0, memory.now(), iat)
    if (kind === 'unbind') {
      if (!partOf('receipt')) refuse('FILE_FORGED')
      const isStored = memory.commit((files) => ({ latest, files: { ...closed(files, re), removal: undefined } }))
      return isStored ? undefined : refuse('STORE_UNWRITABLE')
    }
    const lease = partOf('lease')?.['lease']
    const found = memory.verifyNew(lease, keys)
    if ('reason' in found) refuse(found.reason)
    const { claims, changes } = found
    const list = packages.flatMap(areaOf)
    if (typeof lease !== 'string' || !list.every((area) => isSound(claims, area))) refuse('FILE_FORGED')
    // After a later contact, this device may have a newer lease of the license.
    if (memory.held()?.license === claims.license && claims.issuedAt.getTime() < (memory.kept.issuedAt ?? 0))
      refuse('LEASE_SUPERSEDED')
    const isStored = memory.commit((files) => {
      // Another process may have imported this file, or removed the license, since it was read.
      if (!files.open.some(({ id }) => id === re)) refuse('FILE_NOT_ASKED')
      return {
        ...changes,
        ...memory.withLease(lease, claims),
        keys,
        latest,
        code: claims.code ?? undefined,
        lendingCode: undefined,
        files: { ...closed(files, re), removal: undefined, areas: { license: claims.license, list } },
      }
    })
    if (!isStored) refuse('STORE_UNWRITABLE')
  }

  /** What an activation tells about the files of this device, so that an earlier removal does not undo it. */
  function told(): { key?: string; removals?: number } {
    const { files } = memory.kept
    const key = files && pairOf(files.keys)?.public.sign
    return key === undefined ? {} : { key, removals: files?.counter }
  }

  const isSound = (claims: LeaseClaims, { licenseId: id, area, content }: KeptArea) =>
    isSoundArea(claims, id, area, Buffer.from(content, 'base64'))

  return { request, refresh, unbind, importAnswer, told }
}
