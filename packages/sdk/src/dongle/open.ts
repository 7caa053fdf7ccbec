// A license in a dongle, used by a program: opened with a challenge, judged again every few seconds, and over as soon
// as the dongle is gone or stops it.
import { randomBytes } from 'node:crypto'
import type { LockChallengeClaims } from '@sealwright/contract/dongle-files'
import { keyOf } from '@sealwright/exchange'
import { languageOf } from '../defaults.ts'
import type { DataArea } from '../face.ts'
import type { Language, LicenseRefusal } from '../refusal.ts'
import { verifyChallenge } from './challenge.ts'
import type { DongleDriver, DongleHandle, DongleLicense } from './driver.ts'
import { licenseIn, localDongles } from './local.ts'
import { DongleFault, dongleRefusal, inWords } from './refusal.ts'
import type { DongleReason } from './refusal.ts'

const BEAT_MS = 10_000

/** The options of a program that runs from a license in a dongle. */
export interface DongleOptions {
  developerId: number
  /** Your root key (Ed25519, base64url). It names the keys of your dongles. */
  rootKey: string
  /** The license id of this product. */
  licenseId: number
  /** The driver of your hardware. Default: the virtual dongles of this user. */
  driver?: DongleDriver
  /** Only this dongle. Default: the first one whose license can be opened. */
  serial?: string
  /** The version of this program, if licenses are limited to versions. */
  version?: number
  /** The user session of the operating system, for licenses that count user sessions. */
  osSession?: string
  /** The language of messages. Default: the language of the environment. */
  language?: Language
  /** How often the dongle signs a new challenge. Default: every 10 seconds. */
  heartbeatMs?: number
}

/** A license that is open in a dongle. It takes a seat until it is closed. */
export interface DongleSession {
  /** The serial number of the dongle. */
  readonly serial: string
  /** As the dongle signed it last. */
  readonly license: DongleLicense
  /** The license runs until then, by all its limits and by the clock of the dongle. Null: no end. */
  readonly until: Date | null
  /** Why the program must stop. Undefined while it may run. */
  readonly over: LicenseRefusal | undefined
  modules: {
    /** Whether a module is licensed. False after the end. */
    has(module: number): boolean
    list(): readonly number[]
  }
  data: {
    read(area: DataArea): Promise<Uint8Array>
    /** Replaces the content of the read-write area. */
    write(content: Uint8Array | string): Promise<void>
  }
  /** Challenges the dongle now, in addition to the regular times. Resolves to whether the program may still run. */
  beat(): Promise<boolean>
  /** The dongle is gone or stopped the license. Called once. Returns a function that removes the listener. */
  on(name: 'stopped', listener: (refusal: LicenseRefusal) => void): () => void
  /** Frees the seat. */
  close(): Promise<void>
}

const osSessionOf = () =>
  process.env['XDG_SESSION_ID'] ?? process.env['SESSIONNAME'] ?? `user ${process.getuid?.() ?? 0}`
const newNonce = () => randomBytes(16).toString('base64url')
const reasonOf = (error: unknown): DongleReason => {
  if (error instanceof DongleFault) return error.reason
  throw error
}

/** A dongle that lacks the license says less than one that has it and refuses. */
const TELLING = (reason: DongleReason) => (reason === 'LICENSE_NOT_FOUND' ? 1 : reason === 'DONGLE_MISSING' ? 2 : 0)

