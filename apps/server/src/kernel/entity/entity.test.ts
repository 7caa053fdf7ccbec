// The parts that use cases of entities share, on a table of the test's own.
import { randomUUID } from 'node:crypto'
import { createTestCenter } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import type { Operation } from '../audit/record.ts'
import { kept, owned } from '../db/columns.ts'
import { Refusal } from '../refusal.ts'
import type { Caller, Scope } from '../scope.ts'
import { answerOf, changedNow, createdNow, deletedNow, factsIn, fieldsOf, filledBy, givenIn, logOf } from './change.ts'
import { found, nameTaken, refuseFull, refuseStale, unlessTaken } from './refuse.ts'
import { containing, countRows, findRow, insertRow, listNames, listRows, lockRow, updateRow } from './rows.ts'

const thing = pgTable('entity_thing', {
  ...owned,
  name: text().notNull(),
  note: text(),
  revision: integer().notNull(),
  ...kept,
})

let center: TestCenter
let owner: Actor
let other: Actor
const recorded: Operation[] = []

beforeAll(async () => {
  center = await createTestCenter()
  owner = await center.developer()
  other = await center.developer()
  await center.ground.database.owner.query(`
    create table entity_thing (
      developer_id bigint, guid uuid, name text, note text, revision int,
      created_by uuid, updated_by uuid, created_at timestamptz, updated_at timestamptz, deleted_at timestamptz);
    create unique index on entity_thing (developer_id, lower(name)) where deleted_at is null;
    grant select, insert, update on entity_thing to sealwright_app`)
})
afterAll(() => center.close())

/** Work in one transaction of a developer's administrator. */
const as = <T>({ developerId, accountId }: Actor, work: (scope: Scope) => Promise<T>): Promise<T> =>
  center.ground.database.inTenant(
    developerId,
    'write',
    (db) =>
      work({
        db,
        developerId,
        caller: { accountId } as Caller, // the parts need nothing else of the caller
        asking: { now: center.clock.now() } as Scope['asking'], // nor of the request
        ids: { guid: randomUUID } as Scope['ids'], // nor other ids
        record: async (...operations: Operation[]) => void recorded.push(...operations),
      } as unknown as Scope), // nor phrases
  )
const made = (actor: Actor, name: string, note: string | null = null) =>
  as(actor, async (scope) => {
    const row = { ...createdNow(scope), name, note }
    await insertRow(scope, thing, row)
    return row
  })

describe('a row', () => {
  it('is found, locked, listed, counted and changed only in its own developer', async () => {
    const { guid } = await made(owner, 'first')
    const seenBy = (actor: Actor) =>
      as(actor, async (scope) => {
        await updateRow(scope, thing, guid, { note: actor === owner ? 'own' : 'foreign' })
        const rows = [await findRow(scope, thing, guid), await lockRow(scope, thing, guid)]
        return [...rows, ...(await listRows(scope, thing, [guid]))].map((row) => row?.note)
      })
    expect(await seenBy(other)).toEqual([undefined, undefined])
    expect(await seenBy(owner)).toEqual(['own', 'own', 'own'])
    expect(await as(other, (scope) => countRows(scope, thing))).toBe(0)
    expect(await as(other, (scope) => listNames(scope, thing, [guid]))).toEqual(new Map())
  })

  it('that is deleted is gone, except for its name', async () => {
    const { guid } = await made(owner, 'gone')
    const before = await as(owner, (scope) => countRows(scope, thing))
    await as(owner, (scope) => updateRow(scope, thing, guid, deletedNow(scope)))
    expect(await as(owner, (scope) => findRow(scope, thing, guid))).toBeUndefined()
    expect(await as(owner, (scope) => countRows(scope, thing))).toBe(before - 1)
    expect(await as(owner, (scope) => listNames(scope, thing, [guid]))).toEqual(new Map([[guid, 'gone']]))
  })

  it('is searched in several columns, whatever the case; % and _ are ordinary characters', async () => {
    await made(owner, '100% Wool', 'Sheep_1')
    const namesWith = (part?: string) =>
      as(owner, async (scope) => {
        const rows = await scope.db
          .select()
          .from(thing)
          .where(containing(part, thing.name, thing.note))
        return rows.map(({ name }) => name)
      })
    expect(await namesWith('wOOL')).toEqual(['100% Wool'])
    expect(await namesWith('sheep_')).toEqual(['100% Wool'])
    expect(await namesWith('sheep%')).toEqual([])
    expect((await namesWith()).length).toBeGreaterThan(1)
  })
})

