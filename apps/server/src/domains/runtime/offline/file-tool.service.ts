// Tells administrators what files say: for the search, and for the workbench before files are exchanged. Changes
// nothing and logs nothing. About a file of another developer, or a license outside the row scope, nothing is told.
import { DAY_MS, LIMITS, shownSerial, statusAt } from '@sealwright/contract'
import type { toolCalls } from '@sealwright/contract'
import { readFile } from '@sealwright/exchange'
import type pg from 'pg'
import type * as z from 'zod/mini'
import type { Database, Db } from '../../../kernel/db/database.ts'
import type { OwnContext } from '../../../kernel/http/context.ts'
import { problemOf } from '../../../kernel/http/program-calls.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Caller } from '../../../kernel/scope.ts'
import { exchangeDays, judgeUse, listNamed, readFacts } from '../../license/index.ts'
import type { NamedLicense, UseRefused } from '../../license/index.ts'
import type { Exchange } from '../runtime.tables.ts'
import { partsOf } from '../use/admission.service.ts'
import { sealedDigest } from './answer.service.ts'
import type { DongleFiles } from './dongle-files.service.ts'
import type { LockFile } from './dongles.kind.ts'
import { askedOf, namedBy, repeatRefusal } from './exchange.service.ts'
import type { ExchangeService } from './exchange.service.ts'
import * as queries from './offline.queries.ts'
import { byOf, fileOf, useOf } from './offline.rules.ts'
import type { OpenedFile } from './offline.rules.ts'

type Answer<Name extends 'searchLicense' | 'read'> = z.output<(typeof toolCalls)[Name]['answer']>
type ToldFile = Answer<'searchLicense'>
type ReadFile = Answer<'read'>['files'][number]

export interface FileToolDeps {
  database: Database
  app: Pick<pg.Pool, 'query'>
  exchange: Pick<ExchangeService, 'open'>
  dongleFiles: Pick<DongleFiles, 'judge' | 'tellRequest' | 'tellPackage'>
}

/** A C2D with the license that it names, if the caller may see it. */
export interface LookedUp {
  opened: OpenedFile
  license: NamedLicense | undefined
  isFormer: boolean
  exchanged: Exchange | undefined
}

export const callerOf = ({ caller }: Pick<OwnContext, 'caller'>): Caller => {
  if (!caller) throw new Refusal('session.expired')
  return caller
}

/** Finds the license of a C2D and its earlier exchange, within the row scope of the transaction. */
export async function lookUpIn(of: { db: Db; developerId: number }, opened: OpenedFile): Promise<LookedUp> {
  const named = await queries.findNamed(of, namedBy(opened, true))
  const license = named && (await listNamed(of, [named.guid])).get(named.guid)
  const known = license && (await queries.findExchanged(of, opened.claims.jti))
  return {
    opened,
    license,
    isFormer: named?.isFormer ?? false,
    exchanged: known?.licenseGuid === license?.guid ? known : undefined,
  }
}

const toldExchange = (row: Exchange | undefined): ToldFile['exchange'] =>
  row ? { guid: row.guid, time: row.at, by: row.actorName, way: row.way } : null

