// Use cases of feedback: people send it and read the answers to their own. Each one is stored with the version of the
// center.
import { DAY_MS, LIMITS, pictureIn } from '@sealwright/contract'
import type { feedbackCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { readPage } from '../../kernel/db/list.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import * as queries from './feedback.queries.ts'
import type { Feedback, FeedbackPicture } from './feedback.tables.ts'

type Payload<Name extends keyof typeof feedbackCalls> = z.output<(typeof feedbackCalls)[Name]['payload']>

function pictureRows({ developerId, guid }: Feedback, pictures: readonly string[]): FeedbackPicture[] {
  return pictures.flatMap((base64, index) => {
    const type = pictureIn(base64)?.type
    const bytes = Buffer.from(base64, 'base64')
    return type === undefined ? [] : [{ developerId, feedbackGuid: guid, position: index + 1, type, bytes }]
  })
}

export function createFeedbackService({ version }: { version: string }) {
  async function create(scope: Scope, { kind, text, contact, page, pictures }: Payload<'create'>) {
    const { developerId, caller, asking, ids, say } = scope
    const { perDay } = LIMITS.feedback
    const sent = await queries.countSince(scope, new Date(asking.now.getTime() - DAY_MS))
    if (sent >= perDay) throw new Refusal('feedback.tooMany', { params: { max: perDay } })
    const row: Feedback = {
      developerId,
      guid: ids.guid(),
      accountId: caller.accountId,
      kind,
      text,
      contact: contact ?? null,
      page: page ?? null,
      version,
      createdAt: asking.now,
      answer: null,
      answeredAt: null,
    }
    await queries.insertFeedback(scope, row, pictureRows(row, pictures))
    const name = say(`feedback.kinds.${kind}`)
    await scope.record({
      type: 'add',
      target: { kind: 'feedback', guid: row.guid, name },
      after: { kind: name, pictures: pictures.length },
    })
    return { guid: row.guid }
  }

  async function find(scope: Scope, { order = 'desc', ...query }: Payload<'find'>) {
    const { count, page } = await queries.listOwn(scope, order)
    const answer = await readPage(query, count, page)
    const rows = answer.rows.map((row) => ({ ...row, createTime: row.createdAt, answerTime: row.answeredAt }))
    return { ...answer, rows, version }
  }

  async function picture(scope: Scope, { guid, position }: Payload<'picture'>) {
    const found = await queries.findOwnPicture(scope, guid, position)
    if (!found) throw new Refusal('feedback.notFound')
    return { type: found.type, base64: found.bytes.toString('base64') }
  }

  return { create, find, picture }
}
