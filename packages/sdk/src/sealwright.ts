// Holds the license of a program: contacts the server when needed and answers from stored facts in between. Lease
// verification is in lease.ts, stored facts are in memory.ts, proofs of answers in contact.ts. `validate` never throws,
// and an unreachable server changes nothing until the lease ends.
import { randomUUID } from 'node:crypto'
import { keyOf } from '@sealwright/exchange'
import type { Json } from '@sealwright/exchange'
import { createContact } from './contact.ts'
import { createData } from './data.ts'
import { languageOf, placeOf } from './defaults.ts'
import type {
  Activation,
  Borrowing,
  FileRequest,
  LicenseStatus,
  Sealwright,
  SealwrightEvents,
  SealwrightOptions,
  SessionOptions,
} from './face.ts'
import { createFiles } from './files.ts'
import { readExchangeKey } from './lease.ts'
import type { LeaseClaims } from './lease.ts'
import { readMachine, tellMachine } from './machine.ts'
import { createMemory } from './memory.ts'
import { LicenseRefusal, Unreachable, detailsOf, offline } from './refusal.ts'
import type { OfflineReason } from './refusal.ts'
import { createSession } from './session.ts'
import type { Session } from './session.ts'
import { createSignIn } from './sign-in.ts'
import { createFileStore } from './store.ts'
import type { Kept } from './store.ts'
import { createSurface } from './surface.ts'
import type { SurfaceCall } from './surface.ts'

/** Types of refusals that end the license on this device at once. Other refusals concern only the request. */
const ENDING = new Set([
  'LOCKED',
  'LICENSE_DELETED',
  'LICENSE_REPLACED',
  'UNDER_APPROVAL',
  'APPROVAL_REJECTED',
  'NOT_STARTED',
  'LICENSE_EXPIRED',
  'PRODUCT_EXPIRED',
  'PRODUCT_NOT_INCLUDED',
  'VERSION_TOO_LOW',
  'MACHINE_RECYCLED',
  'MACHINE_UNBOUND',
  'CODE_NOT_FOUND',
  'CODE_REPLACED',
  'LICENSE_NOT_FOUND',
  'VENDOR_ACCOUNT',
  'LENDING_NOT_FOUND',
  'LENDING_DELETED',
  'LENDING_REVOKED',
  'LENDING_EXPIRED',
  'LENDING_RETURNED',
  'LENDING_BOUND',
  'LENDING_OFF',
])
const HOUR_MS = 3_600_000
const FIRST_ASK_MS = 5_000
const SOONEST_MS = 30_000
/** The longest pause that a server may ask for. */
const LONGEST_WAIT_MS = 24 * HOUR_MS
const TRIES = 3

const jittered = (ms: number) => ms * (0.8 + Math.random() * 0.4)
const textOr = (value: unknown, other: string) => (typeof value === 'string' ? value : other)
const countOr = (value: unknown, other: number) => (typeof value === 'number' ? value : other)

/**
 * Opens the stored license of this device. Resolves without contacting the server, and throws only for invalid options.
 */
