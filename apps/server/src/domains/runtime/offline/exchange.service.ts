// Exchanges a C2D for a D2C. The use is judged by the same code as online, under the lock of the license, and the
// answer is stored in the transaction of its effect. So the same file gets the same answer and is charged once, however
// often and wherever it is handed in.
import { DAY_MS, shownSerial, wallTime } from '@sealwright/contract'
import type { MachinePart, runtimeCalls } from '@sealwright/contract'
import { fileNameOf } from '@sealwright/exchange'
import type * as z from 'zod/mini'
import type { Operation } from '../../../kernel/audit/record.ts'
import { isUniqueViolation } from '../../../kernel/db/database.ts'
import type { Database, Db, End } from '../../../kernel/db/database.ts'
import type { ProgramContext } from '../../../kernel/http/program-calls.ts'
import { networkOf } from '../../../kernel/http/rate-limit.ts'
import type { Ids } from '../../../kernel/ids.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { MachineTenant, Use, UseRefused, UseSubject, UsedDeveloper, WrittenBinding } from '../../license/index.ts'
import type { CurrentKeys } from '../keys/current-key.service.ts'
import type { Keyring } from '../keys/keyring.service.ts'
import type { Leases, Licensed } from '../keys/lease.service.ts'
import type { RuntimeLog } from '../log/log.service.ts'
import type { Exchange } from '../runtime.tables.ts'
import type { Activation } from '../use/activation.service.ts'
import { partsOf, tokenDigest } from '../use/admission.service.ts'
import type { Admission, Asked } from '../use/admission.service.ts'
import type { LicenseUse } from '../use/license-use.kind.ts'
import { UnsealableKey, createAnswers } from './answer.service.ts'
import type { Published } from './answer.service.ts'
import type { LockFile } from './dongles.kind.ts'
import type { HandIn, Handed, HandedBy, HandedOut } from './offline.kind.ts'
import * as queries from './offline.queries.ts'
import type { Kept, NamedInFile } from './offline.queries.ts'
import { answerNameOf, byOf, fileOf, openFile, useOf } from './offline.rules.ts'
import type { OpenedFile } from './offline.rules.ts'

export interface ExchangeDeps {
  database: Database
  ids: Ids
  admission: Admission
  activation: Pick<Activation, 'holding'>
  currentKeys: CurrentKeys
  keyring: Keyring
  leases: Leases
  license: LicenseUse
  log: RuntimeLog
}

export const FORGED: UseRefused = { reason: 'fileForged', params: {} }

/** A file, and what was found out about it before its license is locked. */
export interface Brought {
  by: HandedBy
  handed: Handed
  opened: OpenedFile
  published: Published
  asked: Asked
  isTrusted: boolean
}

interface Found {
  by: Use['by']
  subject: UseSubject
  isFormer: boolean
}

/** What a file says about its license. Only somebody with a right of their own may name an account without a token. */
export const namedBy = (
  { claims: { jti, lease, kind, licenseId }, digest, code, account }: OpenedFile,
  isTrusted: boolean,
): NamedInFile => ({
  fileId: jti,
  digest,
  code,
  // The device that is bound anew has no lease yet.
  ...(kind !== 'bind' && { lease }),
  ...(isTrusted && { account, licenseId }),
})

/** Whoever hands in a file has proven their right, so no API password is asked for. */
export const contextOf = ({ developerId, network, now, log, say }: HandedBy): ProgramContext => ({
  apiPassword: '',
  network,
  now,
  say,
  log,
  nonce: undefined,
  admitted: developerId,
})

/** The same request, as a program with a network would make it. */
export function askedOf(developerId: number, { claims, code, machineName }: OpenedFile, isTrusted: boolean): Asked {
  const { licenseId, version, password, machine } = claims
  return {
    developerId,
    code,
    licenseId,
    version,
    ...(!isTrusted && { codePassword: password }),
    machine: {
      fingerprint: machine.fingerprint,
      parts: Object.entries(machine.parts).map(([kind, digest]) => ({ kind: kind as MachinePart, digest })), // checked
      name: machineName,
      os: machine.os,
      addresses: [],
    },
  }
}

