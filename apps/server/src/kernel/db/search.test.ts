import { randomUUID } from 'node:crypto'
// Uses a table of its own, whose column names equal the names inside the search functions: they must not clash.
import { createTestCenter } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { bigint, integer, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Db } from './database.ts'
import { countLabeled, inRange, listOf, searchIds, walkIds } from './search.ts'
import type { Search } from './search.ts'

const parcel = pgTable('parcel', {
  developerId: bigint('developer_id', { mode: 'number' }).notNull(),
  guid: uuid().notNull(),
  needle: text().notNull(),
  labels: text().array().notNull(),
  sort: integer().notNull(),
  ranges: timestamp({ withTimezone: true }).notNull(),
  bounds: timestamp({ withTimezone: true }),
  deletedAt: timestamp('deleted_at', { withTimezone: true }),
})

const MIGRATION = `
  create table parcel (developer_id bigint not null references developer, guid uuid not null, needle text not null,
    labels text[] not null, sort int not null, ranges timestamptz not null, bounds timestamptz, deleted_at timestamptz,
    primary key (developer_id, guid));
  create function parcel_labels(developer_id bigint, labels text[]) returns text[] language sql immutable
    return array(select developer_id::text || ':' || label from unnest(labels) as label);
  create function parcel_tokens(developer_id bigint, needle text, labels text[]) returns text[] language sql immutable
    return search_tokens(developer_id, lower(needle)) || parcel_labels(developer_id, labels);
  create index parcel_by_token on parcel using gin (parcel_tokens(developer_id, needle, labels))
    where deleted_at is null;
  create index parcel_sample_by_token on parcel using gin (parcel_tokens(developer_id, needle, labels))
    where deleted_at is null and in_sample(guid);
  create index parcel_by_sort on parcel (developer_id, sort, guid) where deleted_at is null;
  create index parcel_by_ranges on parcel (developer_id, ranges, guid) where deleted_at is null;
  create index parcel_by_bounds on parcel (developer_id, bounds, guid) where deleted_at is null;
  alter table parcel enable row level security;
  create policy tenant on parcel using (developer_id = current_developer());
  grant select on parcel to sealwright_app;
  call create_search('parcel', tokens => 'parcel_tokens(developer_id, needle, labels)',
    labels => 'parcel_labels(developer_id, labels)', content => 'lower(needle)', living => 'deleted_at is null',
    sorts => '{"bySort": "sort", "byNeedle": "needle", "byRanges": "ranges"}',
    ranges => '{"sent": "ranges", "due": "bounds"}',
    visible => $$(select sees_all('parcel')) or labels @> array['to=' || acting_account()]$$,
    within => $$case when not sees_all('parcel') then array['to=' || acting_account()] end$$)`

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
  await center.ground.database.owner.query(MIGRATION)
})
afterAll(() => center.close())

interface Given {
  needle?: string
  labels?: string[]
  sort?: number
  guid?: string
  sent?: Date
  due?: Date
}

/** Midnight of a day in January 2026. */
const day = (n: number) => new Date(Date.UTC(2026, 0, n))

async function put(owner: Actor, rows: Given[]): Promise<void> {
  for (const { needle = '包裹', labels = [], sort = 0, guid = randomUUID(), sent = day(1), due } of rows) {
    await center.ground.database.owner.query('insert into parcel values ($1, $2, $3, $4, $5, $6, $7)', [
      owner.developerId,
      guid,
      needle,
      labels,
      sort,
      sent,
      due,
    ])
  }
}

type Asked = Partial<Omit<Search, 'table'>>

const inTenant = <T>({ developerId }: Actor, work: (db: Db) => Promise<T>) =>
  center.ground.database.inTenant(developerId, 'read', work)
const search = (db: Db, asked: Asked) => searchIds({ db }, { table: parcel, sort: 'bySort', order: 'asc', ...asked })
const count = (owner: Actor, asked: Asked) => inTenant(owner, async (db) => (await search(db, asked)).count)

