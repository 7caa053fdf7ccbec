// The platform's decision on an e-mail template. The developer learns it by a message, and the operation log keeps it.
import { reviewMachine } from '@sealwright/contract'
import type { Locale, ReviewStatusCode } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { recordByPlatform } from '../../kernel/audit/record.ts'
import type { Operation } from '../../kernel/audit/record.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import { lockRow, updateRow } from '../../kernel/entity/rows.ts'
import type { Notify } from '../../kernel/notify.ts'
import type { Scope } from '../../kernel/scope.ts'
import { languageOf } from '../developer/index.ts'
import { findOwner, listWaiting } from './email-template.queries.ts'
import { emailTemplate } from './email-template.tables.ts'
import type { EmailTemplate } from './email-template.tables.ts'
import { plainText } from './mail-html.rules.ts'
import { isTrusted, keepApproved } from './review.queries.ts'

export interface ReviewDeps {
  database: Database
  clock: Clock
  notify: Notify
  languages: Record<Locale, Sentences>
}

export interface ReviewDecision {
  guid: string
  /** The revision that was read. A decision about another text is not made. */
  revision: number
  event: 'approve' | 'reject'
  /** Why it is rejected. The developer reads it. */
  reason: string | null
}

/**
 * If no decision was possible, `status` is that of the template, if there is one. `isChanged`: it waits with another
 * text.
 */
export type Reviewed =
  | { isDecided: true; name: string; developerId: number }
  | { isDecided: false; status: ReviewStatusCode | undefined; isChanged: boolean }

/** Within the transaction of a tenant, or of the owner who acts as one. */
export interface Reviewing {
  db: Db
  developerId: number
  now: Date
  /** Writes to the developer's log. */
  record(operation: Operation): Promise<void>
  /** Undefined if nobody is to be told. */
  notify: Notify | undefined
}

/** Decides once: a second decision finds the template decided. An approved text is kept, to compare the next with. */
export async function decideIn(
  { db, developerId, now, record, notify }: Reviewing,
  { guid, revision, event, reason }: ReviewDecision,
): Promise<Reviewed> {
  const before = await lockRow({ db, developerId }, emailTemplate, guid)
  const status = before && reviewMachine.next(before.status, event)
  if (!before || status === undefined) return { isDecided: false, status: before?.status, isChanged: false }
  if (before.revision !== revision) return { isDecided: false, status: before.status, isChanged: true }
  await updateRow({ db, developerId }, emailTemplate, guid, { status, reason, revision: revision + 1 })
  if (event === 'approve') await keepApproved(db, before, now)
  await record({
    type: 'update',
    target: { kind: 'emailTemplate', guid, name: before.name },
    before: { status: before.status },
    after: { status, ...(reason !== null && { reason }) },
  })
  await notify?.(
    { db, developerId, now },
    {
      kind: event === 'approve' ? 'templateApproved' : 'templateRejected',
      params: { name: before.name, ...(reason !== null && { reason }) },
      link: `/emailTemplate/viewTemplate?guid=${guid}`,
    },
  )
  return { isDecided: true, name: before.name, developerId }
}

/** The decision of an operator command. */
export async function decideTemplate(
  { database, clock, notify, languages }: ReviewDeps,
  decision: ReviewDecision,
): Promise<Reviewed> {
  const developerId = await findOwner(database.owner, decision.guid)
  if (developerId === undefined) return { isDecided: false, status: undefined, isChanged: false }
  return database.inTenant(developerId, 'write', async (db) => {
    const now = clock.now()
    const say = await languageOf(db, developerId, languages)
    const record = (operation: Operation) =>
      recordByPlatform({ db, developerId, now }, say, `${decision.event}Template`, operation)
    return decideIn({ db, developerId, now, record, notify }, decision)
  })
}

/** Approves what a trusted developer has just submitted. */
export async function passTrusted(
  { db, developerId, asking: { now } }: Scope,
  languages: Record<Locale, Sentences>,
  { guid, revision }: EmailTemplate,
): Promise<void> {
  if (!(await isTrusted(db, developerId))) return
  const say = await languageOf(db, developerId, languages)
  const record = (operation: Operation) => recordByPlatform({ db, developerId, now }, say, 'approveTrusted', operation)
  await decideIn(
    { db, developerId, now, record, notify: undefined },
    { guid, revision, event: 'approve', reason: null },
  )
}

/** The templates that wait for a decision, with the words and link targets of their bodies. */
export async function listWaitingTemplates({ database }: Pick<ReviewDeps, 'database'>) {
  const rows = await listWaiting(database.owner)
  return rows.map((row) => ({ ...row, words: plainText(row.body) }))
}
