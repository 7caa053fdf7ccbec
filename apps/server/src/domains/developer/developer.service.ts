// Use cases of developers: founding one, the information that others see, and the two secrets. The operation log
// records that a secret was shown or set, never the secret itself.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { DEFAULT_COUNTRY, DEFAULT_LOCALE, DEFAULT_TIME_ZONE, developerGuid } from '@sealwright/contract'
import type { DeveloperStatus, Locale, developerCalls } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { insertOperation } from '../../kernel/audit/record.ts'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { refuseStale } from '../../kernel/entity/refuse.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import * as queries from './developer.queries.ts'
import type { Origin } from './developer.queries.ts'
import { informationFacts, keptContacts } from './developer.rules.ts'
import type { Information } from './developer.rules.ts'

const API_PASSWORD_BYTES = 16
const purposeOf = (developerId: number, secret: 'API password' | 'hosted lock PIN') =>
  `developer ${developerId} ${secret}`

/** Opens the sealed API password of this developer. */
export const openApiPassword = (box: Pick<SecretBox, 'open'>, developerId: number, sealed: Buffer) =>
  box.open(purposeOf(developerId, 'API password'), sealed)

/**
 * The API password in hexadecimal. It is created when it is first read. The profile is locked, so that two concurrent
 * first readers get the same password.
 */
export async function readApiPassword(
  box: SecretBox,
  scope: Pick<Scope, 'db' | 'developerId'>,
  now: Date,
): Promise<string> {
  const { apiPassword } = await queries.lockProfile(scope, now)
  const plain = apiPassword ? openApiPassword(box, scope.developerId, apiPassword) : randomBytes(API_PASSWORD_BYTES)
  if (!apiPassword)
    await queries.updateProfile(scope, { apiPassword: box.seal(purposeOf(scope.developerId, 'API password'), plain) })
  return plain.toString('hex')
}

/** Compares a typed hosted lock PIN with that of the developer, in constant time. */
export async function comparePin(
  box: Pick<SecretBox, 'open'>,
  scope: Pick<Scope, 'db' | 'developerId'>,
  typed: string,
): Promise<'right' | 'wrong' | 'notSet'> {
  const sealed = (await queries.findDeveloper(scope))?.developer_profile?.pin
  if (!sealed) return 'notSet'
  const digest = (value: string | Buffer) => createHash('sha256').update(value).digest()
  const pin = box.open(purposeOf(scope.developerId, 'hosted lock PIN'), sealed)
  return timingSafeEqual(digest(typed), digest(pin)) ? 'right' : 'wrong'
}

type Payload<Name extends keyof typeof developerCalls> = z.output<(typeof developerCalls)[Name]['payload']>

/** The language of messages to a developer: that of its super administrator. */
export async function languageOf(
  db: Db,
  developerId: number,
  languages: Record<Locale, Sentences>,
): Promise<Sentences> {
  return languages[(await queries.findSuperAdministrator(db, developerId))?.locale ?? DEFAULT_LOCALE]
}

/** Records a change of the developer. */
function record(scope: Scope, change: { before?: LoggedFacts; after: LoggedFacts }) {
  const { id, name } = scope.caller.developer
  return scope.record({ type: 'update', target: { kind: 'developer', guid: developerGuid(id), name }, ...change })
}