export async function createSealwright(options: SealwrightOptions): Promise<Sealwright> {
  const {
    url,
    developerId,
    apiPassword,
    licenseId,
    productVersion: version,
    storePath = placeOf(options),
    language = languageOf(),
    clock = Date.now,
    background = true,
    timeoutMs = 10_000,
  } = options
  const rootKey = keyOf(options.rootKey)
  if (!rootKey)
    throw new TypeError('rootKey must be an Ed25519 public key in base64url. The console shows it under signing keys.')
  if (!Number.isSafeInteger(developerId) || developerId < 1)
    throw new TypeError('developerId must be an integer of at least 1.')
  if (!URL.canParse(url))
    throw new TypeError('url must be the address of the licensing center, such as https://license.example.com.')

  const trust = { developerId, rootKey }
  if (options.exchangeKey !== undefined && !readExchangeKey(trust, options.exchangeKey))
    throw new TypeError('exchangeKey must be a certificate by the root key. The console shows both under signing keys.')

  const { machine: given = readMachine } = options
  const told = tellMachine(developerId, await (typeof given === 'function' ? given() : given), `${storePath}.id`)
  const machine = {
    fingerprint: told.fingerprint,
    parts: Object.entries(told.parts).map(([kind, digest]) => ({ kind, digest })),
    name: told.name,
    os: told.os,
    addresses: told.addresses,
  }
  const memory = createMemory({
    store: createFileStore(storePath, developerId, told.parts),
    clock,
    machine: told,
    rootKey,
    developerId,
  })
  const surface = createSurface({ url, developerId, apiPassword, language, timeoutMs, fetch: options.fetch ?? fetch })
  const contact = createContact({ surface, memory, language })
  const refusalOf = (reason: OfflineReason) => offline(reason, language)
  const files = createFiles({
    memory,
    trust,
    machine: told,
    licenseId,
    version,
    exchangeKey: options.exchangeKey,
    refusalOf,
  })
  const listeners: { [Name in keyof SealwrightEvents]: Set<(event: SealwrightEvents[Name]) => void> } = {
    changed: new Set(),
    refused: new Set(),
    offline: new Set(),
  }
  const sessions = new Set<Session>()
  /** Why the last session ended, if the program has not closed it. Nothing else explains that there is no license. */
  let lastOver: LicenseRefusal | undefined
  let isOffline = false
  /** The password of the code, kept for this run, because members of a group code send it with every request. */
  let codePassword: string | undefined
  let timer: NodeJS.Timeout | undefined
  let failures = 0
  /** The server asked for this pause. */
  let waitMs = 0
  let asking: Promise<LicenseStatus> | undefined
  let isClosed = false

  function emit<Name extends keyof SealwrightEvents>(name: Name, event: SealwrightEvents[Name]) {
    for (const listener of listeners[name]) listener(event)
  }

  function status(): LicenseStatus {
    const judged = memory.judge()
    // A refused license is also refused for seats that have not received the refusal yet.
    const ended = 'refused' in judged ? memory.held()?.license : undefined
    const session = [...sessions].find(({ over, claims }) => over === undefined && claims.license !== ended)
    if (session) return { isLicensed: true, claims: session.claims, offlineUntil: session.claims.expiresAt, isOffline }
    if ('claims' in judged)
      return { isLicensed: true, claims: judged.claims, offlineUntil: judged.claims.expiresAt, isOffline }
    return {
      isLicensed: false,
      refusal: 'refused' in judged ? new LicenseRefusal(judged.refused) : missing(judged.reason),
      isOffline,
    }
  }

  const missing = (reason: OfflineReason) => (reason === 'NOT_ACTIVATED' && lastOver ? lastOver : refusalOf(reason))

  function requireLicense(): LeaseClaims {
    const now = status()
    if (!now.isLicensed) throw now.refusal
    return now.claims
  }

  /** Sends one request and notes whether the server answered it. */
  async function ask(name: SurfaceCall, payload: object): Promise<Json> {
    try {
      const answer = await contact.ask(name, payload)
      isOffline = false
      return answer
    } catch (error) {
      isOffline = !(error instanceof LicenseRefusal && error.provenAt)
      if (error instanceof Unreachable) emit('offline', error)
      throw error
    }
  }

  async function verified(lease: string) {
    await contact.freshenKeys(lease)
    const found = memory.verifyNew(lease)
    if ('reason' in found) throw refusalOf(found.reason)
    return found
  }

  /** Identifies the current license: by its code, else by its lease, else by the signed-in user. */
  function subject(): object {
    const { code, lendingCode } = memory.kept
    if (lendingCode !== undefined) refuse('SEAT_BORROWED')
    const leaseId = memory.held()?.leaseId
    if (code !== undefined) return { code, licenseId, leaseId }
    return leaseId === undefined ? (signedInSubject() ?? refuse('NOT_ACTIVATED')) : { leaseId }
  }
  function signedInSubject(): object | undefined {
    const { token } = memory.kept
    return token !== undefined && licenseId !== undefined ? { token, licenseId } : undefined
  }
  function refuse(reason: OfflineReason): never {
    throw refusalOf(reason)
  }

  /** Asks about the license of this device. A refusal that ends it is stored, whatever the question. */
  async function askHeld(name: SurfaceCall, payload: object): Promise<Json> {
    const { lendingCode } = memory.kept
    const isOfSeat = lendingCode !== undefined && (name === 'borrow' || name === 'return')
    try {
      return await (isOfSeat ? ask(name, { machine, ...payload, lendingCode }) : askOwn(name, payload))
    } catch (error) {
      if (error instanceof LicenseRefusal) remember(error)
      throw error
    }
  }
  /**
   * If the server no longer knows the lease because another process received a newer one, retries as the signed-in
   * account.
   */
  async function askOwn(name: SurfaceCall, payload: object): Promise<Json> {
    const by = subject()
    try {
      return await ask(name, { machine, codePassword, ...payload, ...by })
    } catch (error) {
      const other = signedInSubject()
      if (!(error instanceof LicenseRefusal) || error.type !== 'LICENSE_NOT_FOUND' || 'code' in by || !other)
        throw error
      return ask(name, { machine, ...payload, ...other })
    }
  }

  const isEnding = ({ provenAt, type }: LicenseRefusal) => provenAt !== undefined && ENDING.has(type)

  /** Stores a signed refusal that ends the license, so that a restart does not undo it. */
  function remember(error: LicenseRefusal) {
    if (!isEnding(error) || memory.kept.lease === undefined) return
    const wasLicensed = !memory.kept.refused
    memory.keep({ refused: detailsOf(error) })
    if (wasLicensed) emit('refused', error)
  }

  async function activate(by: string | Activation = {}): Promise<LicenseStatus> {
    const { code, password } = typeof by === 'string' ? { code: by, password: undefined } : by
    const { token } = memory.kept
    if (code === undefined && token === undefined) refuse('NOT_SIGNED_IN')
    if (code === undefined && licenseId === undefined)
      throw new TypeError('To activate an account, pass the licenseId of the product to createSealwright.')
    const who = code === undefined ? { token, licenseId } : { code, licenseId, codePassword: password }
    return obtain('activate', who, () => ({ code, lendingCode: undefined }))
  }

  /** Gets a lease of another license or seat. */
  async function obtain(
    name: SurfaceCall,
    who: object,
    keptOf: (answer: Json) => Partial<Kept>,
  ): Promise<LicenseStatus> {
    memory.reload()
    const removals = memory.removals()
    const answer = await ask(name, { ...who, machine: { ...machine, ...files.told() }, version })
    const lease = textOr(answer['lease'], '')
    const { claims, changes } = await verified(lease)
    if (!memory.keepLease(lease, claims, { ...changes, ...keptOf(answer) }, removals)) refuse('NOT_ACTIVATED')
    return obtained()
  }
  function obtained(): LicenseStatus {
    failures = 0
    plan()
    emit('changed', status())
    return status()
  }

  const borrowed = (answer: Json) => ({ code: undefined, lendingCode: textOr(answer['lendingCode'], '') })
  const activateLendingCode = (lendingCode: string) => obtain('borrow', { lendingCode, licenseId }, borrowed)
  const borrow = ({ code, password, days }: Borrowing) =>
    obtain('borrow', { code, licenseId, codePassword: password, days }, borrowed)

  async function returnSeat(): Promise<void> {
    if (memory.kept.lendingCode === undefined) refuse('NOT_BORROWED')
    await askHeld('return', {})
    forget()
  }
  function forget() {
    clearTimeout(timer)
    lastOver = undefined
    // Another process may have written a file meanwhile. Its counter and its removal must not be lost.
    memory.reload()
    const { files: stored } = memory.kept
    memory.keep({
      lease: undefined,
      code: undefined,
      lendingCode: undefined,
      refused: undefined,
      // The answer to an earlier file must not bring the license back.
      ...(stored && { files: { ...stored, open: [], areas: undefined } }),
    })
  }

  async function importFile(text: string): Promise<LicenseStatus> {
    files.importAnswer(text)
    return memory.kept.lease === undefined ? status() : obtained()
  }
  async function unbindToFile() {
    const file = files.unbind()
    clearTimeout(timer)
    return file
  }

  async function renew(): Promise<LicenseStatus> {
    memory.reload()
    waitMs = 0
    const before = status()
    const held = memory.held()
    const judged = memory.judge()
    const removals = memory.removals()
    const isBorrowed = memory.kept.lendingCode !== undefined
    try {
      // If the stored lease is refused or cannot be verified, send another revision, so that the server returns a new
      // lease: nothing else lifts a refusal.
      const answer = isBorrowed
        ? await askHeld('borrow', { licenseId, version })
        : await askHeld('validate', {
            version,
            ...(held && { revision: held.revision + ('claims' in judged ? 0 : 1) }),
          })
      const lease = answer['lease']
      if (typeof lease === 'string') {
        const { claims, changes } = await verified(lease)
        memory.keepLease(lease, claims, changes, removals)
      }
      failures = 0
    } catch (error) {
      if (!(error instanceof LicenseRefusal || error instanceof Unreachable)) throw error
      const isRefusal = error instanceof LicenseRefusal
      if (!isRefusal || !isEnding(error)) failures++
      if (isRefusal) waitMs = Math.min((error.retryAfter ?? 0) * 1000, LONGEST_WAIT_MS)
    }
    const after = status()
    if (after.isLicensed && (!before.isLicensed || before.claims.revision !== after.claims.revision))
      emit('changed', after)
    return after
  }

  async function validate(): Promise<LicenseStatus> {
    if (memory.kept.lease === undefined) {
      await Promise.all([...sessions].map((session) => session.beat()))
      return status()
    }
    asking ??= renew().finally(() => {
      asking = undefined
      plan()
    })
    return asking
  }

  /**
   * Schedules the next background contact: after half of the lease's period, at least once a day. After failures it
   * backs off, up to one hour.
   */
  function plan() {
    clearTimeout(timer)
    if (!background || isClosed || (memory.kept.lease === undefined && !memory.kept.refused)) return
    const judged = memory.judge()
    const half =
      'claims' in judged
        ? judged.claims.issuedAt.getTime() +
          (judged.claims.expiresAt.getTime() - judged.claims.issuedAt.getTime()) / 2 -
          memory.now()
        : HOUR_MS
    const regular = Math.max(SOONEST_MS, Math.min(24 * HOUR_MS, half))
    const delay = failures === 0 ? regular : Math.min(HOUR_MS, SOONEST_MS * 2 ** failures)
    timer = setTimeout(() => void validate(), Math.max(jittered(delay), waitMs)).unref()
  }

  async function openSession({
    code,
    password,
    timeoutSeconds,
    osSession,
    process: taker = {
      name: process.title,
      pid: process.pid,
      startedAt: Math.round(Date.now() - process.uptime() * 1000),
    },
  }: SessionOptions = {}): Promise<Session> {
    const payload = {
      codePassword: password,
      version,
      process: { ...taker, name: taker.name.slice(0, 100) },
      osSession,
      timeoutSeconds,
    }
    const who = code === undefined ? signedInSubject() : { code, licenseId }
    const answer = who
      ? await ask('openSession', { machine, ...payload, ...who })
      : await askHeld('openSession', payload)
    const id = textOr(answer['session'], '')
    const { claims, changes } = await verified(textOr(answer['lease'], ''))
    codePassword = password ?? codePassword
    // Without a lease of the device, uses and data are requested by code.
    memory.keep({ ...changes, ...(code !== undefined && !memory.held() && { code }) })
    const { taken, limit } = (answer['seats'] ?? {}) as Json // checked by field
    const session = createSession({
      id,
      claims,
      seats: { taken: countOr(taken, 1), limit: typeof limit === 'number' ? limit : null },
      timeoutSeconds: countOr(answer['timeoutSeconds'], 600),
      now: memory.now,
      refusalOf,
      async ask(present) {
        const beat = await ask('heartbeat', { session: id, leaseId: present.leaseId })
        if (typeof beat['lease'] !== 'string') return null
        const renewed = await verified(beat['lease'])
        memory.keep(renewed.changes)
        return renewed.claims
      },
      async leave() {
        sessions.delete(session)
        await ask('closeSession', { session: id })
      },
      onOver(refusal) {
        sessions.delete(session)
        lastOver = refusal
        emit('refused', refusal)
      },
      onOffline: () => undefined,
    })
    lastOver = undefined
    sessions.add(session)
    return session
  }

  async function consume(amount = 1, { requestId = randomUUID() }: { requestId?: string } = {}) {
    for (let tried = 1; ; tried++) {
      try {
        const answer = await askHeld('consume', { amount, requestId })
        return { taken: countOr(answer['taken'], amount), usesLeft: countOr(answer['usesLeft'], 0) }
      } catch (error) {
        // A repeated request id consumes nothing twice.
        if (!(error instanceof Unreachable) || tried === TRIES) throw error
        await new Promise((resolve) => void setTimeout(resolve, jittered(500 * 2 ** tried)))
      }
    }
  }

  const productOf = (claims: LeaseClaims, id = licenseId ?? claims.licenseId) =>
    claims.products.find(
      (product) => product.licenseId === id && (product.end === null || product.end.getTime() > memory.now()),
    )

  async function deactivate(): Promise<void> {
    if (memory.kept.lendingCode !== undefined) return returnSeat()
    await askHeld('deactivate', {})
    return forget()
  }

  const modulesOf = (id?: number) => {
    const now = status()
    return (now.isLicensed ? productOf(now.claims, id)?.modules : undefined) ?? []
  }

  if (background && memory.kept.lease !== undefined)
    timer = setTimeout(() => void validate(), Math.random() * FIRST_ASK_MS).unref()

  return {
    activate,
    validate,
    status,
    requireLicense,
    ...createSignIn({ ask, memory, clock, machineName: machine.name }),
    openSession,
    consume,
    deactivate,
    modules: { has: (module, id) => modulesOf(id).includes(module), list: modulesOf },
    data: createData({ memory, askHeld, status, validate, refuse, licenseId }),
    requestFile: async (by: string | FileRequest = {}) => files.request(typeof by === 'string' ? { code: by } : by),
    refreshFile: async () => files.refresh(),
    importFile,
    unbindToFile,
    activateLendingCode,
    borrow,
    returnSeat,
    on(name, listener) {
      listeners[name].add(listener)
      return () => void listeners[name].delete(listener)
    },
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
