// The platform operator's side of feedback: reading it, and answering it once. The answer reaches the sender as a
// message.
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { recordByPlatform } from '../../kernel/audit/record.ts'
import type { Operation } from '../../kernel/audit/record.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Database, Db } from '../../kernel/db/database.ts'
import type { Notify } from '../../kernel/notify.ts'
import { languageOf } from '../developer/index.ts'
import { findReceived, listPictures, listReceived, setAnswer } from './feedback.queries.ts'
import type { ReceivedFeedback } from './feedback.queries.ts'

export interface FeedbackDeskDeps {
  database: Database
  clock: Clock
  notify: Notify
  languages: Record<Locale, Sentences>
}

/** The beginning of a text, for the message about its answer. */
const QUOTED = 100
const quoted = (text: string) => {
  const letters = Array.from(text.replaceAll(/\s+/g, ' '))
  return letters.length > QUOTED ? `${letters.slice(0, QUOTED).join('')}…` : letters.join('')
}

/** Within the transaction of a tenant, or of the owner who acts as one. */
interface Answering {
  db: Db
  developerId: number
  now: Date
  say: Sentences
  /** Writes to the developer's log. */
  record(operation: Operation): Promise<void>
  notify: Notify
}

/** Answers once. False if the feedback is unknown or answered already. */
export async function answerIn(
  { db, developerId, now, say, record, notify }: Answering,
  guid: string,
  answer: string,
): Promise<boolean> {
  const row = await setAnswer(db, guid, answer, now)
  if (!row) return false
  const { accountId, kind, text } = row
  await record({
    type: 'update',
    target: { kind: 'feedback', guid, name: say(`feedback.kinds.${kind}`) },
    before: { answered: false },
    after: { answered: true },
  })
  await notify(
    { db, developerId, now },
    { kind: 'feedbackAnswered', to: [accountId], link: `/feedback#${guid}`, params: { text: quoted(text), answer } },
  )
  return true
}

export function createFeedbackDesk({ database, clock, notify, languages }: FeedbackDeskDeps) {
  return {
    list: (isAnsweredToo: boolean, limit: number) => database.asOwner((db) => listReceived(db, isAnsweredToo, limit)),

    get: (guid: string): Promise<ReceivedFeedback | undefined> => database.asOwner((db) => findReceived(db, guid)),

    pictures: (guid: string) => database.asOwner((db) => listPictures(db, guid)),

    /** False if the feedback is unknown or answered already. */
    async answer(guid: string, answer: string): Promise<boolean> {
      const developerId = (await database.asOwner((db) => findReceived(db, guid)))?.developerId
      if (developerId === undefined) return false
      const now = clock.now()
      return database.inTenant(developerId, 'write', async (db) => {
        const say = await languageOf(db, developerId, languages)
        const record = (operation: Operation) =>
          recordByPlatform({ db, developerId, now }, say, 'answerFeedback', operation)
        return answerIn({ db, developerId, now, say, record, notify }, guid, answer)
      })
    },
  }
}