export function createDeveloperService({ box }: { box: SecretBox }) {
  function refuseTrial({ caller }: Scope) {
    if (caller.developer.status === 'trial') throw new Refusal('developer.trialCannotEdit')
  }

  async function get(scope: Scope) {
    const row = await queries.findDeveloper(scope)
    if (!row) throw new Error('the developer of the caller does not exist')
    const { developer, developer_profile: profile } = row
    return {
      developerId: String(developer.id),
      name: developer.name,
      displayName: developer.displayName,
      website: profile?.website ?? null,
      brief: profile?.brief ?? null,
      introduction: profile?.introduction ?? null,
      logo: profile?.logo?.toString('base64') ?? null,
      contacts: profile?.contacts ?? [],
      country: developer.country,
      timeZone: developer.timeZone,
      createdAt: developer.createdAt,
      formalSince: developer.formalAt,
      pinSince: profile?.pinSetAt ?? null,
      revision: profile?.revision ?? 0,
    }
  }

  async function update(scope: Scope, payload: Payload<'update'>) {
    refuseTrial(scope)
    const { now } = scope.asking
    const profile = await queries.lockProfile(scope, now)
    await refuseStale(scope, profile, payload.revision)
    const before: Information = { ...profile, displayName: await queries.findDisplayName(scope) }
    const after: Information = {
      displayName: payload.displayName === undefined ? before.displayName : payload.displayName,
      website: payload.website === undefined ? before.website : payload.website,
      brief: payload.brief === undefined ? before.brief : payload.brief || null,
      introduction: payload.introduction === undefined ? before.introduction : payload.introduction || null,
      logo: payload.logo === undefined ? before.logo : payload.logo ? Buffer.from(payload.logo, 'base64') : null,
      contacts: payload.contacts === undefined ? before.contacts : keptContacts(payload.contacts),
    }
    const revision = profile.revision + 1
    const { displayName, ...changes } = after
    await queries.updateProfile(scope, { ...changes, revision, updatedBy: scope.caller.accountId, updatedAt: now })
    if (displayName !== before.displayName) await queries.updateDisplayName(scope, displayName)
    await record(scope, { before: informationFacts(before), after: informationFacts(after) })
    return { revision }
  }

  async function revealApiPassword(scope: Scope) {
    const apiPassword = await readApiPassword(box, scope, scope.asking.now)
    await record(scope, { after: { apiPassword: scope.say('developer.log.revealed') } })
    return { apiPassword }
  }

  async function setPin(scope: Scope, { pin }: Payload<'setPin'>) {
    refuseTrial(scope)
    const { now } = scope.asking
    const { pin: earlier } = await queries.lockProfile(scope, now)
    await queries.updateProfile(scope, {
      pin: box.seal(purposeOf(scope.developerId, 'hosted lock PIN'), Buffer.from(pin)),
      pinSetAt: now,
    })
    await record(scope, {
      before: { pin: earlier && scope.say('developer.log.pinSet') },
      after: { pin: scope.say(earlier ? 'developer.log.pinChanged' : 'developer.log.pinSet') },
    })
    return {}
  }

  return { get, update, revealApiPassword, setPin }
}

export interface NewDeveloper {
  name: string
  status: DeveloperStatus
  account: string
  /** The requester has proved access to the address, so that an existing account for it is theirs. */
  isAddressProven?: boolean
  passwordHash: string
  userName: string | null
  country?: string | undefined
  /** An IANA name. */
  timeZone?: string | undefined
  locale?: Locale | undefined
  origin?: Origin | undefined
  /** The call that founds the developer, if there is one. The log of the new developer begins with it. */
  asked?: { call: string; requestId: string; network: string; fingerprint: string | null; status: string } | undefined
  /** Further work of the transaction. Runs as the database owner. */
  also?: ((db: Db, developerId: number) => Promise<void>) | undefined
}

/**
 * Creates a developer with its super administrator. Returns null if the account exists, and either has a membership or
 * is not proven to be the requester's.
 */
export async function foundDeveloper(
  deps: { database: Database; clock: Clock; ids: Ids },
  given: NewDeveloper,
): Promise<{ developerId: number; accountId: string } | null> {
  const {
    name,
    status,
    account,
    isAddressProven = false,
    passwordHash,
    userName,
    country = DEFAULT_COUNTRY,
    timeZone = DEFAULT_TIME_ZONE,
    locale = DEFAULT_LOCALE,
    origin = {},
    asked,
    also,
  } = given
  return deps.database.asOwner(async (db) => {
    const id = deps.ids.guid()
    const now = deps.clock.now()
    const isNew = await queries.insertAccount(db, { id, account, userName, passwordHash, locale, now })
    const accountId = isNew
      ? id
      : isAddressProven
        ? await queries.adoptAccount(db, { account, passwordHash, now })
        : undefined
    if (accountId === undefined) return null
    const developerId = await queries.insertDeveloper(db, { name, status, country, timeZone, origin, now })
    await queries.insertMembership(db, { developerId, accountId, isSuper: true, privileges: [], now })
    if (asked) {
      const { status: after, ...by } = asked
      await insertOperation(
        db,
        { ...by, developerId, actorId: accountId, actorName: account, now },
        {
          type: 'add',
          target: { kind: 'developer', guid: developerGuid(developerId), name },
          after: { status: after },
        },
      )
    }
    await also?.(db, developerId)
    return { developerId, accountId }
  })
}