/** An earlier exchange with the same id: why it is not answered again, if so. */
export function repeatRefusal(
  known: Pick<Exchange, 'digest' | 'kind' | 'validUntil' | 'at' | 'answer'>,
  { digest, madeAt }: Pick<OpenedFile, 'digest' | 'madeAt'>,
  now: Date,
  timeZone: string,
): UseRefused | undefined {
  if (!known.digest.equals(digest)) return FORGED
  if (known.kind === 'unbind') return { reason: 'removalKnown', params: {} }
  if (known.validUntil > now && known.answer !== null) return undefined
  const days = Math.round((known.validUntil.getTime() - known.at.getTime()) / DAY_MS)
  return { reason: 'fileOverdue', params: { made: wallTime(madeAt, timeZone).slice(0, 16).replace('T', ' '), days } }
}

const toldOf = (
  {
    guid,
    kind,
    licenseGuid,
    machineName,
    answerName,
    answer,
    validUntil,
  }: Pick<Exchange, 'answer' | 'answerName' | 'guid' | 'kind' | 'licenseGuid' | 'machineName' | 'validUntil'>,
  isRepeated: boolean,
): HandedOut => ({
  guid,
  kind,
  licenseGuid,
  machineName,
  name: answerName,
  text: answer ?? '',
  validUntil: kind === 'unbind' ? null : validUntil,
  isRepeated,
})

/** The earlier exchange of the same file: its answer, or why it is refused. Undefined if there is none. */
export function repeatOf(
  { exchanged, license, developer }: Licensed,
  opened: OpenedFile,
  now: Date,
): { told: HandedOut } | { refused: UseRefused } | undefined {
  if (!exchanged) return undefined
  const known = queries.exchangeOf(exchanged)
  const refused = known.licenseGuid === license.guid ? repeatRefusal(known, opened, now, developer.timeZone) : FORGED
  return refused ? { refused } : { told: toldOf(known, true) }
}

/** An exchange that is not stored yet. */
export interface CarriedOut {
  kept: Kept
  operation: Operation
  told: HandedOut
}