/** The needles on one page. */
function find(owner: Actor, asked: Asked, offset = 0, limit = 50): Promise<string[]> {
  return inTenant(owner, async (db) => {
    const { page } = listOf(await search(db, asked), (guids) =>
      db.select().from(parcel).where(inArray(parcel.guid, guids)),
    )
    return (await page({ offset, limit, isReversed: false })).map((row) => row.needle)
  })
}

// The three ways of a search. Few matches are sorted. If there are too many, the search walks along the order until the
// page is full. If the walk does not fill the page, it sorts the matches after all. In these tests, rows that must not
// be found come first in the order, where a walk would meet them.
const WAYS = [
  { way: 'sorted', exactCount: 10_000, limit: () => 50 },
  { way: 'walked to', exactCount: 0, limit: (expected: number) => expected },
  { way: 'too many, and sorted after all', exactCount: 0, limit: () => 50 },
]

describe.each(WAYS)('a search whose matches are $way', ({ exactCount, limit }) => {
  async function expectFound(owner: Actor, asked: Asked, expected: string[]) {
    expect(await find(owner, { exactCount, ...asked }, 0, limit(expected.length)), JSON.stringify(asked)).toEqual(
      expected,
    )
  }

  it.each([
    ['图', ['星图']],
    ['星图', ['星图']],
    ['X', ['axb', 'cxd']],
    ['bC', ['abc 版']],
    ['C 版', ['abc 版']],
    ['ac', []],
    ['yzy', []],
    ['%', ['100%']],
    ['_', ['a_b']],
    ['\\', ['c\\d']],
    ['0%', ['100%']],
    ['a_b', ['a_b']],
    ['c\\d', ['c\\d']],
    ['1%0', []],
  ])('finds texts that contain %s literally, ignoring case', async (needle, expected) => {
    const owner = await center.developer()
    await put(
      owner,
      ['1000', 'yz zy', 'axb', 'cxd', '100%', 'a_b', 'c\\d', '星图', 'abc 版'].map((text, index) => ({
        needle: text,
        sort: index,
      })),
    )
    await expectFound(owner, { needle }, expected)
  })

  it.each([
    ['13800000042', ['tel 13800000042']],
    ['0000042', ['tel 13800000042']],
    ['l 1380', ['tel 13800000042', 'tel 13801300042']],
    ['0042', ['tel 13800000042', 'tel 13801300042', 'no. 0042-0007']],
    ['42-0007', ['no. 0042-0007']],
    ['007', ['no. 0042-0007']],
    ['42', ['tel 13800000042', 'tel 13801300042', 'no. 0042-0007']],
    ['0042-1', []],
    ['1300000042', []],
    ['0007 ', []],
  ])('finds texts that contain the number %s', async (needle, expected) => {
    const owner = await center.developer()
    await put(
      owner,
      ['1234', 'tel 13800000042', 'tel 13801300042', 'no. 0042-0007'].map((text, index) => ({
        needle: text,
        sort: index,
      })),
    )
    await expectFound(owner, { needle }, expected)
  })

  it('finds only rows that have all labels, with or without a needle', async () => {
    const owner = await center.developer()
    await put(owner, [
      { needle: '四 red', sort: 1 },
      { needle: '三 round', labels: ['round'], sort: 2 },
      { needle: '二 red', labels: ['red'], sort: 3 },
      { needle: '一 red', labels: ['red', 'round'], sort: 4 },
    ])
    await expectFound(owner, { labels: ['red'] }, ['二 red', '一 red'])
    await expectFound(owner, { labels: ['red', 'round'] }, ['一 red'])
    await expectFound(owner, { labels: ['round'], needle: 'red' }, ['一 red'])
    await expectFound(owner, { labels: ['round'], needle: '三' }, ['三 round'])
    await expectFound(owner, { labels: ['green'], needle: 'red' }, [])
  })

  it('finds rows that have one of several labels, beside other labels, a needle and a range', async () => {
    const owner = await center.developer()
    await put(owner, [
      { needle: '四', labels: ['blue'], sort: 1 },
      { needle: '三', labels: ['red', 'round'], sort: 2 },
      { needle: '二', labels: ['green'], sort: 3, sent: day(3) },
      { needle: '一', labels: ['green', 'round'], sort: 4, sent: day(3) },
    ])
    const some = ['red', 'green']
    await expectFound(owner, { labels: [some] }, ['三', '二', '一'])
    await expectFound(owner, { labels: [some, 'round'] }, ['三', '一'])
    await expectFound(owner, { labels: [some, ['blue', 'round']] }, ['三', '一'])
    await expectFound(owner, { labels: [some], needle: '二' }, ['二'])
    await expectFound(owner, { labels: [some], ranges: { sent: { from: day(2) } } }, ['二', '一'])
    await expectFound(
      owner,
      {
        labels: [
          ['blue', 'white'],
          ['red', 'green'],
        ],
      },
      [],
    )
  })

  it('filters by ranges, from inclusive and until exclusive, with a needle, a label or both', async () => {
    const owner = await center.developer()
    await put(owner, [
      { needle: '一 red', labels: ['red'], sort: 1, sent: day(1), due: day(9) },
      { needle: '二 red', labels: ['red', 'round'], sort: 2, sent: day(2), due: day(8) },
      { needle: '三 red', labels: ['red'], sort: 3, sent: day(3) },
      { needle: '四 red', labels: ['red', 'round'], sort: 4, sent: day(4), due: day(7) },
    ])
    for (const sort of ['bySort', 'byRanges']) {
      for (const asked of [{ needle: 'red' }, { labels: ['red'] }, { needle: 'RED', labels: ['red'] }]) {
        const expectRanged = (ranges: Search['ranges'], expected: string[]) =>
          expectFound(owner, { sort, ranges, ...asked }, expected)
        await expectRanged({ sent: { from: day(2), until: day(4) } }, ['二 red', '三 red'])
        await expectRanged({ sent: { from: day(3) } }, ['三 red', '四 red'])
        await expectRanged({ sent: { until: day(2) } }, ['一 red'])
        await expectRanged({ sent: { from: new Date(day(1).getTime() + 1) }, due: { until: day(9) } }, [
          '二 red',
          '四 red',
        ])
        await expectRanged({ sent: { from: day(3) }, due: { from: day(8) } }, [])
        await expectRanged({ sent: {}, due: { from: undefined } }, ['一 red', '二 red', '三 red', '四 red'])
      }
      await expectFound(owner, { sort, order: 'desc', labels: ['round'], ranges: { due: { until: day(9) } } }, [
        '四 red',
        '二 red',
      ])
      await expectFound(owner, { sort, labels: ['round'], needle: '二', ranges: { sent: { from: day(3) } } }, [])
    }
  })

  it('finds only rows of its own developer that are not deleted, whatever the label contains', async () => {
    const [mine, other] = [await center.developer(), await center.developer()]
    await put(other, [{ needle: '别人的', labels: ['red', 'secret'], sort: 1 }])
    await put(mine, [
      { needle: '删了的', labels: ['red'], sort: 2 },
      { needle: '我的', labels: ['red'], sort: 3 },
    ])
    await center.ground.database.owner.query("update parcel set deleted_at = now() where needle = '删了的'")
    await expectFound(mine, { labels: ['red'] }, ['我的'])
    await expectFound(mine, { needle: '的' }, ['我的'])
    await expectFound(mine, { needle: '别人' }, [])
    for (const label of ['secret', `${other.developerId}:secret`, `:${other.developerId}:secret`])
      await expectFound(mine, { labels: [label] }, [])
  })

  it('orders by its sort, then by guid, in both directions and on every page', async () => {
    const owner = await center.developer()
    const given = [3, 1, 2, 1, 3, 2, 1].map((sort, index) => ({
      guid: randomUUID(),
      sort,
      labels: ['red'],
      needle: `包裹 ${index}`,
    }))
    await put(owner, given)
    const bySort = given.toSorted((a, b) => a.sort - b.sort || (a.guid < b.guid ? -1 : 1)).map((row) => row.needle)
    const byNeedle = given.map((row) => row.needle)
    for (const [sort, expected] of [
      ['bySort', bySort],
      ['byNeedle', byNeedle],
    ] as const) {
      for (const [order, rows] of [
        ['asc', expected],
        ['desc', expected.toReversed()],
      ] as const) {
        for (const question of [{ needle: '包裹' }, { labels: ['red'] }, { needle: '包裹', labels: ['red'] }]) {
          for (const offset of [0, 3, 6])
            expect(await find(owner, { exactCount, ...question, sort, order }, offset, limit(3))).toEqual(
              rows.slice(offset, offset + limit(3)),
            )
        }
      }
    }
  })
})