export function createFileTool({ database, app, exchange, dongleFiles }: FileToolDeps) {
  const toldLicense = (now: Date, { guid, family, serial, productName, ...row }: NamedLicense) => ({
    family,
    guid,
    serial,
    productName,
    status: statusAt(row, now),
  })

  function lookUp(caller: Caller, opened: OpenedFile): Promise<LookedUp> {
    const developerId = caller.developer.id
    return database.inTenant(developerId, 'read', (db) => lookUpIn({ db, developerId }, opened), caller)
  }

  function tellRequest(name: string, { opened, license, exchanged }: LookedUp, now: Date): ToldFile {
    const { claims, digest, madeAt, machineName, account } = opened
    const days = license ? exchangeDays(license.content).c2d : LIMITS.license.exchangeDays
    return {
      name,
      file: 'C2D',
      kind: claims.kind,
      digest: digest.toString('hex'),
      madeTime: madeAt,
      validUntil: claims.kind === 'unbind' ? null : new Date(madeAt.getTime() + days * DAY_MS),
      machine: { name: machineName, os: claims.machine.os ?? null, fingerprint: claims.machine.fingerprint },
      // Whether an unknown code is a mistake or somebody else's is not told apart.
      code: license && license.family !== 'account' ? shownSerial(license.family, license.serial) : null,
      account: license?.account ?? (license ? null : (account ?? null)),
      licenses: license ? [toldLicense(now, license)] : [],
      lock: null,
      packages: [],
      exchange: toldExchange(exchanged),
    }
  }

  /** The D2C that this center made. Only its device can open it, so it is found by its digest. */
  async function tellAnswer(caller: Caller, name: string, token: string, now: Date): Promise<ToldFile> {
    const developerId = caller.developer.id
    return database.inTenant(
      developerId,
      'read',
      async (db) => {
        const of = { db, developerId }
        const row = await queries.findAnswer(of, sealedDigest(token))
        const forDongle = row ? undefined : await dongleFiles.tellPackage(of, name, sealedDigest(token), now)
        if (forDongle) return forDongle
        const license = row && (await listNamed(of, [row.licenseGuid])).get(row.licenseGuid)
        if (!row || !license) throw new Refusal('offline.notOurs', { field: 'file' })
        const machine = await queries.findDevice(of, row.machineGuid)
        return {
          name,
          file: 'D2C',
          kind: row.kind,
          digest: row.answerDigest.toString('hex'),
          madeTime: row.at,
          validUntil: row.validUntil,
          machine: { name: row.machineName, os: machine?.os ?? null, fingerprint: machine?.fingerprint ?? '' },
          code: license.family === 'account' ? null : shownSerial(license.family, license.serial),
          account: license.account,
          licenses: [toldLicense(now, license)],
          lock: null,
          packages: row.packages,
          exchange: toldExchange(row),
        } satisfies ToldFile
      },
      caller,
    )
  }

  function tellDongle(caller: Caller, name: string, lock: LockFile): Promise<ToldFile> {
    const developerId = caller.developer.id
    const tell = (db: Db) => dongleFiles.tellRequest({ db, developerId }, name, lock)
    return database.inTenant(developerId, 'read', tell, caller)
  }

  async function searchLicense(
    context: OwnContext,
    { file }: z.output<typeof toolCalls.searchLicense.payload>,
  ): Promise<ToldFile> {
    const caller = callerOf(context)
    const { now } = context.asking
    const fileName = file.name.toWellFormed()
    const text = await file.text()
    const read = readFile(text)
    if ('fault' in read) throw new Refusal('offline.unreadable', { field: 'file' })
    if (read.kind === 'D2C') return tellAnswer(caller, fileName, read.token, now)
    const { opened } = await exchange.open(caller.developer.id, text, now)
    if ('refused' in opened && opened.lock) return tellDongle(caller, fileName, opened.lock)
    if ('refused' in opened)
      throw new Refusal(opened.refused.reason === 'fileForeign' ? 'offline.notOurs' : 'offline.unreadable', {
        field: 'file',
      })
    return tellRequest(fileName, await lookUp(caller, opened), now)
  }

  /** Whether a C2D would be exchanged now. A missing payment shows only when it is tried. */
  async function judge(
    { id: developerId, timeZone }: Pick<Caller['developer'], 'id' | 'timeZone'>,
    { opened, license, isFormer, exchanged }: LookedUp,
    now: Date,
  ): Promise<UseRefused | undefined> {
    const refused = (reason: UseRefused['reason']): UseRefused => ({ reason, params: {} })
    if (!license) return refused(opened.code === undefined ? 'licenseNotFound' : 'codeNotFound')
    const file = fileOf(opened)
    if (exchanged) {
      const known = repeatRefusal(exchanged, opened, now, timeZone)
      if (!known) return undefined
      file.refused = known
    } else if (isFormer) file.refused = refused('codeReplaced')
    const asked = askedOf(developerId, opened, true)
    const facts = await readFacts(
      app,
      developerId,
      { guid: license.guid, fingerprint: opened.claims.machine.fingerprint, parts: partsOf(asked.machine) },
      now,
    )
    if (!facts) return refused('licenseNotFound')
    const { licenseId, version } = asked
    return judgeUse(facts, { ...useOf(file, byOf(opened), true), licenseId, version }, now)
  }

  async function readOne(context: OwnContext, { name, text }: { name: string; text: string }): Promise<ReadFile> {
    const caller = callerOf(context)
    const { now } = context.asking
    const developerId = caller.developer.id
    const { opened } = await exchange.open(developerId, text, now)
    const lock = 'refused' in opened ? opened.lock : undefined
    const looked = 'refused' in opened ? undefined : await lookUp(caller, opened)
    const refused = lock
      ? await dongleFiles.judge(caller, developerId, lock, now)
      : looked
        ? await judge(caller.developer, looked, now)
        : 'refused' in opened
          ? opened.refused
          : undefined
    const { body } = refused
      ? problemOf(new Refusal(`runtime.${refused.reason}`, { params: refused.params }), context.say)
      : { body: undefined }
    return {
      name,
      told: lock ? await tellDongle(caller, name, lock) : looked ? tellRequest(name, looked, now) : null,
      isAllowed: refused === undefined,
      reason: refused?.reason ?? null,
      message: body?.detail ?? null,
      fix: body?.fix ?? null,
    }
  }

  async function read(
    context: OwnContext,
    { files }: z.output<typeof toolCalls.read.payload>,
  ): Promise<Answer<'read'>> {
    const results: ReadFile[] = []
    // One after the other: a file takes a connection.
    for (const file of files) results.push(await readOne(context, file))
    return { files: results }
  }

  return { searchLicense, read }
}
