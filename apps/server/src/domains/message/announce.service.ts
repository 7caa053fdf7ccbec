// What platform operators say to developers: notices and messages. A notice is one row for its whole audience; a
// message is a row per reader, written by `notify` for each developer.
import { canChangeNotice, developerGuid } from '@sealwright/contract'
import type { messageDesk } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { actAs } from '../../kernel/db/database.ts'
import { readPage } from '../../kernel/db/list.ts'
import { refuseStale } from '../../kernel/desk.ts'
import type { DeskScope } from '../../kernel/desk.ts'
import type { Notify } from '../../kernel/notify.ts'
import { Refusal } from '../../kernel/refusal.ts'
import * as queries from './announce.queries.ts'
import type { CountedNotice, KnownNotice, Notice, SentTexts } from './announce.queries.ts'
import { listAdministrators, listReaders } from './message.queries.ts'

type Payload<Name extends keyof typeof messageDesk> = z.output<(typeof messageDesk)[Name]['payload']>
type Given = Payload<'createNotice'>

const targetOf = ({ guid, titleZh }: Pick<Notice, 'guid' | 'titleZh'>) =>
  ({ kind: 'notice', guid, name: titleZh }) as const

/** In the facts of each operation, so that the log can name the notice in English too. Unchanged, it is not shown. */
const titleOf = ({ titleEn }: Pick<Notice, 'titleEn'>) => ({ titleEn })

const factsOf = ({ titleZh, textZh, titleEn, textEn, level, audience, developers, startsAt, endsAt }: Notice) => ({
  titleZh,
  textZh,
  titleEn,
  textEn,
  level,
  audience,
  developers: developers.length > 0 ? developers.join(', ') : null,
  startTime: startsAt?.toISOString() ?? null,
  endTime: endsAt?.toISOString() ?? null,
})

const rowOf = ({
  startsAt,
  endsAt,
  textZh: _zh,
  textEn: _en,
  developers: _ids,
  isDraft: _is,
  ...row
}: CountedNotice) => ({
  ...row,
  startTime: startsAt,
  endTime: endsAt,
})

/** Refuses ids that belong to no developer. */
async function requireDevelopers({ db }: Pick<DeskScope, 'db'>, ids: readonly number[]) {
  const known = await queries.namesOf(db, ids)
  const unknown = ids.filter((id) => !known.some((one) => one.id === id))
  if (unknown.length > 0)
    throw new Refusal('notice.developerUnknown', { params: { ids: unknown.join(', ') }, field: 'developers' })
  return known
}

function requireEnd({ startsAt, endsAt }: Pick<Notice, 'startsAt' | 'endsAt'>, now: Date): void {
  if (endsAt && endsAt <= (startsAt ?? now)) throw new Refusal('platform.timeIllegal', { field: 'endTime' })
}

/** What is given, as a notice. */
async function noticeOf(scope: DeskScope, guid: string, given: Given, isDraft: boolean): Promise<Notice> {
  const { startTime, endTime, audience, ...rest } = given
  const developers = audience === 'named' ? [...new Set(given.developers)] : []
  if (audience === 'named' && developers.length === 0)
    throw new Refusal('notice.developersNeeded', { field: 'developers' })
  await requireDevelopers(scope, developers)
  const notice = { ...rest, guid, audience, developers, isDraft, startsAt: startTime ?? null, endsAt: endTime ?? null }
  requireEnd(notice, scope.asking.now)
  return notice
}