describe('a count', () => {
  it('is exact up to its limit and reports when there are more', async () => {
    const owner = await center.developer()
    await put(
      owner,
      Array.from({ length: 5 }, () => ({ labels: ['red'] })),
    )
    for (const asked of [{ needle: '包' }, { needle: '包裹' }, { labels: ['red'] }]) {
      expect(await count(owner, { ...asked, exactCount: 5 })).toEqual({ records: 5, isCapped: false })
      expect(await count(owner, { ...asked, exactCount: 4 })).toEqual({ records: 4, isCapped: true })
    }
  })

  it('by labels stops at one more than its limit', async () => {
    const [owner, other] = [await center.developer(), await center.developer()]
    await put(owner, [{ labels: ['red', 'round'] }, { labels: ['red'] }, { labels: ['red'] }, {}])
    await put(other, [{ labels: ['red', 'round'] }])
    const labeled = (labels: string[], most = 10_000) =>
      inTenant(owner, (db) => countLabeled({ db }, parcel, labels, { most }))
    expect(await labeled(['red'])).toBe(3)
    expect(await labeled(['red', 'round'])).toBe(1)
    expect(await labeled(['green'])).toBe(0)
    expect([
      await labeled(['red'], 3),
      await labeled(['red'], 2),
      await labeled(['red'], 0),
      await labeled(['green'], 0),
    ]).toEqual([3, 3, 1, 0])
  })

  it('respects ranges', async () => {
    const owner = await center.developer()
    await put(
      owner,
      [1, 2, 3, 4].map((n) => ({ labels: ['red'], sent: day(n) })),
    )
    const ranges = { sent: { from: day(2), until: day(4) } }
    expect(await count(owner, { labels: ['red'], ranges, exactCount: 2 })).toEqual({ records: 2, isCapped: false })
    expect(await count(owner, { labels: ['red'], ranges, exactCount: 1 })).toEqual({ records: 1, isCapped: true })
    const labeled = (options: Parameters<typeof countLabeled>[3]) =>
      inTenant(owner, (db) => countLabeled({ db }, parcel, ['red'], options))
    expect([
      await labeled({ ranges }),
      await labeled({ ranges, most: 1 }),
      await labeled({ ranges: { sent: { until: day(1) } } }),
      await labeled({ ranges: { sent: {} } }),
    ]).toEqual([2, 2, 0, 4])
  })

  it('is not overestimated if all its rows are in the sample', async () => {
    const owner = await center.developer()
    await put(
      owner,
      Array.from({ length: 4 }, () => ({ guid: randomUUID().replace(/..$/, '00'), labels: ['red'] })),
    )
    expect(await count(owner, { labels: ['red'], exactCount: 4 })).toEqual({ records: 4, isCapped: false })
  })

  it('is known to exceed its limit if the sample has enough rows', async () => {
    const owner = await center.developer()
    await put(
      owner,
      Array.from({ length: 10 }, () => ({ guid: randomUUID().replace(/..$/, '03'), labels: ['red'] })),
    )
    const { rows } = await center.ground.database.owner.query<{ enough: boolean }>(
      `select search_exceeds(
         row('parcel', 'parcel_tokens(developer_id, needle, labels)', null, 'lower(needle)', 'deleted_at is null', null,
           'true', 'null', '{}')::searched_list,
         array[$1], '{}', null, null, '{}', 1) as enough
       from set_config('sealwright.developer_id', $2, true)`,
      [`${owner.developerId}:red`, String(owner.developerId)],
    )
    expect(rows).toEqual([{ enough: true }])
  })
})