/** Opens the license of a product in a dongle. Throws `LicenseRefusal`. */
export async function openDongle(options: DongleOptions): Promise<DongleSession> {
  const {
    developerId,
    licenseId,
    driver = localDongles(),
    version,
    osSession = osSessionOf(),
    language = languageOf(),
    heartbeatMs = BEAT_MS,
  } = options
  const rootKey = keyOf(options.rootKey)
  if (!rootKey)
    throw new TypeError('rootKey must be an Ed25519 public key in base64url. The console shows it under signing keys.')
  const trust = { developerId, rootKey }

  const verified = (serial: string, identity: string, challenge: string, nonce: string) => {
    const found = verifyChallenge(trust, { identity, challenge }, { serial, licenseId, nonce })
    if (!found) throw new DongleFault('DONGLE_FORGED')
    // The dongle decides by the version that it was told, and a driver may have told it another one.
    const { version: licensed } = found.license
    if (version !== undefined && licensed !== null && version > licensed) throw new DongleFault('VERSION_TOO_LOW')
    return found
  }

  async function openIn(serial: string) {
    const nonce = newNonce()
    const handle = await driver.open(serial, { licenseId, version, nonce, pid: process.pid, osSession })
    try {
      return { serial, handle, signed: verified(serial, handle.identity, handle.challenge, nonce) }
    } catch (error) {
      await handle.close()
      throw error
    }
  }

  /** Tries the dongles in turn. Of several refusals, the most telling one is thrown. */
  async function openAny() {
    const own = (await driver.list()).filter((one) => one.developerId === developerId)
    const reasons: DongleReason[] = []
    for (const { serial } of own) {
      const opened = await openIn(serial).catch((error: unknown) => reasonOf(error))
      if (typeof opened !== 'string') return opened
      reasons.push(opened)
    }
    throw new DongleFault(reasons.toSorted((one, other) => TELLING(one) - TELLING(other))[0] ?? 'DONGLE_MISSING')
  }

  async function openNamed(serial: string) {
    const { developerId: of } = await driver.info(serial)
    if (of !== developerId) throw new DongleFault('DONGLE_FOREIGN')
    return openIn(serial)
  }

  const opened = await inWords(language, () => (options.serial === undefined ? openAny() : openNamed(options.serial)))
  return createDongleSession({
    ...opened,
    language,
    heartbeatMs,
    verify: (challenge, nonce) => verified(opened.serial, opened.handle.identity, challenge, nonce),
  })
}

/** Reads the public area of a license in a dongle, without opening the license. */
export async function readDonglePublic({
  licenseId,
  driver = localDongles(),
  serial,
  language = languageOf(),
}: {
  licenseId: number
  serial: string
  driver?: DongleDriver
  language?: Language
}): Promise<Uint8Array> {
  return inWords(language, () => driver.readPublic(serial, licenseId))
}

type Signed = Pick<LockChallengeClaims, 'license' | 'until'>

function createDongleSession({
  serial,
  handle,
  signed: first,
  language,
  heartbeatMs,
  verify,
}: {
  serial: string
  handle: DongleHandle
  signed: Signed
  language: Language
  heartbeatMs: number
  verify(challenge: string, nonce: string): Signed
}): DongleSession {
  const listeners = new Set<(refusal: LicenseRefusal) => void>()
  let signed = first
  let over: LicenseRefusal | undefined

  function end(reason: DongleReason) {
    if (over) return
    over = dongleRefusal(reason, language)
    clearInterval(timer)
    if (reason === 'SESSION_CLOSED') return
    void handle.close().catch(() => undefined)
    for (const listener of listeners) listener(over)
  }

  async function beat(): Promise<boolean> {
    if (over) return false
    const nonce = newNonce()
    try {
      signed = verify(await handle.beat(nonce), nonce)
    } catch (error) {
      // A driver that fails in any other way has lost the dongle.
      end(error instanceof DongleFault ? error.reason : 'DONGLE_MISSING')
    }
    return over === undefined
  }

  const timer = setInterval(() => void beat(), heartbeatMs).unref()
  handle.onStop(end)

  async function use<T>(run: () => Promise<T>): Promise<T> {
    if (over) throw over
    return inWords(language, run)
  }
  const listed = () => (over ? [] : signed.license.modules)

  return {
    serial,
    get license() {
      return licenseIn(signed.license)
    },
    get until() {
      return signed.until === null ? null : new Date(signed.until * 1000)
    },
    get over() {
      return over
    },
    modules: { has: (module) => listed().includes(module), list: listed },
    data: {
      read: (area) => use(() => handle.read(area)),
      write: (content) => use(() => handle.write(Buffer.from(content))),
    },
    beat,
    on(_name, listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      if (over) return
      end('SESSION_CLOSED')
      await handle.close()
    },
  }
}
