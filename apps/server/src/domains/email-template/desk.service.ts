// Reviews at the platform desk. A decision is the same use case as in the operator commands, in the transaction that
// also writes the operators' log.
import { developerGuid, reviewStatusOf } from '@sealwright/contract'
import type { EmailTexts, Locale, emailTemplateDesk } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { actAs } from '../../kernel/db/database.ts'
import { readPage } from '../../kernel/db/list.ts'
import type { DeskScope } from '../../kernel/desk.ts'
import type { Notify } from '../../kernel/notify.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { sampleOf } from './email-template.service.ts'
import { cleanMail, plainText } from './mail-html.rules.ts'
import { countWaiting, findSubmitted, listSubmitted, setTrusted } from './review.queries.ts'
import type { Submitted } from './review.queries.ts'
import { decideIn } from './review.service.ts'
import type { ReviewDecision } from './review.service.ts'

type Payload<Name extends keyof typeof emailTemplateDesk> = z.output<(typeof emailTemplateDesk)[Name]['payload']>

const answerOf = (row: Submitted) => ({
  guid: row.guid,
  developerId: String(row.developer_id),
  developerName: row.developer_name,
  isTrusted: row.is_trusted,
  name: row.name,
  type: row.type,
  language: row.language,
  subject: row.subject,
  status: row.status,
  reason: row.reason,
  submitTime: new Date(row.submitted_at),
})

export function createReviewDesk({ languages, notify }: { languages: Record<Locale, Sentences>; notify: Notify }) {
  /** The mail of these texts, cleaned again. */
  function reviewed({ type, language, developer_name, display_name }: Submitted, texts: EmailTexts) {
    const { subject, body, text = null } = texts
    const developerName = display_name ?? developer_name
    return {
      subject,
      words: plainText(cleanMail(body)),
      text,
      mail: sampleOf(languages[language], { type, language, developerName }, texts),
    }
  }

  async function decide(scope: DeskScope, decision: ReviewDecision) {
    const { db, say } = scope
    const { guid, event, reason } = decision
    const row = await findSubmitted(db, guid)
    if (!row) throw new Refusal('emailTemplate.notFound')
    const developerId = row.developer_id
    // Messages have a tenant.
    await actAs(db, developerId)
    const decided = await decideIn(
      {
        db,
        developerId,
        now: scope.asking.now,
        notify,
        record: (operation) => scope.recordAt(developerId, operation),
      },
      decision,
    )
    if (!decided.isDecided) {
      if (decided.status === undefined) throw new Refusal('emailTemplate.notFound')
      if (decided.isChanged) throw new Refusal('emailTemplate.changedMeanwhile')
      throw new Refusal('emailTemplate.stateForbids', {
        params: { state: say(`emailTemplate.statuses.${reviewStatusOf(decided.status)}`) },
      })
    }
    await scope.record({
      type: 'update',
      target: { kind: 'emailTemplate', guid, name: decided.name },
      after: { developer: row.developer_name, decision: event, ...(reason !== null && { reason }) },
    })
    return {}
  }

  return {
    async find({ db }: DeskScope, { currentPage, pageSize, order = 'asc', sort: _sort, ...filter }: Payload<'find'>) {
      const list = listSubmitted(db, filter, order)
      const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
      return { ...page, rows: page.rows.map(answerOf) }
    },

    async get({ db }: DeskScope, { guid }: Payload<'get'>) {
      const row = await findSubmitted(db, guid)
      if (!row) throw new Refusal('emailTemplate.notFound')
      const { approved, revision } = row
      return {
        ...answerOf(row),
        revision,
        now: reviewed(row, row),
        before: approved && { ...reviewed(row, approved), time: new Date(approved.approvedAt) },
      }
    },

    approve: (scope: DeskScope, given: Payload<'approve'>) =>
      decide(scope, { ...given, event: 'approve', reason: null }),

    reject: (scope: DeskScope, given: Payload<'reject'>) => decide(scope, { ...given, event: 'reject' }),

    async trust(scope: DeskScope, { developerId, isTrusted }: Payload<'trust'>) {
      const found = await setTrusted(scope.db, developerId, isTrusted)
      if (!found) throw new Refusal('operator.developerNotFound')
      if (!found.isChanged) return {}
      const operation = {
        type: 'update',
        target: { kind: 'developer', guid: developerGuid(developerId), name: found.name },
        before: { templatesTrusted: !isTrusted },
        after: { templatesTrusted: isTrusted },
      } as const
      await scope.record(operation)
      await scope.recordAt(developerId, operation)
      return {}
    },

    waiting: async ({ db, operator }: DeskScope) =>
      operator.privileges.has('review.decide') ? { reviews: await countWaiting(db) } : {},
  }
}