// The sample shows that a label is common; all labeled rows of this test are in it. A range with few rows is then read
// row by row. A range with many rows is not.
describe('a range of a common label', () => {
  const LIST = `(row('parcel', 'parcel_tokens(developer_id, needle, labels)', 'parcel_labels(developer_id, labels)',
    'lower(needle)', 'deleted_at is null', '{}', 'true', 'null',
    '{"sent": "ranges", "due": "bounds"}')::searched_list)`
  async function isReadRowByRow(owner: Actor, label: string, ranges: object) {
    const { rows } = await center.ground.database.owner.query<{ near: boolean }>(
      `select search_near(${LIST}, array[$1], null, null, null, $2) is not null as near
       from set_config('sealwright.developer_id', $3, true)`,
      [`${owner.developerId}:${label}`, ranges, String(owner.developerId)],
    )
    return rows[0]?.near
  }

  it('limits pages and counts, whether it has few rows or many', async () => {
    const owner = await center.developer()
    const fill = (count: number, guid: string, needle: string, labels: string) =>
      center.ground.database.owner.query(
        `insert into parcel
         select $1, ${guid}, ${needle}, ${labels}, n, $2::timestamptz + n * interval '1 day', $2
         from generate_series(1, ${count}) n`,
        [owner.developerId, day(0)],
      )
    await fill(
      500,
      "overlay(gen_random_uuid()::text placing '00' from 35)::uuid",
      "'包裹 ' || n",
      "case when n % 10 = 0 then '{red,round}' else '{red}' end::text[]",
    )
    await fill(20_000, 'gen_random_uuid()', "'信'", "'{}'")
    const [few, many] = [{ sent: { from: day(100), until: day(131) } }, { due: { from: day(0) } }]
    expect(await isReadRowByRow(owner, 'red', { sent: [day(100), day(131)] })).toBe(true)
    expect(await isReadRowByRow(owner, 'red', { due: [day(0), null], sent: [day(100), day(131)] })).toBe(true)
    expect(await isReadRowByRow(owner, 'red', { due: [day(0), null] })).toBe(false)
    expect(await isReadRowByRow(owner, 'round', { sent: [day(100), day(131)] })).toBe(false)

    for (const sort of ['bySort', 'byRanges']) {
      for (const [exactCount, limit] of [
        [10_000, 50],
        [0, 4],
        [0, 50],
      ] as const) {
        const round = ['包裹 100', '包裹 110', '包裹 120', '包裹 130']
        const asked = { labels: ['red', 'round'], sort, exactCount }
        expect(await find(owner, { ...asked, ranges: few }, 0, limit)).toEqual(round)
        expect(await find(owner, { ...asked, ranges: { ...few, ...many } }, 0, limit)).toEqual(round)
        expect(await find(owner, { ...asked, ranges: { ...few, due: { until: day(0) } } }, 0, limit)).toEqual([])
        expect(await find(owner, { ...asked, labels: ['red'], ranges: few }, 10, limit)).toEqual(
          Array.from({ length: Math.min(limit, 21) }, (_, index) => `包裹 ${110 + index}`),
        )
        expect(await find(owner, { ...asked, needle: '包裹 12', labels: ['red'], ranges: few }, 9, limit)).toEqual(
          ['包裹 129'].slice(0, limit),
        )
        expect(await find(owner, { ...asked, labels: ['red'], ranges: many }, 498, Math.min(limit, 2))).toEqual([
          '包裹 499',
          '包裹 500',
        ])
      }
    }
    expect(await count(owner, { labels: ['red'], ranges: few, exactCount: 31 })).toEqual({
      records: 31,
      isCapped: false,
    })
    expect(await count(owner, { labels: ['red'], ranges: few, exactCount: 30 })).toEqual({
      records: 30,
      isCapped: true,
    })
    const counted = (labels: string[], ranges: Search['ranges'] = {}) =>
      inTenant(owner, (db) => countLabeled({ db }, parcel, labels, { ranges }))
    expect([
      await counted(['red'], few),
      await counted(['round'], few),
      await counted(['red'], many),
      await counted(['green'], few),
    ]).toEqual([31, 4, 500, 0])
  })
})

