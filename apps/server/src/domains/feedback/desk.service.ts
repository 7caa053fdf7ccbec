// The inbox of feedback at the platform desk. An answer is the same use case as in the operator command.
import type { Locale, feedbackDesk } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { actAs } from '../../kernel/db/database.ts'
import { readPage } from '../../kernel/db/list.ts'
import type { DeskScope } from '../../kernel/desk.ts'
import type { Notify } from '../../kernel/notify.ts'
import { Refusal } from '../../kernel/refusal.ts'
import { languageOf } from '../developer/index.ts'
import { countOpen, findReceived, listPictures, listInbox } from './feedback.queries.ts'
import type { ReceivedFeedback } from './feedback.queries.ts'
import { answerIn } from './operator.service.ts'

type Payload<Name extends keyof typeof feedbackDesk> = z.output<(typeof feedbackDesk)[Name]['payload']>

const answerOf = ({ developerId, createdAt, answeredAt, ...row }: ReceivedFeedback) => ({
  ...row,
  developerId: String(developerId),
  createTime: createdAt,
  answerTime: answeredAt,
})

export function createFeedbackInbox({ notify, languages }: { notify: Notify; languages: Record<Locale, Sentences> }) {
  async function received({ db }: DeskScope, guid: string): Promise<ReceivedFeedback> {
    const row = await findReceived(db, guid)
    if (!row) throw new Refusal('feedback.notFound')
    return row
  }

  return {
    async find({ db }: DeskScope, { currentPage, pageSize, order = 'desc', sort: _sort, ...filter }: Payload<'find'>) {
      const list = listInbox(db, filter, order)
      const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
      return { ...page, rows: page.rows.map(answerOf) }
    },

    get: async (scope: DeskScope, { guid }: Payload<'get'>) => answerOf(await received(scope, guid)),

    async picture({ db }: DeskScope, { guid, position }: Payload<'picture'>) {
      const found = (await listPictures(db, guid)).find((one) => one.position === position)
      if (!found) throw new Refusal('feedback.notFound')
      return { type: found.type, base64: found.bytes.toString('base64') }
    },

    async answer(scope: DeskScope, { guid, answer }: Payload<'answer'>) {
      const {
        db,
        asking: { now },
      } = scope
      const { developerId, developerName } = await received(scope, guid)
      // Messages have a tenant.
      await actAs(db, developerId)
      const say = await languageOf(db, developerId, languages)
      const record = (operation: Parameters<DeskScope['recordAt']>[1]) => scope.recordAt(developerId, operation)
      if (!(await answerIn({ db, developerId, now, say, record, notify }, guid, answer)))
        throw new Refusal('feedback.answered')
      await scope.record({
        type: 'update',
        target: { kind: 'feedback', guid, name: developerName },
        after: { answer },
      })
      return {}
    },

    waiting: async ({ db, operator }: DeskScope) =>
      operator.privileges.has('talk.send') ? { feedback: await countOpen(db) } : {},
  }
}