/** One text for both languages, if only one is given. */
function textsOf({ titleZh, textZh, titleEn, textEn }: Payload<'send'>): SentTexts {
  const [zh, en] = [titleZh && textZh, titleEn && textEn]
  // A title without a text, or a text without a title, is a language that was not finished.
  const isHalf = (title: unknown, text: unknown) => Boolean(title) !== Boolean(text)
  if (isHalf(titleZh, textZh)) throw new Refusal('message.textNeeded', { field: titleZh ? 'textZh' : 'titleZh' })
  if (isHalf(titleEn, textEn)) throw new Refusal('message.textNeeded', { field: titleEn ? 'textEn' : 'titleEn' })
  if (!zh && !en) throw new Refusal('message.textNeeded', { field: 'titleZh' })
  return { titleZh: titleZh || null, textZh: textZh || null, titleEn: titleEn || null, textEn: textEn || null }
}

export function createAnnouncing({ notify }: { notify: Notify }) {
  async function lock(scope: DeskScope, guid: string, revision?: number): Promise<KnownNotice> {
    const notice = await queries.findNotice(scope.db, guid, scope.asking.now, true)
    if (!notice) throw new Refusal('notice.notFound')
    if (revision !== undefined && revision !== notice.revision) await refuseStale(scope, { kind: 'notice', guid })
    return notice
  }

  return {
    async findNotices(
      { db, asking: { now } }: DeskScope,
      { currentPage, pageSize, order = 'desc', sort: _sort, ...filter }: Payload<'findNotices'>,
    ) {
      const list = queries.listNotices(db, filter, order, now)
      const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
      return { ...page, rows: page.rows.map(rowOf) }
    },

    async getNotice({ db, asking: { now } }: DeskScope, { guid }: Payload<'getNotice'>) {
      const notice = await queries.findNotice(db, guid, now)
      if (!notice) throw new Refusal('notice.notFound')
      const names = await queries.namesOf(db, notice.developers)
      return {
        ...rowOf({ ...notice, ...(await queries.countReaders(db, guid)) }),
        textZh: notice.textZh,
        textEn: notice.textEn,
        developers: names.map(({ id, name }) => ({ id: String(id), name })),
      }
    },

    async createNotice(scope: DeskScope, given: Given) {
      const notice = await noticeOf(scope, scope.ids.guid(), given, true)
      await queries.insertNotice(scope.db, notice, scope.asking.now)
      await scope.record({ type: 'add', target: targetOf(notice), after: factsOf(notice) })
      return { guid: notice.guid }
    },

    async updateNotice(scope: DeskScope, { guid, revision, ...given }: Payload<'updateNotice'>) {
      const before = await lock(scope, guid, revision)
      const can = canChangeNotice(before.state)
      if (!can.texts) throw new Refusal('notice.over')
      const after = can.all ? await noticeOf(scope, guid, given, before.isDraft) : { ...before, ...textsIn(given) }
      if (!can.all && isOtherThan(before, given)) throw new Refusal('notice.started')
      // A planned notice keeps a start.
      if (!after.isDraft) after.startsAt ??= before.startsAt ?? scope.asking.now
      await queries.updateNotice(scope.db, after)
      await scope.record({
        type: 'update',
        target: targetOf(after),
        before: factsOf(before),
        after: factsOf(after),
      })
      return {}
    },

    async publishNotice(scope: DeskScope, { guid, revision }: Payload<'publishNotice'>) {
      const { now } = scope.asking
      const before = await lock(scope, guid, revision)
      if (!before.isDraft) throw new Refusal('notice.notDraft')
      const startsAt = before.startsAt && before.startsAt > now ? before.startsAt : now
      const after = { ...before, isDraft: false, startsAt }
      requireEnd(after, now)
      await queries.updateNotice(scope.db, after)
      await scope.record({
        type: 'update',
        target: targetOf(after),
        before: { ...titleOf(before), state: 'draft' },
        after: { ...titleOf(after), state: startsAt > now ? 'planned' : 'shown' },
      })
      return {}
    },

    async withdrawNotice(scope: DeskScope, { guid }: Payload<'withdrawNotice'>) {
      const before = await lock(scope, guid)
      if (!(await queries.endNotice(scope.db, guid, scope.asking.now))) throw new Refusal('notice.over')
      await scope.record({
        type: 'update',
        target: targetOf(before),
        before: { ...titleOf(before), state: before.state },
        after: { ...titleOf(before), state: 'withdrawn' },
      })
      return {}
    },

    async deleteNotice(scope: DeskScope, { guid }: Payload<'deleteNotice'>) {
      const before = await lock(scope, guid)
      if (!(await queries.deleteDraft(scope.db, guid))) throw new Refusal('notice.notDraft')
      await scope.record({ type: 'delete', target: targetOf(before), before: factsOf(before) })
      return {}
    },

    async find({ db }: DeskScope, { currentPage, pageSize, order = 'desc', developerId }: Payload<'find'>) {
      const list = queries.listSent(db, developerId, order)
      const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
      const names = await queries.namesOf(db, [...new Set(page.rows.flatMap(({ developers }) => developers))])
      return {
        ...page,
        rows: page.rows.map(({ createdAt, developers, ...row }) => ({
          ...row,
          createTime: createdAt,
          developers: names
            .filter(({ id }) => developers.includes(id))
            .map(({ id, name }) => ({ id: String(id), name })),
        })),
      }
    },

    async send(scope: DeskScope, given: Payload<'send'>) {
      const {
        db,
        asking: { now },
        ids,
        operator,
      } = scope
      const texts = textsOf(given)
      const developers = await requireDevelopers(scope, [...new Set(given.developers)])
      const guid = ids.guid()
      const name = texts.titleZh ?? texts.titleEn ?? ''
      const params = {
        sent: guid,
        // Each phrase takes the text of its own language.
        language: 'own',
        titleZh: texts.titleZh ?? texts.titleEn ?? '',
        textZh: texts.textZh ?? texts.textEn ?? '',
        titleEn: texts.titleEn ?? texts.titleZh ?? '',
        textEn: texts.textEn ?? texts.textZh ?? '',
      }
      let people = 0
      for (const developer of developers) {
        const of = { db, developerId: developer.id, now }
        await actAs(db, developer.id)
        const wanted = await listAdministrators(db, developer.id, given.readers)
        const to = (await listReaders(of, null)).map(({ accountId }) => accountId).filter((id) => wanted.has(id))
        if (to.length === 0) continue
        people += to.length
        await notify(of, { kind: 'platformMessage', to, params, link: '/message/allMessage' })
        await scope.recordAt(developer.id, {
          type: 'update',
          target: { kind: 'developer', guid: developerGuid(developer.id), name: developer.name },
          after: { message: name, readers: to.length },
        })
      }
      if (people === 0) throw new Refusal('message.nobody', { field: 'developers' })
      const sent = { ...texts, guid, operator: operator.name, readers: given.readers, people }
      await queries.insertSent(db, { ...sent, developers: developers.map(({ id }) => id) }, now)
      await scope.record({
        type: 'add',
        target: { kind: 'message', guid, name },
        after: { ...texts, developers: developers.map(({ id }) => id).join(', '), readers: given.readers, people },
      })
      return { guid, people }
    },
  }
}

const textsIn = ({ titleZh, textZh, titleEn, textEn }: Given) => ({ titleZh, textZh, titleEn, textEn })

const isSameSet = (some: readonly number[], others: readonly number[]) =>
  new Set([...some, ...others]).size === new Set(some).size && new Set(some).size === new Set(others).size

/** Whether something other than the texts is to change. Absent times stay. */
function isOtherThan(notice: KnownNotice, { level, audience, developers, startTime, endTime }: Given): boolean {
  const isSame = (kept: Date | null, given: Date | null | undefined) =>
    given === undefined || kept?.getTime() === given?.getTime()
  return (
    level !== notice.level ||
    audience !== notice.audience ||
    (audience === 'named' && !isSameSet(developers ?? [], notice.developers)) ||
    !isSame(notice.startsAt, startTime) ||
    !isSame(notice.endsAt, endTime)
  )
}