describe('a walk', () => {
  it('respects a range as a search does, and needs no needle or label', async () => {
    const owner = await center.developer()
    await put(
      owner,
      [1, 2, 3, 4].map((n) => ({ needle: `包裹 ${n}`, sort: n, sent: day(n) })),
    )
    for (const range of [{ from: day(2), until: day(4) }, { from: day(2) }, { until: day(2) }, {}]) {
      const [walked, searched] = await inTenant(owner, async (db) => {
        const where = and(eq(parcel.developerId, owner.developerId), inRange(parcel.ranges, range))
        const lists = [
          await walkIds({ db }, { table: parcel, where, column: parcel.sort, order: 'asc' }),
          await search(db, { needle: '包裹', ranges: { sent: range } }),
        ]
        return Promise.all(
          lists.map(async (list) => ({
            count: list.count,
            ids: await list.ids({ offset: 0, limit: 5, isReversed: false }),
          })),
        )
      })
      expect(walked).toEqual(searched)
    }
  })

  it('returns the same pages as a search, and counts rows if no count is given', async () => {
    const owner = await center.developer()
    await put(
      owner,
      [2, 1, 3].map((sort) => ({ needle: `包裹 ${sort}`, labels: ['red'], sort })),
    )
    for (const order of ['asc', 'desc'] as const) {
      for (const isReversed of [false, true]) {
        const [walked, searched] = await inTenant(owner, async (db) => {
          const where = and(eq(parcel.developerId, owner.developerId), isNull(parcel.deletedAt))
          const lists = [
            await walkIds({ db }, { table: parcel, where, column: parcel.sort, order }),
            await search(db, { needle: '包裹', order }),
          ]
          return Promise.all(
            lists.map(async (list) => ({
              count: list.count,
              ids: await list.ids({ offset: 1, limit: 5, isReversed }),
            })),
          )
        })
        expect(walked).toEqual(searched)
        expect(walked?.count).toEqual({ records: 3, isCapped: false })
        expect(walked?.ids).toHaveLength(2)
      }
    }
  })
})