export function createExchange(deps: ExchangeDeps) {
  const { database, ids, admission, activation, currentKeys, keyring, leases, license, log } = deps
  const answers = createAnswers(deps)

  /** Opens a file with the exchange key of the developer. */
  async function open(developerId: number, text: string, now: Date) {
    const published = await currentKeys.publishedAt(developerId, now)
    return { published, opened: openFile(developerId, text, keyring.privateOf(published.exchange)) }
  }

  /** Logs the refusal of a file whose license is not known. With `db`, the row is a part of that transaction. */
  async function tell(
    { developerId, network, now, acting }: HandedBy,
    refused: UseRefused,
    opened?: Pick<OpenedFile, 'code' | 'machineName' | 'claims' | 'account'>,
    db?: Db,
  ): Promise<void> {
    const told = {
      act: 'offline' as const,
      network: networkOf(network),
      // Only administrators are believed. Others could fill the log with made-up names, each with a row of its own.
      code: acting && opened?.code,
      account: acting && opened?.account,
      machineName: opened?.machineName,
      fingerprint: opened?.claims.machine.fingerprint,
    }
    await log.refused(developerId, undefined, told, { ...refused, trace: null }, now, db)
  }

  async function refuse(by: HandedBy, refused: UseRefused, opened?: OpenedFile): Promise<never> {
    await tell(by, refused, opened)
    throw new Refusal(`runtime.${refused.reason}`, { params: refused.params })
  }

  /** The license of a file. A program that names a code is looked up under the lock, like online. */
  async function find({ by, handed, opened, asked, isTrusted }: Brought): Promise<Found> {
    const { claims, code } = opened
    const of = { fingerprint: claims.machine.fingerprint, parts: partsOf(asked.machine) }
    if (!isTrusted && code !== undefined) return { by: 'code', subject: { ...of, code }, isFormer: false }
    const { developerId, acting } = by
    const named = await database.inTenant(
      developerId,
      'read',
      (db) => queries.findNamed({ db, developerId }, namedBy(opened, isTrusted)),
      acting,
    )
    // It is not told whether there is a license that it names.
    if (handed.licenseGuid !== undefined && named?.guid !== handed.licenseGuid)
      return refuse(by, { reason: 'fileOtherLicense', params: {} }, opened)
    if (named) return { by: byOf(opened), subject: { ...of, guid: named.guid }, isFormer: named.isFormer }
    if (code !== undefined) return refuse(by, { reason: 'codeNotFound', params: {} }, opened)
    if (claims.kind !== 'bind' || isTrusted) return refuse(by, { reason: 'licenseNotFound', params: {} }, opened)
    const token = tokenDigest(claims.token ?? '')
    return { by: 'token', subject: { ...of, token, licenseId: claims.licenseId ?? 0 }, isFormer: false }
  }

  /**
   * Binds the device, renews its lease, or frees it, and makes the answer. The caller has locked and judged the
   * license, and stores the result.
   */
  async function carryOut(tenant: MachineTenant, held: Licensed, brought: Brought): Promise<CarriedOut> {
    const { by, handed, opened, published, asked } = brought
    const { db, developerId, now } = tenant
    const { claims, machineName, madeAt } = opened
    const { kind, keys, counter } = claims
    const { timeZone } = held.developer
    const bound =
      kind === 'bind' ? await bind(tenant, held, brought) : { facts: held, machine: held.machine, binding: null }
    if (!bound.machine) throw new Error('an exchange without a device')
    if (kind === 'unbind') await license.freeHeld(tenant, held)
    const signed =
      kind === 'unbind'
        ? null
        : await leases.signForMachine(db, developerId, bound.facts, bound.machine, published.signer, now)
    const packages = signed
      ? [{ kind: 'lease' as const, lease: signed.leased.lease }, ...(await answers.dataOf(tenant, bound.facts))]
      : [{ kind: 'receipt' as const, license: held.license.guid, at: Math.floor(now.getTime() / 1000) }]
    const guid = ids.guid()
    const made = answers.make({ developerId, guid, now }, claims, published, held, packages)
    const row: Omit<Exchange, 'developerId'> = {
      guid,
      licenseGuid: held.license.guid,
      machineGuid: bound.machine.guid,
      kind,
      fileId: claims.jti,
      digest: opened.digest,
      name: handed.name || fileNameOf('C2D', machineName, wallTime(madeAt, timeZone)),
      machineName,
      madeAt,
      at: now,
      way: by.way,
      actorId: by.actorId,
      actorName: by.actorName ?? machineName,
      taskGuid: by.taskGuid ?? null,
      answer: made.text,
      answerDigest: made.digest,
      answerName: answerNameOf(handed.name, opened, timeZone),
      packages: packages.map((one) => one.kind),
      leaseGuid: signed?.row.guid ?? null,
      validUntil: made.validUntil,
    }
    // As online, the log tells of devices that come and go, not of renewed leases.
    const isTold = kind === 'bind' ? held.machine?.state !== 'bound' : kind === 'unbind'
    const kept: Kept = {
      exchange: row,
      machine: { key: keys.sign, removals: counter },
      binding: bound.binding,
      lease: signed?.row ?? null,
      eventGuid: ids.guid(),
      told: isTold ? log.doneRow(developerId, held, admission.toldOf(contextOf(by), 'offline', asked), now) : null,
    }
    const operation: Operation = {
      type: 'update',
      target: { kind: 'offline', guid, name: machineName },
      after: {
        kind: by.say(`offline.kinds.${kind}`),
        licenseGuid: shownSerial(held.license.family, held.license.serial),
        name: row.name,
        digest: opened.digest.toString('hex'),
      },
    }
    return { kept, operation, told: toldOf(row, false) }
  }

  async function take(tenant: MachineTenant, held: Licensed, brought: Brought, end: End): Promise<HandedOut> {
    const { kept, operation, told } = await carryOut(tenant, held, brought)
    await brought.by.record?.(tenant.db, operation)
    end(queries.keepStatement(tenant, [kept]))
    return told
  }

  async function bind(tenant: MachineTenant, held: Licensed, { opened: { claims, machineName }, asked }: Brought) {
    let binding: WrittenBinding | null = null
    const machine = {
      fingerprint: claims.machine.fingerprint,
      parts: partsOf(asked.machine),
      name: machineName,
      os: claims.machine.os ?? null,
      // The network is that of whoever carries the file.
      network: null,
      addresses: [],
      isOffline: true,
      version: asked.version,
      files: { machineKey: claims.keys.sign, removals: claims.counter },
    }
    // Written with the exchange.
    const bound = await license.bindHeld(tenant, held, machine, async (written) => void (binding = written))
    return { facts: { ...held, license: bound.license }, machine: bound.machine, binding }
  }

  async function exchange(context: ProgramContext, brought: Brought): Promise<HandedOut> {
    const { by, opened, asked, isTrusted } = brought
    const found = await find(brought)
    const file = fileOf(opened)
    // The file is judged by the rules of its license first, so that the log explains all of them.
    if (found.isFormer) file.refused = { reason: 'codeReplaced', params: {} }
    const before = async (_tenant: MachineTenant, held: Licensed) => {
      const repeat = repeatOf(held, opened, by.now)
      if (repeat && 'told' in repeat) return repeat.told
      if (repeat) file.refused = repeat.refused
      return undefined
    }
    try {
      return await activation.holding(
        context,
        asked,
        useOf(file, found.by, isTrusted),
        { ...found.subject, fileId: opened.claims.jti },
        (tenant, held, end) => take(tenant, held, brought, end),
        before,
      )
    } catch (error) {
      // Or another license got a file with the same id at the same time.
      if (error instanceof UnsealableKey || isUniqueViolation(error)) return refuse(by, FORGED, opened)
      throw error
    }
  }

  const handIn: HandIn = async (by, handed) => {
    const { published, opened } = await open(by.developerId, handed.text, by.now)
    if ('refused' in opened) return refuse(by, opened.refused)
    return exchange(contextOf(by), {
      by,
      handed,
      opened,
      published,
      asked: askedOf(by.developerId, opened, true),
      isTrusted: true,
    })
  }

  /** A program hands in the file, with the API password. */
  async function offline(
    context: ProgramContext,
    { developerId, file }: z.output<typeof runtimeCalls.offline.payload>,
    ofDongle: (developer: UsedDeveloper, lock: LockFile) => Promise<z.output<typeof runtimeCalls.offline.answer>>,
  ): Promise<z.output<typeof runtimeCalls.offline.answer>> {
    const developer = await admission.enterFile(context, developerId)
    const { now, network, say, log: logger } = context
    const by: HandedBy = {
      developerId,
      way: 'runtime',
      actorId: null,
      actorName: null,
      network,
      now,
      log: logger,
      say,
    }
    const { published, opened } = await open(developerId, file, now)
    if ('refused' in opened) return opened.lock ? ofDongle(developer, opened.lock) : refuse(by, opened.refused)
    if (opened.code !== undefined) admission.countCode(developerId, opened.code)
    const asked = askedOf(developerId, opened, false)
    const handed = { name: '', text: file }
    const { kind, text, name, validUntil } = await exchange(context, {
      by,
      handed,
      opened,
      published,
      asked,
      isTrusted: false,
    })
    return { kind, file: text, name, validUntil, serverTime: now }
  }

  return { open, tell, refuse, carryOut, handIn, offline }
}

export type ExchangeService = ReturnType<typeof createExchange>
