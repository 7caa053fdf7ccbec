// Visits: an operator looks at a developer's console, read-only, for a reason and a time. The visit has a handle and a
// cookie like a session, but it is none: it lives in the operators' tables, and only reading calls accept it. The
// developer's own log tells of it.
import { MINUTE_MS, developerGuid } from '@sealwright/contract'
import type { operatorDesk } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Database } from '../../kernel/db/database.ts'
import { readPage } from '../../kernel/db/list.ts'
import type { DeskContext, DeskScope } from '../../kernel/desk.ts'
import { sessionCookieName } from '../../kernel/http/context.ts'
import type { Ids } from '../../kernel/ids.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Caller } from '../../kernel/scope.ts'
import * as queries from './operator.queries.ts'
import { hashSecret, isSecret } from './operator.rules.ts'

type Payload<Name extends keyof typeof operatorDesk> = z.output<(typeof operatorDesk)[Name]['payload']>

export interface VisitDeps {
  database: Database
  ids: Ids
  /** The super administrator, in whose place the operator looks. */
  findMember(developerId: number, accountId: string, now: Date): Promise<Caller | undefined>
}

export function createVisits({ database, ids, findMember }: VisitDeps) {
  return {
    async open(context: DeskContext, { developerId, reason, minutes }: Payload<'openVisit'>) {
      const [guid, handle, secret] = [ids.guid(), ids.token(24), ids.token(32)]
      const { now } = context.asking
      const endsAt = new Date(now.getTime() + minutes * MINUTE_MS)
      await context.write(async (scope) => {
        const { db, operator } = scope
        const developer = await queries.findDeveloper(db, developerId)
        if (!developer) throw new Refusal('operator.developerNotFound', { field: 'developerId' })
        await queries.insertVisit(db, {
          guid,
          operatorGuid: operator.guid,
          operatorName: operator.name,
          developerId,
          reason,
          handle,
          secretHash: hashSecret(secret),
          now,
          endsAt,
        })
        await scope.record({
          type: 'add',
          target: { kind: 'visit', guid, name: developer.name },
          after: { reason, minutes },
        })
        await scope.recordAt(developerId, {
          type: 'update',
          target: { kind: 'developer', guid: developerGuid(developerId), name: developer.name },
          after: { visit: reason, minutes },
        })
      })
      context.setCookie(sessionCookieName(handle), secret, minutes * 60, '/')
      return { guid, ssId: handle, endTime: endsAt }
    },

    async end(scope: DeskScope, { guid }: Payload<'endVisit'>) {
      if (!(await queries.endVisit(scope.db, guid, scope.operator.guid, scope.asking.now)))
        throw new Refusal('operator.visitNotFound')
      return {}
    },

    async find(
      { db, asking }: DeskScope,
      { currentPage, pageSize, order = 'desc', developerId }: Payload<'findVisits'>,
    ) {
      const list = queries.listVisits(db, developerId)
      const page = await readPage({ currentPage, pageSize }, await list.count(), (slice) => list.page(slice, order))
      return {
        ...page,
        rows: page.rows.map((row) => ({
          guid: row.guid,
          operator: row.operator_name,
          developerId: String(row.developer_id),
          developerName: row.developer_name,
          reason: row.reason,
          startTime: new Date(row.started_at),
          endTime: new Date(row.ends_at),
          isOpen: new Date(row.ends_at) > asking.now,
        })),
      }
    },

    /** The caller of a visit: the super administrator, without a session and able to read only. Writes nothing. */
    async findVisitor(handle: string, secret: string, now: Date): Promise<Caller | undefined> {
      const row = await database.outsideTenants((db) => queries.findVisit(db, handle))
      if (!row || !isSecret(row.secret_hash, secret) || new Date(row.ends_at) <= now) return undefined
      const member = await findMember(row.developer_id, row.account_id, now)
      return (
        member && {
          ...member,
          sessionId: handle,
          visit: {
            guid: row.guid,
            operatorGuid: row.operator_guid,
            operator: row.operator_name,
            reason: row.reason,
            endsAt: new Date(row.ends_at),
          },
        }
      )
    },

    /** The operator leaves from within the console. */
    endFromConsole: ({ guid, operatorGuid }: NonNullable<Caller['visit']>, now: Date) =>
      database.atDesk('write', (db) => queries.endVisit(db, guid, operatorGuid, now)),
  }
}