describe('a walk among several values of a column', () => {
  it('merges the rows of each value into one order, once each, on every page and from either end', async () => {
    const owner = await center.developer()
    const given = Array.from({ length: 12 }, (_, n) => ({ needle: 'abc'[n % 3], sort: n % 5, guid: randomUUID() }))
    await put(owner, given)
    const inOrder = given
      .filter(({ needle }) => needle !== 'b')
      .toSorted((a, b) => a.sort - b.sort || (a.guid < b.guid ? -1 : 1))
      .map(({ guid }) => guid)
    const where = eq(parcel.developerId, owner.developerId)
    const among = { column: parcel.needle, values: ['c', 'a', 'c'] }
    await inTenant(owner, async (db) => {
      for (const order of ['asc', 'desc'] as const) {
        const list = await walkIds({ db }, { table: parcel, where, column: parcel.sort, order, among })
        expect(list.count).toEqual({ records: 8, isCapped: false })
        for (const isReversed of [false, true]) {
          const expected = (order === 'asc') === isReversed ? inOrder.toReversed() : inOrder
          for (const offset of [0, 3, 6])
            expect(await list.ids({ offset, limit: 3, isReversed })).toEqual(expected.slice(offset, offset + 3))
        }
      }
    })
  })
})

describe('a caller with a limited row scope', () => {
  const me = randomUUID()
  const limited = { accountId: me, limited: new Set(['parcel'] as never[]), integratorGuid: null } // only in this test
  async function parted() {
    const owner = await center.developer()
    await put(owner, [
      { needle: '我的包裹', labels: [`to=${me}`, 'red'], sort: 2, sent: day(2) },
      { needle: '你的包裹', labels: [`to=${randomUUID()}`, 'red'], sort: 1, sent: day(2) },
      { needle: '我的信', labels: [`to=${me}`], sort: 3, sent: day(3) },
    ])
    return owner
  }
  const seen = (owner: Actor, asked: Asked, limit = 50) =>
    center.ground.database.inTenant(
      owner.developerId,
      'read',
      async (db) => {
        const found = await search(db, asked)
        const { page } = listOf(found, (guids) => db.select().from(parcel).where(inArray(parcel.guid, guids)))
        return {
          records: found.count.records,
          needles: (await page({ offset: 0, limit, isReversed: false })).map((row) => row.needle),
        }
      },
      limited,
    )

  it.each([10_000, 0])(
    'finds only visible rows by needle, by label or by neither, counting up to %i',
    async (exactCount) => {
      const owner = await parted()
      expect((await seen(owner, { needle: '包裹', exactCount })).needles).toEqual(['我的包裹'])
      expect((await seen(owner, { labels: ['red'], exactCount })).needles).toEqual(['我的包裹'])
      expect((await seen(owner, { exactCount })).needles).toEqual(['我的包裹', '我的信'])
      if (exactCount > 0) expect((await seen(owner, { needle: '包裹' })).records).toBe(1)
    },
  )

  it.each([10_000, 0])(
    'finds only visible rows in a range, with or without a label, counting up to %i',
    async (exactCount) => {
      const owner = await parted()
      const until = { sent: { until: day(3) } }
      for (const limit of [50, 1]) {
        expect((await seen(owner, { ranges: until, exactCount }, limit)).needles).toEqual(['我的包裹'])
        expect(
          (await seen(owner, { ranges: until, labels: ['red'], sort: 'byRanges', exactCount }, limit)).needles,
        ).toEqual(['我的包裹'])
        expect((await seen(owner, { ranges: { sent: { from: day(3) } }, exactCount }, limit)).needles).toEqual([
          '我的信',
        ])
      }
    },
  )

  it('finds only matching rows when the order is walked', async () => {
    expect((await seen(await parted(), { needle: '信', exactCount: 0 }, 1)).needles).toEqual(['我的信'])
  })

  it('counts only visible rows, and sees no other rows with any statement', async () => {
    const owner = await parted()
    await center.ground.database.inTenant(
      owner.developerId,
      'read',
      async (db) => {
        expect(await countLabeled({ db }, parcel, ['red'])).toBe(1)
        expect(await countLabeled({ db }, parcel, [])).toBe(2)
        expect(await countLabeled({ db }, parcel, [], { ranges: { sent: { until: day(3) } } })).toBe(1)
        expect((await db.select().from(parcel)).map((row) => row.needle).toSorted()).toEqual(
          ['我的信', '我的包裹'].toSorted(),
        )
      },
      limited,
    )
  })
})

