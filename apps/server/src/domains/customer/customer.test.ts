import { LIMITS, customerCalls, operationLogCalls, tagCalls, userCalls } from '@sealwright/contract'
import { createTestCenter, customerPayload, refused, userPayload } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const ABSENT = '01890000-0000-7000-8000-000000000000'

describe('a customer', () => {
  it('keeps every field; an empty value clears one, an absent key keeps it', async () => {
    const { call } = await center.developer()
    const payload = {
      name: '云帆软件',
      contact: '王越',
      phone: '010-12345678',
      email: 'wang@yunfan.example',
      address: '北京市',
      remark: '第一行\n第二行',
    }
    const { guid } = await call(customerCalls.create, payload)
    expect(await call(customerCalls.get, { guid })).toMatchObject({ ...payload, userCount: 0, revision: 1 })
    await call(customerCalls.update, { guid, contact: null, remark: null })
    expect(await call(customerCalls.get, { guid })).toMatchObject({
      ...payload,
      contact: null,
      remark: null,
      revision: 2,
    })
  })

  it('has a name that no other customer has, in any case, until it is deleted', async () => {
    const { call } = await center.developer()
    const { guid } = await call(customerCalls.create, { name: 'Acme' })
    const other = await call(customerCalls.create, { name: 'Other' })
    const taken = await Promise.all(
      [
        call(customerCalls.create, { name: 'ACME' }),
        call(customerCalls.update, { guid: other.guid, name: 'acme' }),
      ].map(refused),
    )
    for (const { error, fields } of taken) {
      expect(error).toBe('customer.nameTaken')
      expect(fields[0]?.path).toBe('name')
    }
    await call(customerCalls.update, { guid, name: 'ACME' })
    await call(customerCalls.delete, { guid })
    await call(customerCalls.update, { guid: other.guid, name: 'acme' })
    expect((await call(customerCalls.find, {})).rows.map(({ name }) => name)).toEqual(['acme'])
  })

  it("refuses an edit over somebody else's newer one", async () => {
    const { call } = await center.developer()
    const { guid } = await call(customerCalls.create, customerPayload())
    await call(customerCalls.update, { guid, revision: 1, contact: '甲' })
    expect((await refused(call(customerCalls.update, { guid, revision: 1, contact: '乙' }))).error).toBe(
      'platform.stale',
    )
  })

  it('leaves its users behind when it is deleted, and is then not found', async () => {
    const { call } = await center.developer()
    const user = await call(userCalls.create, userPayload({ customerName: '云帆' }))
    const [row] = await call(customerCalls.list, {})
    const guid = row?.guid ?? ''
    await call(customerCalls.delete, { guid })
    expect(await call(userCalls.get, user)).toMatchObject({ customerGuid: null, customerName: null })
    const gone = [
      call(customerCalls.get, { guid }),
      call(customerCalls.update, { guid, contact: null }),
      call(customerCalls.delete, { guid }),
    ]
    for (const { error } of await Promise.all(gone.map(refused))) expect(error).toBe('customer.notFound')
    expect((await call(userCalls.find, { customerGuid: guid })).records).toBe(0)
  })

  it('is found by part of its name, contact, phone or e-mail, and counts users only for who may see them', async () => {
    const owner = await center.developer()
    await owner.call(customerCalls.create, {
      name: '云帆',
      contact: '王越',
      phone: '13800138000',
      email: 'wang@yunfan.example',
    })
    center.clock.advance(1000)
    await owner.call(customerCalls.create, { name: '海图' })
    await owner.call(userCalls.create, userPayload({ customerName: '云帆' }))
    const names = async (payload: { name?: string; sort?: 'name' }) =>
      (await owner.call(customerCalls.find, payload)).rows.map(({ name }) => name)
    expect(await names({})).toEqual(['海图', '云帆'])
    expect(await names({ sort: 'name' })).toEqual(['云帆', '海图'].toSorted())
    for (const name of ['帆', '王越', '1380', 'YUNFAN']) expect(await names({ name })).toEqual(['云帆'])
    const viewer = await center.administrator(owner, ['customer.view', 'tag.view'])
    expect((await viewer.call(customerCalls.find, { name: '云帆' })).rows).toMatchObject([{ userCount: null }])
    expect((await owner.call(customerCalls.find, { name: '云帆' })).rows).toMatchObject([{ userCount: 1 }])
  })

  it('leaves a row in the operation log for each change', async () => {
    const { call } = await center.developer()
    const { guid } = await call(customerCalls.create, { name: '云帆' })
    await call(customerCalls.update, { guid, contact: '王越' })
    await call(customerCalls.delete, { guid })
    const { rows } = await call(operationLogCalls.find, { targetKind: 'customer', targetGuid: guid })
    expect(rows.map(({ type }) => type)).toEqual([2, 1, 0])
    expect(rows[1]?.changes).toEqual([{ field: 'contact', before: null, after: '王越' }])
  })
})

