import type { Refusal } from '@sealwright/client'
import {
  LIMITS,
  dataAreaBytes,
  identityCalls,
  operationLogCalls,
  pcTemplateCalls,
  productCalls,
  templateCalls,
} from '@sealwright/contract'
import { createTestCenter, pcTemplatePayload, productPayload, refused, templatePayload } from '@sealwright/testkit'
import type { TestCenter } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(() => center.close())

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

describe('a product', () => {
  it('keeps every field it was created with', async () => {
    const { call } = await center.developer()
    const payload = productPayload({
      name: '星图 (专业版)',
      displayName: '星图',
      licenseForm: 3,
      licenseVersion: 7,
      brief: '第一行\n第二行',
      logo: `data:image/png;base64,${PNG}`,
      modules: [
        { moduleId: 64, moduleName: '渲染', checked: true },
        { moduleId: 1, checked: true },
        { moduleId: 2, moduleName: '未选', checked: false },
      ],
      rom: { source: 'items', items: [{ key: 'a', value: '1', name: '甲', group: 'g', isValueHidden: true }] },
      raw: { source: 'text', text: '  kept as typed \n' },
      pub: { source: 'file', fileName: 'a.bin', base64: 'AAEC' },
    })
    const { guid } = await call(productCalls.create, payload)
    const found = await call(productCalls.get, { guid })
    expect(found).toMatchObject({
      name: '星图 (专业版)',
      displayName: '星图',
      licenseForm: 3,
      licenseId: payload.licenseId,
      licenseVersion: 7,
      brief: '第一行\n第二行',
      logo: PNG,
      moduleCount: 2,
      rawSize: 17,
      pubSize: 3,
      raw: { source: 'text', text: '  kept as typed \n' },
      pub: { source: 'file', fileName: 'a.bin', base64: 'AAEC' },
      revision: 1,
    })
    expect(await call(productCalls.logos, { guids: [guid] })).toEqual({ rows: [{ guid, logo: PNG }] })
    expect(found.modules).toHaveLength(64)
    expect(found.modules[0]).toEqual({ moduleId: 1, moduleName: '子模块1', checked: true })
    expect(found.modules[1]).toEqual({ moduleId: 2, moduleName: '子模块2', checked: false })
    expect(found.modules[63]).toEqual({ moduleId: 64, moduleName: '渲染', checked: true })
    expect(found.rom?.items?.[0]).toEqual({
      key: 'a',
      value: '1',
      name: '甲',
      group: 'g',
      checked: true,
      isBase64: false,
      useBase64: false,
      isValueHidden: true,
    })
  })

  it('means the same sent as form, JSON or multipart', async () => {
    const { call, headers } = await center.developer()
    const guids: string[] = []
    for (const carriage of ['form', 'json', 'multipart']) {
      const fields = productPayload({
        modules: [{ moduleId: 3, moduleName: '导出', checked: true }],
        raw: { source: 'text', text: 'x=1' },
      })
      const texts = Object.entries(fields).map(([key, value]): [string, string] => [
        key,
        typeof value === 'object' ? JSON.stringify(value) : String(value),
      ])
      const form = new FormData()
      for (const [key, value] of texts) form.set(key, value)
      const encoded = new Response(form)
      const request = {
        form: { type: 'application/x-www-form-urlencoded', body: new URLSearchParams(texts).toString() },
        json: { type: 'application/json', body: JSON.stringify(fields) },
        multipart: { type: encoded.headers.get('content-type') ?? '', body: await encoded.text() },
      }[carriage]
      const response = await center.center.app.inject({
        method: 'POST',
        url: '/product/create.do',
        headers: { ...headers, 'content-type': request?.type },
        payload: request?.body,
      })
      expect(response.json()).toMatchObject({ code: 0 })
      guids.push(response.json<{ data: { guid: string } }>().data.guid)
    }
    const [first, ...others] = await Promise.all(guids.map((guid) => call(productCalls.get, { guid })))
    for (const other of others)
      expect({ ...other, guid: '', licenseId: 0, createTime: '', updateTime: '' }).toEqual({
        ...first,
        guid: '',
        licenseId: 0,
        createTime: '',
        updateTime: '',
      })
  })

  it('takes a bare text or a bare list as a data area', async () => {
    const { headers, call } = await center.developer()
    const body = new URLSearchParams({
      name: '简写',
      displayName: '简写',
      licenseForm: '1',
      licenseId: '77',
      rom: 'plain text',
      raw: '[{"key":"k","value":"v"}]',
    })
    const response = await center.center.app.inject({
      method: 'POST',
      url: '/product/create.do',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: body.toString(),
    })
    const { guid } = response.json<{ data: { guid: string } }>().data
    expect(await call(productCalls.get, { guid })).toMatchObject({
      rom: { source: 'text', text: 'plain text' },
      raw: { source: 'items', items: [{ key: 'k', value: 'v' }] },
    })
  })

  it('never gives its license id to another product, not even after it is deleted', async () => {
    const { call } = await center.developer()
    const payload = productPayload()
    const { guid } = await call(productCalls.create, payload)
    const taken = await refused(call(productCalls.create, payload))
    expect(taken.error).toBe('product.licenseIdTaken')
    expect(taken.fields[0]?.path).toBe('licenseId')
    await call(productCalls.delete, { guid })
    expect((await refused(call(productCalls.create, payload))).error).toBe('product.licenseIdReserved')
    expect((await refused(call(productCalls.get, { guid }))).error).toBe('product.notFound')
  })

  it('is offered a license id that no product has or had, also when the highest one is used up', async () => {
    const { call } = await center.developer()
    const next = async () => (await call(productCalls.nextLicenseId, {})).licenseId
    const create = (licenseId: number) => call(productCalls.create, productPayload({ licenseId }))
    expect(await next()).toBe(1)
    await create(7)
    const { guid } = await create(8)
    await call(productCalls.delete, { guid })
    expect(await next()).toBe(9)
    await create(LIMITS.product.licenseIdMax)
    expect(await next()).toBe(9)
    await create(9)
    expect(await next()).toBe(10)
  })

  it('cannot change its license id', async () => {
    const { call } = await center.developer()
    const payload = productPayload()
    const { guid } = await call(productCalls.create, payload)
    expect((await refused(call(productCalls.update, { guid, licenseId: payload.licenseId + 1 }))).error).toBe(
      'product.licenseIdImmutable',
    )
    await call(productCalls.update, { guid, licenseId: payload.licenseId, name: '新名' })
    expect(await call(productCalls.get, { guid })).toMatchObject({ licenseId: payload.licenseId, name: '新名' })
  })

  it('is cleared by an empty value and kept by an absent key on update', async () => {
    const { call, headers } = await center.developer()
    const { guid } = await call(
      productCalls.create,
      productPayload({ brief: '简介', licenseVersion: 2, rom: { source: 'text', text: 'abc' }, logo: PNG }),
    )
    const update = (payload: Record<string, string>) =>
      center.center.app.inject({
        method: 'POST',
        url: '/product/update.do',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({ guid, ...payload }).toString(),
      })
    await update({ brief: '' })
    expect(await call(productCalls.get, { guid })).toMatchObject({
      brief: null,
      licenseVersion: 2,
      romSize: 3,
      hasLogo: true,
    })
    await update({ licenseVersion: '', rom: '', logo: '' })
    expect(await call(productCalls.get, { guid })).toMatchObject({
      licenseVersion: null,
      romSize: 0,
      rom: null,
      hasLogo: false,
      revision: 3,
    })
  })

  it('refuses an edit over a newer one', async () => {
    const { call } = await center.developer()
    const { guid } = await call(productCalls.create, productPayload())
    await call(productCalls.update, { guid, revision: 1, name: '甲' })
    expect((await refused(call(productCalls.update, { guid, revision: 1, name: '乙' }))).error).toBe('platform.stale')
    expect(await call(productCalls.get, { guid })).toMatchObject({ name: '甲' })
  })

  it('cannot be deleted, nor lose a license form, while a template uses it', async () => {
    const { call } = await center.developer()
    const payload = productPayload({ licenseForm: 3 })
    const { guid } = await call(productCalls.create, payload)
    const smart = await call(templateCalls.create, templatePayload(payload.licenseId))
    const soft = await call(pcTemplateCalls.create, pcTemplatePayload('account', payload.licenseId))
    const inUse = await refused(call(productCalls.delete, { guid }))
    expect(inUse.error).toBe('product.inUse')
    expect(inUse.message).toContain('2 个模板')
    const form = await refused(call(productCalls.update, { guid, licenseForm: 1 }))
    expect(form.error).toBe('product.formInUse')
    expect(form.fields[0]?.path).toBe('licenseForm')
    await call(productCalls.update, { guid, licenseForm: 2 })
    await call(templateCalls.delete, { templateGuid: smart.guid })
    await call(pcTemplateCalls.delete, { kind: 'account', templateGuid: soft.guid })
    await call(productCalls.delete, { guid })
  })

  it('shows how many templates use it, and which of them the removal of a form or module affects', async () => {
    const { call } = await center.developer()
    const payload = productPayload({
      licenseForm: 3,
      modules: [{ moduleId: 1, moduleName: '导出' }, { moduleId: 2 }, { moduleId: 3 }],
    })
    const { guid } = await call(productCalls.create, payload)
    const grants = (...ids: number[]) => ({ modules: ids.map((moduleId) => ({ moduleId })) })
    await call(templateCalls.create, templatePayload(payload.licenseId, grants(1, 2)))
    await call(pcTemplateCalls.create, pcTemplatePayload('account', payload.licenseId, grants(1)))
    expect(await call(productCalls.get, { guid })).toMatchObject({
      templateCount: 2,
      licenseCount: 0,
      effectiveLicenseCount: 0,
    })
    expect((await call(productCalls.find, {})).rows[0]).toMatchObject({ templateCount: 2 })
    expect(await call(productCalls.previewUpdate, { guid, licenseForm: 1, modules: [{ moduleId: 3 }] })).toEqual({
      forms: [{ licenseForm: 2, templateCount: 1 }],
      modules: [
        { moduleId: 1, moduleName: '导出', templateCount: 2 },
        { moduleId: 2, moduleName: '子模块2', templateCount: 1 },
      ],
    })
    expect(
      await call(productCalls.previewUpdate, { guid, licenseForm: 2, modules: [{ moduleId: 1 }, { moduleId: 2 }] }),
    ).toMatchObject({ forms: [], modules: [] })
    expect(await call(productCalls.previewUpdate, { guid })).toMatchObject({ forms: [], modules: [] })
  })

  it('is either deleted or given a template when both happen at once', async () => {
    const { call } = await center.developer()
    for (let round = 0; round < 5; round++) {
      const payload = productPayload()
      const { guid } = await call(productCalls.create, payload)
      const [deleted, created] = await Promise.allSettled([
        call(productCalls.delete, { guid }),
        call(templateCalls.create, templatePayload(payload.licenseId)),
      ])
      expect([deleted.status, created.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

describe('a trial developer', () => {
  it('has one product, also when ten are created at once', async () => {
    const { call } = await center.developer({ status: 'trial' })
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, () => call(productCalls.create, productPayload())),
    )
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect((result.reason as Refusal).error).toBe('product.trialLimit')
    expect((await call(productCalls.find, {})).records).toBe(1)
  })

  it('shows the total number of products despite row scope, since the limit counts all', async () => {
    const main = await center.developer({ status: 'trial' })
    await main.call(productCalls.create, productPayload())
    const { call } = await center.administrator(main, ['product.create', 'product.view'], { limited: ['product'] })
    expect((await call(productCalls.find, {})).records).toBe(0)
    expect((await call(identityCalls.current, {})).developer.devInfo.trial?.products.used).toBe(1)
  })

  it('can create another product after deleting the first', async () => {
    const { call } = await center.developer({ status: 'trial' })
    const { guid } = await call(productCalls.create, productPayload())
    await call(productCalls.delete, { guid })
    await call(productCalls.create, productPayload())
  })

  it('cannot offer the soft form', async () => {
    const { call } = await center.developer({ status: 'trial' })
    for (const licenseForm of [2, 3]) {
      const refusal = await refused(call(productCalls.create, productPayload({ licenseForm })))
      expect(refusal.error).toBe('product.trialSoftForm')
      expect(refusal.fields[0]?.path).toBe('licenseForm')
    }
  })
})

describe('a bad field', () => {
  const base64 = (bytes: number) => Buffer.alloc(bytes, 1).toString('base64')
  const cases: [string, Record<string, unknown>, string, string, string][] = [
    ['name missing', { name: undefined }, 'name', '产品名称不能为空', 'Product name is required'],
    ['name of spaces', { name: '   ' }, 'name', '产品名称不能为空', 'Product name is required'],
    [
      'name with a special character',
      { name: 'a#b' },
      'name',
      '产品名称不能包含特殊字符',
      'Product name must not contain special characters',
    ],
    [
      'name with a full-width one',
      { name: 'a＃b' },
      'name',
      '产品名称不能包含特殊字符',
      'Product name must not contain special characters',
    ],
    [
      'name too long',
      { name: '长'.repeat(65) },
      'name',
      '产品名称不能超过 64 个字符',
      'Product name must not exceed 64 characters',
    ],
    ['display name missing', { displayName: '' }, 'displayName', '显示名称不能为空', 'Display name is required'],
    [
      'display name of 21',
      { displayName: '长'.repeat(21) },
      'displayName',
      '显示名称不能超过 20 个字符',
      'Display name must not exceed 20 characters',
    ],
    ['form missing', { licenseForm: '' }, 'licenseForm', '许可形式不能为空', 'License form is required'],
    ['form 4', { licenseForm: 4 }, 'licenseForm', '许可形式不能大于 3', 'License form must be at most 3'],
    ['license id missing', { licenseId: '' }, 'licenseId', '许可 ID 不能为空', 'License ID is required'],
    ['license id 0', { licenseId: 0 }, 'licenseId', '许可 ID 不能小于 1', 'License ID must be at least 1'],
    [
      'license id too big',
      { licenseId: 4294967296 },
      'licenseId',
      '许可 ID 不能大于 4,294,967,295',
      'License ID must be at most 4,294,967,295',
    ],
    [
      'license id not whole',
      { licenseId: 1.5 },
      'licenseId',
      '许可 ID 必须是整数',
      'License ID must be a whole number',
    ],
    [
      'license id in words',
      { licenseId: 'abc' },
      'licenseId',
      '许可 ID 必须是整数',
      'License ID must be a whole number',
    ],
    [
      'version negative',
      { licenseVersion: -1 },
      'licenseVersion',
      '许可版本不能小于 0',
      'License version must be at least 0',
    ],
    [
      'brief of 601',
      { brief: '长'.repeat(601) },
      'brief',
      '产品简介不能超过 600 个字符',
      'Description must not exceed 600 characters',
    ],
    ['logo not PNG', { logo: base64(30) }, 'logo', '产品图标必须是 PNG 图片', 'Logo must be a PNG image'],
    [
      'logo too large',
      { logo: `iVBORw0KGgo${base64(65_536).slice(11)}` },
      'logo',
      '产品图标不能超过 65535 字节',
      'Logo must not exceed 65535 bytes',
    ],
    [
      'module 65',
      { modules: [{ moduleId: 65 }] },
      'modules.0.moduleId',
      '模块 ID 不能大于 64',
      'Module ID must be at most 64',
    ],
    [
      'module 0',
      { modules: [{ moduleId: 0 }] },
      'modules.0.moduleId',
      '模块 ID 不能小于 1',
      'Module ID must be at least 1',
    ],
    [
      'module "07"',
      { modules: [{ moduleId: '07' }] },
      'modules.0.moduleId',
      '模块 ID 必须是整数',
      'Module ID must be a whole number',
    ],
    [
      'module twice',
      { modules: [{ moduleId: 7 }, { moduleId: 7 }] },
      'modules.1.moduleId',
      '模块 ID 7 重复',
      'Module ID 7 appears twice',
    ],
    [
      'module name of 11',
      { modules: [{ moduleId: 1, moduleName: '一二三四五六七八九十一' }] },
      'modules.0.moduleName',
      '模块名称不能超过 10 个字符',
      'Module name must not exceed 10 characters',
    ],
    [
      'module name with a space',
      { modules: [{ moduleId: 1, moduleName: 'a b' }] },
      'modules.0.moduleName',
      '模块名称不能包含空格',
      'Module name must not contain spaces',
    ],
    [
      'module name with a special character',
      { modules: [{ moduleId: 1, moduleName: 'a/b' }] },
      'modules.0.moduleName',
      '模块名称不能包含特殊字符',
      'Module name must not contain special characters',
    ],
    [
      'module name with half a character',
      { modules: [{ moduleId: 1, moduleName: 'a\ud800' }] },
      'modules.0.moduleName',
      '模块名称不能包含控制字符',
      'Module name must not contain control characters',
    ],
    [
      'name with half a character',
      { name: 'a\ud800' },
      'name',
      '产品名称不能包含控制字符',
      'Product name must not contain control characters',
    ],
    [
      'text with NUL',
      { rom: { source: 'text', text: 'a\u0000' } },
      'rom.text',
      '文本内容不能包含控制字符',
      'Text must not contain control characters',
    ],
    [
      '65 modules',
      { modules: Array.from({ length: 65 }, (_, i) => ({ moduleId: i + 1 })) },
      'modules',
      '模块最多 64 项',
      'Modules must have at most 64 items',
    ],
    [
      'area of 65536 bytes',
      { rom: { source: 'text', text: '字'.repeat(21_846) } },
      'rom',
      '只读数据区（ROM）不能超过 65535 字节',
      'Read-only area (ROM) must not exceed 65535 bytes',
    ],
    [
      'file of 65536 bytes',
      { raw: { source: 'file', base64: base64(65_536) } },
      'raw',
      '读写数据区（RWM）不能超过 65535 字节',
      'Read-write area (RWM) must not exceed 65535 bytes',
    ],
    [
      'file not base64',
      { pub: { source: 'file', base64: '*' } },
      'pub.base64',
      '文件内容不是有效的 Base64 内容',
      'File content is not valid Base64',
    ],
    [
      'item key missing',
      { rom: { source: 'items', items: [{ key: '', value: '1' }] } },
      'rom.items.0.key',
      '键不能为空',
      'Key is required',
    ],
    [
      'item key twice',
      { rom: { source: 'items', items: [{ key: 'a' }, { key: 'a' }] } },
      'rom.items.1.key',
      '键“a”重复',
      'The key “a” appears twice',
    ],
    [
      'item name too long',
      { rom: { source: 'items', items: [{ key: 'a', name: '长'.repeat(65) }] } },
      'rom.items.0.name',
      '键值项名称不能超过 64 个字符',
      'Item name must not exceed 64 characters',
    ],
    [
      'item value not base64',
      { rom: { source: 'items', items: [{ key: 'a', value: '!', isBase64: true }] } },
      'rom.items.0.value',
      '值不是有效的 Base64 内容',
      'Value is not valid Base64',
    ],
  ]
  it.each(cases)('is reported on its own field in both languages: %s', async (_what, change, path, zh, en) => {
    const { headers } = await developerOnce()
    for (const [language, sentence] of [
      ['zh', zh],
      ['en', en],
    ] as const) {
      const response = await center.center.app.inject({
        method: 'POST',
        url: '/product/create.do',
        headers: { ...headers, 'content-type': 'application/json', 'accept-language': language },
        payload: JSON.stringify({ ...productPayload(), ...change }),
      })
      const fields = response.json<{ data: { fields: { path: string; message: string }[] } }>().data.fields
      expect(fields.find((field) => field.path === path)?.message, JSON.stringify(fields)).toContain(sentence)
    }
  })

  let one: Promise<Awaited<ReturnType<TestCenter['developer']>>> | undefined
  const developerOnce = () => (one ??= center.developer())

  it('accepts each value at its limit', async () => {
    const { call } = await center.developer()
    await call(productCalls.create, {
      name: '长'.repeat(64),
      displayName: '长'.repeat(20),
      licenseForm: 3,
      licenseId: 4_294_967_295,
      licenseVersion: 0,
      brief: '长'.repeat(600),
      modules: Array.from({ length: 64 }, (_, i) => ({
        moduleId: i + 1,
        moduleName: '一二三四五六七八九十',
        checked: true,
      })),
      rom: { source: 'text', text: 'x'.repeat(65_535) },
      raw: { source: 'file', base64: base64(65_535) },
      pub: { source: 'text', text: '字'.repeat(21_845) },
    })
  })

  it('counts the bytes of an item as the program receives them', async () => {
    const item = { key: 'k', name: null, group: null, checked: true, isValueHidden: false }
    const size = (value: string, isBase64: boolean, useBase64: boolean) =>
      dataAreaBytes({ source: 'items', items: [{ ...item, value, isBase64, useBase64 }] })
    expect(size('5a2X', true, false)).toBe(Buffer.byteLength(JSON.stringify({ k: '字' })))
    expect(size('字', false, true)).toBe(Buffer.byteLength(JSON.stringify({ k: '5a2X' })))
    expect(size('5a2X', true, true)).toBe(size('5a2X', false, false))
  })

  it("keeps a module name that is another module's default, and drops its own", async () => {
    const { call } = await center.developer()
    const { guid } = await call(
      productCalls.create,
      productPayload({
        modules: [
          { moduleId: 3, moduleName: '子模块5' },
          { moduleId: 5, moduleName: 'sub-module 5' },
        ],
      }),
    )
    const { modules } = await call(productCalls.get, { guid })
    expect([modules[2]?.moduleName, modules[4]?.moduleName]).toEqual(['子模块5', '子模块5'])
    expect(
      (
        await refused(
          call(productCalls.create, productPayload({ modules: [{ moduleId: 3, moduleName: 'sub-module 5' }] })),
        )
      ).fields[0]?.path,
    ).toBe('modules.0.moduleName')
  })

  it('loses emoji instead of being refused', async () => {
    const { call } = await center.developer()
    const { guid } = await call(productCalls.create, productPayload({ name: '星图🚀 2👨‍👩‍👧号' }))
    expect((await call(productCalls.get, { guid })).name).toBe('星图 2号')
  })
})

describe('the list', () => {
  it('finds by one or two characters, by display name, by license id and by form, in every order', async () => {
    const { call } = await center.developer()
    const given = [
      productPayload({ name: '星图设计套件', displayName: 'Starchart', licenseForm: 3 }),
      productPayload({ name: '禾木财务', displayName: '禾木', licenseForm: 1 }),
      productPayload({ name: '100%_\\可靠'.replace(/[%\\]/g, ''), displayName: 'z', licenseForm: 2 }),
    ]
    for (const payload of given) {
      center.clock.advance(1000)
      await call(productCalls.create, payload)
    }
    const names = async (filter: object) => (await call(productCalls.find, filter)).rows.map((row) => row.name)
    expect(await names({ productName: '图' })).toEqual(['星图设计套件'])
    expect(await names({ productName: '财务' })).toEqual(['禾木财务'])
    expect(await names({ productName: 'STARC' })).toEqual(['星图设计套件'])
    expect(await names({ productName: '0_可' })).toEqual(['100_可靠'])
    expect(await names({ productName: '没有' })).toEqual([])
    expect(await names({ licenseId: given[1]?.licenseId })).toEqual(['禾木财务'])
    expect(await names({ licenseForm: 2 })).toEqual(['100_可靠', '星图设计套件'])
    expect(await names({})).toEqual(['100_可靠', '禾木财务', '星图设计套件'])
    expect(await names({ sort: 'licenseId' })).toEqual(['星图设计套件', '禾木财务', '100_可靠'])
    expect(await names({ sort: 'licenseId', order: 'desc' })).toEqual(['100_可靠', '禾木财务', '星图设计套件'])
  })

  it('has every row exactly once over its pages, and no rows but the same totals past the end', async () => {
    const { call } = await center.developer()
    for (let i = 0; i < 23; i++) await call(productCalls.create, productPayload({ name: `产品${i}` }))
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((currentPage) => call(productCalls.find, { currentPage, pageSize: 5, sort: 'licenseId' })),
    )
    expect(pages.flatMap((page) => page.rows.map((row) => row.name))).toEqual(
      Array.from({ length: 23 }, (_, i) => `产品${i}`),
    )
    const past = await call(productCalls.find, { currentPage: 9, pageSize: 5 })
    expect(past).toEqual({ rows: [], records: 23, total: 5 })
  })

  it('counts correctly after deletions and form changes, with folded counters or not', async () => {
    const { call } = await center.developer()
    const guids: string[] = []
    for (let i = 0; i < 4; i++) guids.push((await call(productCalls.create, productPayload({ licenseForm: 1 }))).guid)
    const [a = '', b = ''] = guids
    await call(productCalls.delete, { guid: a })
    await call(productCalls.update, { guid: b, licenseForm: 2 })
    const counts = async () => [
      (await call(productCalls.find, {})).records,
      (await call(productCalls.find, { licenseForm: 1 })).records,
      (await call(productCalls.find, { licenseForm: 2 })).records,
    ]
    expect(await counts()).toEqual([3, 2, 1])
    await center.ground.database.owner.query('select fold_counters()')
    expect(await counts()).toEqual([3, 2, 1])
  })
})

describe('the operation log of a product', () => {
  it('shows who changed which field from what to what, without the contents of data areas', async () => {
    const { call, account } = await center.developer()
    const { guid } = await call(
      productCalls.create,
      productPayload({ name: '旧名', rom: { source: 'text', text: 'secret-one' } }),
    )
    await call(productCalls.update, { guid, name: '新名', rom: { source: 'text', text: 'secret-two' } })
    await call(productCalls.delete, { guid })
    const { rows } = await call(operationLogCalls.find, { targetKind: 'product', targetGuid: guid })
    expect(rows.map((row) => [row.type, row.actor])).toEqual([
      [2, account],
      [1, account],
      [0, account],
    ])
    expect(rows[1]?.changes.toSorted((a, b) => a.field.localeCompare(b.field))).toEqual([
      { field: 'name', before: '旧名', after: '新名' },
      { field: 'rom', before: '文本 · 10 B', after: '文本 · 10 B · r2' },
    ])
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  it('does not mention a data area that was saved unchanged', async () => {
    const { call } = await center.developer()
    const pub = { source: 'file' as const, fileName: 'notice.bin', base64: 'AAEC' }
    const { guid } = await call(
      productCalls.create,
      productPayload({ rom: { source: 'items', items: [{ key: 'edition', value: 'pro', group: '基本' }] }, pub }),
    )
    const { rom } = await call(productCalls.get, { guid })
    await call(productCalls.update, { guid, name: '新名', rom, pub })
    const { rows } = await call(operationLogCalls.find, { targetKind: 'product', targetGuid: guid })
    expect(rows[0]?.changes.map((change) => change.field)).toEqual(['name'])
  })

  it('refuses a period that ends before it starts, on its field', async () => {
    const { call } = await center.developer()
    const refusal = await refused(
      call(operationLogCalls.find, { startTime: '2026-02-01T00:00:00Z', endTime: '2026-01-01T00:00:00Z' }),
    )
    expect(refusal.error).toBe('platform.timeIllegal')
    expect(refusal.fields[0]?.path).toBe('startTime')
  })

  it('shows an administrator what they may see and what they did, and nothing else', async () => {
    const main = await center.developer()
    const { guid } = await main.call(productCalls.create, productPayload())
    const viewer = await center.administrator(main, ['product.view'])
    const maker = await center.administrator(main, ['product.create'])
    await maker.call(productCalls.create, productPayload())
    expect((await viewer.call(operationLogCalls.find, {})).records).toBe(2)
    expect((await maker.call(operationLogCalls.find, {})).records).toBe(1)
    expect((await refused(maker.call(operationLogCalls.find, { targetKind: 'product', targetGuid: guid }))).error).toBe(
      'platform.noPermission',
    )
  })

  it('has no row for a refused call', async () => {
    const { call } = await center.developer()
    const payload = productPayload()
    await call(productCalls.create, payload)
    await refused(call(productCalls.create, payload))
    expect((await call(operationLogCalls.find, {})).records).toBe(1)
  })
})
