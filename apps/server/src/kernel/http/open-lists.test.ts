// Lists of the open API: cursors. Whatever is inserted, changed or deleted meanwhile, a row that was there from the
// first page to the last is answered exactly once.
import { OPEN_CALLS, isList, licenseCalls, pcLicenseCalls, productCalls } from '@sealwright/contract'
import { createAccessKey, createTestCenter, createVendor, productPayload, templatePayload } from '@sealwright/testkit'
import type { Integration, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
let vendor: Vendor
let api: Integration
let template: string

beforeAll(async () => {
  center = await createTestCenter({ openApi: { callsPerMinute: 100_000 } })
  vendor = await createVendor(center)
  api = await createAccessKey(center, vendor)
  template = await vendor.pcTemplate('sn')
})
afterAll(() => center.close())

interface Page {
  rows: { guid: string; name?: string }[]
  nextCursor: string | null
}

/** Reads a list to its end. `between` runs after each page but the last. */
async function readAll(
  path: string,
  payload: object,
  between: (page: Page) => Promise<unknown> = async () => undefined,
  by: Integration = api,
): Promise<string[]> {
  const guids: string[] = []
  for (let cursor: string | undefined; ;) {
    const page = await by.call<Page>(path, { ...payload, ...(cursor !== undefined && { cursor }) })
    guids.push(...page.rows.map(({ guid }) => guid))
    if (page.nextCursor === null) return guids
    if (guids.length > 200) throw new Error('the list does not end')
    cursor = page.nextCursor
    await between(page)
  }
}

const newProduct = async (name: string) => {
  center.clock.advance(1_000)
  return (await vendor.call(productCalls.create, productPayload({ name }))).guid
}
const newProducts = async (names: readonly string[]) => {
  const guids: string[] = []
  for (const name of names) guids.push(await newProduct(name))
  return guids
}
const issue = async (count: number) => {
  center.clock.advance(1_000)
  const { licenses } = await vendor.call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [template], count })
  return licenses.map(({ guid }) => guid)
}