describe('the search functions', () => {
  it('refuse a label that could equal a token of a text, an empty search and an unknown sort', async () => {
    const owner = await center.developer()
    await put(owner, [{ needle: 'ab' }])
    await expect(find(owner, { labels: ['ab'] })).rejects.toMatchObject({
      cause: { message: 'a label has at least three characters' },
    })
    await expect(find(owner, {})).rejects.toMatchObject({ cause: { message: 'a search needs a needle or a label' } })
    await expect(find(owner, { needle: '' })).rejects.toMatchObject({
      cause: { message: 'a search needs a needle or a label' },
    })
    for (const exactCount of [0, 10])
      await expect(find(owner, { needle: 'a', sort: 'guid; drop table parcel', exactCount })).rejects.toThrow(
        'Failed query',
      )
  })

  it('refuse an unknown range, a malformed range and a search by ranges alone', async () => {
    const owner = await center.developer()
    await put(owner, [{ needle: 'ab', labels: ['red'] }])
    const ranges = { 'ranges is null or sent': { from: day(1) } }
    for (const exactCount of [0, 10])
      await expect(find(owner, { needle: 'a', ranges, exactCount })).rejects.toMatchObject({
        cause: { message: 'no range of parcel: ranges is null or sent' },
      })
    await expect(inTenant(owner, (db) => countLabeled({ db }, parcel, ['red'], { ranges }))).rejects.toMatchObject({
      cause: { message: 'no range of parcel: ranges is null or sent' },
    })
    await expect(find(owner, { ranges: { sent: { from: day(1) } } })).rejects.toMatchObject({
      cause: { message: 'a search needs a needle or a label' },
    })
    for (const given of [
      '{"sent": []}',
      '{"sent": null}',
      '{"sent": {"from": null}}',
      '{"sent": ["2026-01-01\' or true --", null]}',
      '[]',
    ]) {
      await expect(
        inTenant(owner, (db) => db.execute(sql`select parcel_count('{red}', 10, ${given}::jsonb)`)),
        given,
      ).rejects.toThrow('Failed query')
    }
  })

  it('return nothing if no tenant is set', async () => {
    await put(await center.developer(), [{ needle: '包裹', labels: ['red'] }])
    for (const asked of [{ needle: '包裹' }, { labels: ['red'] }]) {
      expect(await center.ground.database.outsideTenants(async (db) => (await search(db, asked)).count)).toEqual({
        records: 0,
        isCapped: false,
      })
    }
    expect(await center.ground.database.outsideTenants((db) => countLabeled({ db }, parcel, ['red']))).toBe(0)
  })

  it('can be created, and called for an arbitrary table, only by the owner', async () => {
    for (const statement of [
      "call create_search('session', 'array[id]', 'array[id]', 'id', 'true', '{}')",
      `select search_matching(
         row('session', 'array[id]', 'array[id]', 'id', 'true', '{}', 'true', 'null', '{}')::searched_list,
         'x', null, 'x', 1, '{}')`,
      `select search_page_of_many(
         row('session', 'array[id]', 'array[id]', 'id', 'true', '{}', 'true', 'null', '{}')::searched_list,
         'x', null, 'x', true, 0, 1, '{}')`,
      `select search_count(
         row('session', 'array[id]', 'array[id]', 'id', 'true', '{}', 'true', 'null', '{}')::searched_list,
         '{red}', 1, '{}')`,
      `select search_near(
         row('session', 'array[id]', 'array[id]', 'id', 'true', '{}', 'true', 'null', '{"x": "now()"}')::searched_list,
         '{}', 'x', null, null, '{"x": [null, "now"]}')`,
      `select search_has_few(
         row('session', 'array[id]', 'array[id]', 'id', 'true', '{}', 'true', 'null', '{"x": "now()"}')::searched_list,
         '{"x": [null, "now"]}', 1)`,
    ])
      await expect(
        center.ground.database.outsideTenants((db) => db.execute(sql.raw(statement))),
        statement,
      ).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  it('are not created for an expression that is invalid for the table', async () => {
    const attempt = center.ground.database.owner.query(
      `call create_search('parcel', 'parcel_tokens(developer_id, needle, labels)', 'labels', 'lower(needle)',
         'deleted_at is null', '{"name": "name"}')`,
    )
    await expect(attempt).rejects.toThrow('column "name" does not exist')
    const ranged = center.ground.database.owner.query(
      `call create_search('parcel', 'parcel_tokens(developer_id, needle, labels)', 'labels', 'lower(needle)',
         'deleted_at is null', '{"bySort": "sort"}', ranges => '{"sort": "sort"}')`,
    )
    await expect(ranged).rejects.toThrow('operator does not exist: integer < timestamp with time zone')
  })
})
