// What the open API needs of access keys: the key of a request with its secrets and its caller, nonces, and the counts
// of calls. Counts are gathered in memory and written every few seconds, so that a call does not wait for them; a
// killed process loses the last of them.
import { localDay } from '@sealwright/contract'
import type { CallResult } from '@sealwright/contract'
import type { Logger } from 'pino'
import type { Database } from '../../kernel/db/database.ts'
import { outageOf } from '../../kernel/db/database.ts'
import type { OpenKey, OpenKeys } from '../../kernel/http/open-calls.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import type { Caller } from '../../kernel/scope.ts'
import { callerWithoutSession } from '../identity/index.ts'
import * as queries from './access-key.queries.ts'
import { sealPurpose, stateOf } from './access-key.rules.ts'

const FLUSH_MS = 3_000

const callerOf = (row: queries.KeyRow, now: Date): Caller => ({
  ...callerWithoutSession(row, now),
  accessKey: { guid: row.key_guid, name: row.key_name },
})

const stateIn = (row: queries.KeyRow, now: Date) =>
  stateOf({ endsAt: row.ends_at === null ? null : new Date(row.ends_at), isEnabled: row.is_enabled }, now)

export interface SigningDeps {
  database: Database
  box: SecretBox
  log: Logger
}

export function createSigning({ database, box, log }: SigningDeps) {
  let uses = new Map<string, queries.UseCount>()
  let last = new Map<string, queries.LastUse>()
  let timer: NodeJS.Timeout | undefined
  let writing = Promise.resolve()

  function secretsOf(row: queries.KeyRow, now: Date): string[] {
    const isFormerValid = row.former_until !== null && new Date(row.former_until) > now
    const sealed = [row.secret, ...(row.former_secret && isFormerValid ? [row.former_secret] : [])]
    return sealed.map((one) => box.open(sealPurpose(row.key_guid), one).toString())
  }

  async function write(): Promise<void> {
    const [counts, latest] = [[...uses.values()], [...last.values()]]
    uses = new Map()
    last = new Map()
    if (counts.length === 0) return
    await queries.addUses(database.owner, counts, latest).catch((error: unknown) => {
      log.warn(outageOf(error), 'calls of access keys were not counted')
    })
  }

  /** Writes the counts that are in memory. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  function used(
    { guid, caller: { developer } }: OpenKey,
    { result, network, now }: { result: CallResult; network: string; now: Date },
  ): void {
    const day = localDay(now, developer.timeZone)
    const name = `${guid} ${day} ${result}`
    const count = uses.get(name) ?? { developerId: developer.id, keyGuid: guid, day, result, calls: 0 }
    uses.set(name, { ...count, calls: count.calls + 1 })
    last.set(guid, { developerId: developer.id, keyGuid: guid, at: now, network })
    timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
  }

  const keys: OpenKeys = {
    async find(keyId, now) {
      const row = await database.outsideTenants((db) => queries.findKeyRow(db, keyId))
      return (
        row && {
          guid: row.key_guid,
          keyId: row.key_id,
          secrets: secretsOf(row, now),
          state: stateIn(row, now),
          networks: row.networks,
          caller: callerOf(row, now),
        }
      )
    },
    takeNonce: ({ guid, caller }, nonce, until) =>
      database.inTenant(caller.developer.id, 'write', (db) =>
        queries.insertNonce(db, { developerId: caller.developer.id, keyGuid: guid, nonce, until }),
      ),
    used,
  }

  return {
    keys,
    flush,
    /** The key for which a task runs. Undefined once it is not valid anymore. */
    async findMember(developerId: number, accountId: string, now: Date): Promise<Caller | undefined> {
      const row = await database.outsideTenants((db) => queries.findKeyOfAccount(db, developerId, accountId))
      return row && stateIn(row, now) === 'enabled' ? callerOf(row, now) : undefined
    },
  }
}