describe('a tag', () => {
  it('has a name of its own in any case, and can be renamed without leaving its users', async () => {
    const { call } = await center.developer()
    const { guid } = await call(tagCalls.create, { name: 'Vip' })
    const other = await call(tagCalls.create, { name: '华东' })
    const taken = await Promise.all(
      [call(tagCalls.create, { name: 'VIP' }), call(tagCalls.update, { guid: other.guid, name: 'vip' })].map(refused),
    )
    for (const { error, fields } of taken) {
      expect(error).toBe('tag.nameTaken')
      expect(fields[0]?.path).toBe('name')
    }
    const user = await call(userCalls.create, userPayload({ tags: ['Vip'] }))
    await call(tagCalls.update, { guid, name: '重点' })
    expect((await call(userCalls.get, user)).tags).toEqual([{ guid, name: '重点' }])
    expect(await call(tagCalls.get, { guid })).toMatchObject({ name: '重点', userCount: 1 })
    const { rows } = await call(operationLogCalls.find, { targetKind: 'tag', targetGuid: guid })
    expect(rows.map(({ type }) => type)).toEqual([1, 0])
  })

  it('has a name, without special characters and of 20 at most', async () => {
    const { call } = await center.developer()
    for (const [name, rule] of [
      ['', 'required'],
      ['😀', 'required'],
      ['a#b', 'specialCharacters'],
      ['重点＃', 'specialCharacters'],
      ['长'.repeat(21), 'tooLong'],
    ] as const) {
      expect((await refused(call(tagCalls.create, { name }))).fields, name).toMatchObject([{ path: 'name', rule }])
      if (name)
        expect((await refused(call(userCalls.create, userPayload({ tags: [name] })))).fields, name).toMatchObject([
          { path: 'tags.0', rule },
        ])
    }
    await call(tagCalls.create, { name: '长'.repeat(20) })
  })

  it('leaves its users when it is deleted, and is then not found', async () => {
    const { call } = await center.developer()
    const user = await call(userCalls.create, userPayload({ tags: ['甲', '乙'] }))
    const guid = (await call(tagCalls.list, {})).find(({ name }) => name === '甲')?.guid ?? ''
    await call(tagCalls.delete, { guid })
    expect((await call(userCalls.get, user)).tags).toMatchObject([{ name: '乙' }])
    expect((await call(userCalls.find, { tagGuids: [guid] })).records).toBe(0)
    for (const absent of [guid, ABSENT]) {
      const gone = [
        call(tagCalls.get, { guid: absent }),
        call(tagCalls.update, { guid: absent, name: '丙' }),
        call(tagCalls.delete, { guid: absent }),
      ]
      for (const { error } of await Promise.all(gone.map(refused))) expect(error).toBe('tag.notFound')
    }
  })

  it('is one of a thousand at most, also where a user brings it', async () => {
    const { call, developerId, accountId } = await center.developer()
    const {
      rows: [full],
    } = await center.ground.database.owner.query<{ n: number }>(
      `with made as (
         insert into tag select $1, gen_random_uuid(), '标签' || n, $2, now()
         from generate_series(1, $3::int) n returning 1)
       select count(*)::int as n from made`,
      [developerId, accountId, LIMITS.tag.perDeveloper - 1],
    )
    expect(full?.n).toBe(LIMITS.tag.perDeveloper - 1)
    const results = await Promise.allSettled(['甲', '乙', '丙'].map((name) => call(tagCalls.create, { name })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await refused(call(tagCalls.create, { name: '丁' }))).error).toBe('tag.limit')
    const brought = await refused(call(userCalls.create, userPayload({ tags: ['标签1', '丁'] })))
    expect(brought.error).toBe('tag.limit')
    expect(brought.fields[0]?.path).toBe('tags')
  })

  it('that is deleted while users get it is on none of them', async () => {
    const { call, developerId } = await center.developer()
    for (let round = 0; round < 8; round += 1) {
      const { guid } = await call(tagCalls.create, { name: `短命 ${round}` })
      await Promise.allSettled([
        call(userCalls.create, userPayload({ tags: [`短命 ${round}`] })),
        call(tagCalls.delete, { guid }),
      ])
    }
    const { rows } = await center.ground.database.owner.query(
      `select from end_user u, unnest(u.tag_guids) as id
       where u.developer_id = $1
         and not exists (select from tag t where t.developer_id = u.developer_id and t.guid = id)`,
      [developerId],
    )
    expect(rows).toEqual([])
  })

  it('is listed by name, by part of it, and by age', async () => {
    const { call } = await center.developer()
    for (const name of ['b2', 'a1', 'c1']) {
      await call(tagCalls.create, { name })
      center.clock.advance(1000)
    }
    const names = async (payload: object) => (await call(tagCalls.find, payload)).rows.map(({ name }) => name)
    expect(await names({})).toEqual(['a1', 'b2', 'c1'])
    expect(await names({ name: '1' })).toEqual(['a1', 'c1'])
    expect(await names({ sort: 'createTime' })).toEqual(['c1', 'a1', 'b2'])
    expect(await names({ name: '%' })).toEqual([])
  })
})
