// Suspends and resumes a developer. The desk and the operator commands use the same functions; each writes its own
// logs. The gates of calls, the standing and the uses of licenses enforce the suspension.
import { DAY_MS, developerGuid, localDay } from '@sealwright/contract'
import type { Operation } from '../../../kernel/audit/record.ts'
import { actAs } from '../../../kernel/db/database.ts'
import type { Db } from '../../../kernel/db/database.ts'
import type { NewMessage, Notify } from '../../../kernel/notify.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { suspensionIn } from '../../../kernel/suspension.ts'
import * as queries from './tenant.queries.ts'

export interface Deciding {
  db: Db
  now: Date
  /** Writes to the logs that this decision belongs to. */
  record(developerId: number, operation: Operation<'developer'>): Promise<void>
  notify: Notify
}

const targetOf = ({ id, name }: queries.Suspendable) => ({ kind: 'developer', guid: developerGuid(id), name }) as const

async function lockTenant({ db }: Pick<Deciding, 'db'>, id: number): Promise<queries.Suspendable> {
  const found = await queries.lockTenant(db, id)
  if (!found) throw new Refusal('operator.developerNotFound', { field: 'id' })
  return found
}

/** Tells the super administrator. The transaction continues as the developer, so this comes last. */
async function tell({ db, now, notify }: Deciding, { id }: queries.Suspendable, message: Omit<NewMessage, 'link'>) {
  await actAs(db, id)
  await notify({ db, developerId: id, now }, { ...message, link: '/developerInfo' })
}

export async function suspend(
  deciding: Deciding,
  { id, reason, days }: { id: number; reason: string; days: number },
): Promise<{ programsUntil: Date }> {
  const { db, now } = deciding
  const found = await lockTenant(deciding, id)
  if (found.suspension) throw new Refusal('developer.alreadySuspended')
  const programsUntil = new Date(now.getTime() + days * DAY_MS)
  await queries.setSuspension(db, id, { since: now, reason, programsUntil })
  await deciding.record(id, {
    type: 'update',
    target: targetOf(found),
    before: { suspension: null, programsUntil: null },
    after: { suspension: reason, programsUntil: programsUntil.toISOString() },
  })
  const day = localDay(programsUntil, found.timeZone)
  await tell(deciding, found, { kind: 'developerSuspended', params: { developer: found.name, reason, day } })
  return { programsUntil }
}

export async function resume(deciding: Deciding, id: number): Promise<void> {
  const found = await lockTenant(deciding, id)
  const suspension = suspensionIn(found.suspension)
  if (!suspension) throw new Refusal('developer.notSuspended')
  await queries.setSuspension(deciding.db, id, null)
  await deciding.record(id, {
    type: 'update',
    target: targetOf(found),
    before: { suspension: suspension.reason, programsUntil: suspension.programsUntil.toISOString() },
    after: { suspension: null, programsUntil: null },
  })
  await tell(deciding, found, { kind: 'developerResumed', params: { developer: found.name } })
}
