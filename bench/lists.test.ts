// Runs the list bench at a tiny size, so that it keeps working. On its rows, compares the fast search (token indexes
// and a sample) with plain scans.
import { productCalls } from '@sealwright/contract'
import { createTestCenter } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Figure, Seat } from './harness.ts'
import { measureLists } from './lists.bench.ts'

let center: TestCenter
let figures: Figure[]
const seats: Seat[] = []

beforeAll(async () => {
  center = await createTestCenter()
  const stage = {
    ...center,
    async developer(options: { name: string }) {
      const seat = await center.developer(options)
      seats.push(seat)
      return seat
    },
  }
  figures = await measureLists(stage, { small: 2_000, large: 4_000, beside: 1_000, rounds: 1, warmUps: 0 }, () => {})
})
afterAll(() => center.close())

it('the list bench measures each figure on both sides', () => {
  expect(figures.length).toBeGreaterThan(20)
  for (const { what, ours, baseline } of figures)
    expect(Math.min(ours.median, baseline.median), what).toBeGreaterThan(0)
})

describe('a search', () => {
  const large = () => seats.find((_, index) => index === 1) ?? expect.fail('no seat')

  const labelsOf = (form: number | null) => (form === null ? [] : [form === 1 ? 'cloud' : 'soft'])

  async function scanned(needle: string, form: number | null, ordering = 'name, guid') {
    const { rows } = await center.ground.database.owner.query<{ guid: string }>(
      `select guid from product
       where developer_id = $1 and deleted_at is null
         and (position(lower($2) in lower(name)) > 0 or position(lower($2) in lower(display_name)) > 0)
         and ($3::int is null or license_form & $3 > 0) order by ${ordering}`,
      [large().developerId, needle, form],
    )
    return rows.map((row) => row.guid)
  }

  async function asTenant<Row extends pg.QueryResultRow>(text: string, values: unknown[]): Promise<Row[]> {
    const client = await center.ground.database.app.connect()
    try {
      await client.query(`begin; set local sealwright.developer_id = '${large().developerId}'`)
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.query('rollback')
      client.release()
    }
  }

  async function matching(needle: string, form: number | null, most: number) {
    const [row] = await asTenant<{ guids: Buffer | null }>("select product_matching($1, $2, 'name', $3) as guids", [
      needle,
      labelsOf(form),
      most,
    ])
    return row?.guids ?? null
  }

  it.each([
    '版',
    '设',
    '设计',
    '专业版',
    'STUDIO',
    'studio 2',
    '套件 2',
    '图 专',
    '军工',
    '雪豹特供',
    '没有',
    '%',
    '_',
  ])('for %s finds the same rows as a plain scan, with and without a license form', async (needle) => {
    for (const form of [null, 1, 2]) {
      const guids = await matching(needle, form, 10_000)
      expect(guids?.toString('hex').match(/.{32}/g) ?? []).toEqual(
        (await scanned(needle, form)).map((guid) => guid.replaceAll('-', '')),
      )
    }
  })

  it('reports more matches than the limit, whether the sample or the count shows it', async () => {
    const { length } = await scanned('设计', null)
    expect(await matching('设计', null, length)).toHaveLength(16 * length)
    expect(await matching('设计', null, length - 1)).toBeNull()
    expect(await matching('版', null, 10)).toBeNull()
  })

  it.each([
    ['版', 'name', 'name, guid', 'name desc, guid desc'],
    ['专业版', 'updateTime', 'updated_at, guid', 'updated_at desc, guid desc'],
    ['设', 'licenseId', 'license_id', 'license_id desc'],
    ['雪豹特供', 'updateTime', 'updated_at, guid', 'updated_at desc, guid desc'],
  ])(
    'for %s with too many matches to sort finds the same page as a plain scan, by %s',
    async (needle, sort, ascending, descending) => {
      for (const form of [null, 1, 2]) {
        for (const [isAscending, ordering] of [
          [true, ascending],
          [false, descending],
        ] as const) {
          const page = await asTenant<{ guid: string }>(
            'select guid from product_page_of_many($1, $2, $3, $4, 3, 20) as guid',
            [needle, labelsOf(form), sort, isAscending],
          )
          expect(page.map((row) => row.guid)).toEqual((await scanned(needle, form, ordering)).slice(3, 23))
        }
      }
    },
  )

  it('finds no rows of another developer', async () => {
    const { rows } = await center.ground.database.owner.query<{ name: string }>(
      'select name from product where developer_id <> $1 and license_id = 1',
      [large().developerId],
    )
    expect(rows).not.toHaveLength(0)
    const own = new Set(await scanned('版', null))
    const page = await asTenant<{ guid: string }>(
      "select guid from product_page_of_many('版', '{}', 'name', true, 0, 100000) as guid",
      [],
    )
    expect(page).toHaveLength(own.size)
    expect(page.every((row) => own.has(row.guid))).toBe(true)
  })

  it('pages through its matches in every order, each exactly once', async () => {
    const expected = await scanned('设计', null)
    for (const order of ['asc', 'desc'] as const) {
      const guids: string[] = []
      for (let currentPage = 1; guids.length < expected.length && currentPage < 100; currentPage++) {
        const response = await center.center.app.inject({
          method: 'POST',
          url: productCalls.find.path,
          headers: large().headers,
          payload: { productName: '设计', sort: 'name', order, pageSize: 30, currentPage },
        })
        guids.push(...response.json<{ data: { rows: { guid: string }[] } }>().data.rows.map((row) => row.guid))
      }
      expect(guids).toEqual(order === 'asc' ? expected : expected.toReversed())
    }
  })
})