describe('a list', () => {
  it('of products is complete under insertion, in every order, walked or searched', async () => {
    const there = await newProducts(['甲 a', '甲 b', '甲 c', '甲 d', '甲 e', '甲 f', '甲 g'])
    let more = 0
    const insert = () => newProducts([`甲 a${++more}`, `甲 z${more}`])
    const searched = { productName: '甲' }
    for (const payload of [
      { sort: 'updateTime', order: 'desc' },
      { sort: 'name', order: 'asc' },
      { ...searched, sort: 'updateTime', order: 'asc' },
      { ...searched, sort: 'name', order: 'desc' },
      { ...searched, sort: 'licenseId', order: 'asc' },
    ]) {
      let pages = 0
      const read = await readAll('products/list', { ...payload, limit: 4 }, async () => {
        if (pages++ < 2) await insert()
      })
      expect([payload, new Set(read).size]).toEqual([payload, read.length])
      expect([payload, there.filter((guid) => !read.includes(guid))]).toEqual([payload, []])
    }
  })

  it('of licenses is complete under insertion, in every order and with a filter', async () => {
    const there = await issue(7)
    for (const payload of [
      { sort: 'issueTime', order: 'desc' },
      { sort: 'expireTime', order: 'asc' },
      { sort: 'issueTime', order: 'asc', templateGuid: template },
      { sort: 'expireTime', order: 'desc', source: 'batch' },
    ]) {
      let pages = 0
      const read = await readAll('licenses/list', { ...payload, limit: 4 }, async () => {
        if (pages++ < 2) await issue(1)
      })
      expect([payload, new Set(read).size]).toEqual([payload, read.length])
      expect([payload, there.filter((guid) => !read.includes(guid))]).toEqual([payload, []])
    }
  })

  it('goes on after a row that was deleted or moved since', async () => {
    const there = await newProducts(['乙 1', '乙 2', '乙 3', '乙 4', '乙 5', '乙 6'])
    for (const filter of [{ productName: '乙' }, {}]) {
      const gone = await newProduct('乙 gone')
      const payload = { ...filter, sort: 'updateTime', order: 'desc', limit: 2 }
      let page = 0
      const read = await readAll('products/list', payload, async ({ rows }) => {
        page++
        if (page === 1) await vendor.call(productCalls.delete, { guid: gone })
        // The last row of a page moves to the beginning of the list.
        if (page === 2) await vendor.call(productCalls.update, { guid: rows.at(-1)?.guid ?? '', brief: `${page}` })
      })
      expect(new Set(read).size).toBe(read.length)
      expect(there.filter((guid) => !read.includes(guid))).toEqual([])
    }
  })

  it('of a key with some products has cursors too', async () => {
    const own = await newProducts(['丙 1', '丙 2', '丙 3'])
    const key = await createAccessKey(center, vendor, { productGuids: own })
    expect((await readAll('products/list', { limit: 1 }, undefined, key)).toSorted()).toEqual(own.toSorted())
  })

  it('of events ends with the issue, or begins with it', async () => {
    const [guid = ''] = await issue(1)
    for (const act of [pcLicenseCalls.lock, pcLicenseCalls.unlock, pcLicenseCalls.lock] as const) {
      center.clock.advance(1_000)
      await vendor.call(act, { kind: 'sn', guid })
    }
    for (const limit of [1, 3, 4]) {
      const kinds = async (order: 'asc' | 'desc') => {
        const told: string[] = []
        for (let cursor: string | null | undefined; cursor !== null;) {
          const page = await api.call<{ rows: { kind: string }[]; nextCursor: string | null }>('licenses/history', {
            guid,
            order,
            limit,
            ...(cursor !== undefined && { cursor }),
          })
          expect(page.rows.length).toBeLessThanOrEqual(limit)
          told.push(...page.rows.map(({ kind }) => kind))
          cursor = page.nextCursor
        }
        return told
      }
      expect(await kinds('asc')).toEqual(['issue', 'lock', 'unlock', 'lock'])
      expect(await kinds('desc')).toEqual(['lock', 'unlock', 'lock', 'issue'])
    }
  })

  it('answers rows and a cursor, no counts, and at most as many rows as asked for', async () => {
    const page = await api.call('products/list', { limit: 2 })
    expect(Object.keys(page).toSorted()).toEqual(['nextCursor', 'rows'])
    expect(page['rows']).toHaveLength(2)
    for (const limit of [0, 101, 1.5, 'x'])
      expect(await api.refusal('products/list', { limit })).toMatchObject({
        status: 400,
        error: 'platform.badPayload',
        fields: [{ path: 'limit' }],
      })
  })

  it('of every resource has a first and a last page', async () => {
    const templateGuid = await vendor.smartTemplate(templatePayload(vendor.licenseId))
    const { licenses } = await vendor.call(licenseCalls.issue, { templateGuid })
    const [smart, code] = [licenses[0]?.guid, (await issue(1))[0]]
    for (const { path, call } of OPEN_CALLS.filter((one) => isList(one.call))) {
      if (path.startsWith('/api/v1/dongles/history')) continue
      const guid = path.includes('smart') ? smart : code
      const needsGuid = /(?:history|devices\/list)$/.test(path)
      const response = await api.send(path.slice('/api/v1/'.length), { limit: 1, ...(needsGuid && { guid }) })
      expect([call.name, response.status, await response.json()]).toEqual([
        call.name,
        200,
        expect.objectContaining({ rows: expect.any(Array) as unknown[] }),
      ])
    }
  })
})

describe('a cursor', () => {
  it('of another list, order, filter or developer is refused, or an invented one: accessKey.badCursor', async () => {
    const other = await createAccessKey(center, await center.developer())
    const { nextCursor: cursor } = await api.call<Page>('products/list', { limit: 1 })
    const refusals = [
      await api.refusal('templates/list', { cursor }),
      await api.refusal('products/list', { cursor, sort: 'name' }),
      await api.refusal('products/list', { cursor, productName: 'x' }),
      await other.refusal('products/list', { cursor }),
      await api.refusal('products/list', { cursor: 'AAAA' }),
      await api.refusal('products/list', { cursor: `${cursor}AAAA` }),
    ]
    for (const one of refusals)
      expect(one).toMatchObject({ status: 400, error: 'accessKey.badCursor', fields: [{ path: 'cursor' }] })
    // The page size may change.
    expect((await api.call<Page>('products/list', { cursor, limit: 2 })).rows).toHaveLength(2)
  })
})