describe('a refusal', () => {
  it('says that a row does not exist', () => {
    expect(found({ guid: '1' }, 'tag.notFound')).toEqual({ guid: '1' })
    expect(() => found(undefined, 'tag.notFound')).toThrow(new Refusal('tag.notFound'))
  })

  it('names the person who changed the row since it was read; without a revision the caller overwrites', async () => {
    const row = { revision: 2, updatedBy: owner.accountId }
    const saved = (read?: number) => as(owner, (scope) => refuseStale(scope, row, read))
    await saved(2)
    await saved()
    const { rows } = await center.ground.database.owner.query<{ name: string }>(
      'select coalesce(user_name, email) as name from account where id = $1',
      [owner.accountId],
    )
    await expect(saved(1)).rejects.toMatchObject({ error: 'platform.stale', params: { actor: rows[0]?.name } })
  })

  it('of a name that is taken is on its field; another failure is not a refusal', async () => {
    await made(owner, 'Taken')
    const again = (name: string) => unlessTaken(made(owner, name), () => nameTaken('tag.nameTaken', name))
    await expect(again('tAKEN')).rejects.toMatchObject({
      error: 'tag.nameTaken',
      params: { name: 'tAKEN' },
      field: 'name',
    })
    const failure = new Error('other')
    await expect(unlessTaken(Promise.reject(failure), () => nameTaken('tag.nameTaken', ''))).rejects.toBe(failure)
  })

  it('of one too many names the limit', () => {
    refuseFull(1, 2, 'tag.limit')
    expect(() => refuseFull(2, 2, 'tag.limit')).toThrow(new Refusal('tag.limit', { params: { max: 2 } }))
  })
})

describe('a change', () => {
  const schema = z.object({ name: z.string(), note: z.optional(z.nullable(z.string())) })

  it('leaves absent fields and clears empty ones; a new row has every field', () => {
    expect(givenIn({ name: undefined, note: '' })).toEqual({ note: null })
    expect(filledBy(schema, { name: 'a' })).toEqual({ name: 'a', note: null })
  })

  it('counts revisions and keeps who made the row and when', async () => {
    const row = await made(owner, 'counted')
    const after = await as(other, async (scope) => ({ ...row, ...changedNow(scope, row) }))
    expect(after).toMatchObject({ revision: 2, createdBy: owner.accountId, updatedBy: other.accountId })
    expect(answerOf(after)).toMatchObject({ createTime: row.createdAt, updateTime: after.updatedAt })
  })

  it('is logged with the facts before and after, under the name after it', async () => {
    const log = logOf('tag', factsIn(fieldsOf(schema)))
    const [before, after] = [
      { guid: '1', name: 'old', note: null },
      { guid: '1', name: 'new', note: 'n' },
    ]
    recorded.length = 0
    await as(owner, async (scope) => {
      await log.added(scope, before)
      await log.changed(scope, before, after)
      await log.noted(scope, after, { after: { members: 'a' } })
      await log.deleted(scope, after)
    })
    const target = (name: string) => ({ kind: 'tag', guid: '1', name })
    expect(recorded).toEqual([
      { type: 'add', target: target('old'), after: { name: 'old', note: null } },
      { type: 'update', target: target('new'), before: { name: 'old', note: null }, after: { name: 'new', note: 'n' } },
      { type: 'update', target: target('new'), after: { members: 'a' } },
      { type: 'delete', target: target('new'), before: { name: 'new', note: 'n' } },
    ])
  })
})
