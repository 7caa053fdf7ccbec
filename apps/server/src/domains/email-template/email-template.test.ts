import {
  EMAIL_TEMPLATE_TYPES,
  LIMITS,
  LOCALES,
  OPERATION_TYPES,
  REVIEW_STATUSES,
  developerCalls,
  emailTemplateCalls,
  identityCalls,
  operationLogCalls,
  reviewMachine,
  userCalls,
  variablesOf,
} from '@sealwright/contract'
import type { EmailTemplateType, PayloadOf, ReviewEvent, ReviewStatusCode } from '@sealwright/contract'
import { PASSWORD, createTerminal, createTestCenter, startSmtp, userPayload } from '@sealwright/testkit'
import type { Actor, Received, TestCenter, TestSmtp } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listOutbox } from '../../kernel/mail/outbox.ts'
import { createMailing } from './index.ts'

let center: TestCenter
let owner: Actor
beforeAll(async () => {
  center = await createTestCenter()
  owner = await center.developer({ name: '云帆软件' })
})
afterAll(() => center.close())

const { platform } = createTerminal(() => center)
const PAGE = { currentPage: 1, pageSize: 100 }
const refusal = (error: string) => expect.objectContaining({ error }) as Error

type Template = PayloadOf<typeof emailTemplateCalls.create>
let count = 0
const payload = (given: Partial<Template> = {}): Template => ({
  name: `模板 ${++count}`,
  type: EMAIL_TEMPLATE_TYPES.addAccountActivate,
  language: 'zh',
  subject: '{developerName} 欢迎您',
  body: '<p>{userName}，您的账号是 {account}。<a href="{activationLink}">激活</a></p>',
  ...given,
})
const create = async (actor: Actor, given: Partial<Template> = {}) =>
  (await actor.call(emailTemplateCalls.create, payload(given))).guid
const statusOf = async (actor: Actor, guid: string) => (await actor.call(emailTemplateCalls.get, { guid })).status

/** Brings a template into a state. */
async function put(guid: string, status: ReviewStatusCode) {
  await center.ground.database.owner.query('update email_template set status = $2 where guid = $1', [guid, status])
}

describe('an e-mail template', () => {
  it('is created, found, changed, deleted, and logged each time', async () => {
    const actor = await center.developer()
    const guid = await create(actor, { name: '激活邮件' })
    const other = await create(actor, { name: 'Other', language: 'en', type: 1, body: '<p>{account}</p>' })
    const found = async (filters: Partial<PayloadOf<typeof emailTemplateCalls.find>>) =>
      (await actor.call(emailTemplateCalls.find, { ...PAGE, ...filters })).rows.map((row) => row.guid)
    expect(await found({})).toEqual([other, guid])
    expect(await found({ name: '激活' })).toEqual([guid])
    expect(await found({ name: '欢迎', type: 7 })).toEqual([guid])
    expect(await found({ type: [1, 7], status: 1, language: 'en' })).toEqual([other])
    expect(await found({ status: [2, 5] })).toEqual([])
    const [row] = (await actor.call(emailTemplateCalls.find, { ...PAGE, name: '激活' })).rows
    expect(row).not.toHaveProperty('body')
    await actor.call(emailTemplateCalls.withdraw, { guid })
    const changed = payload({ name: '激活邮件二', text: '{account} {activationLink}' })
    await actor.call(emailTemplateCalls.update, { guid, revision: 2, ...changed })
    expect(await actor.call(emailTemplateCalls.get, { guid })).toMatchObject({ ...changed, status: 1, revision: 3 })
    await actor.call(emailTemplateCalls.delete, { guid })
    await expect(actor.call(emailTemplateCalls.get, { guid })).rejects.toEqual(refusal('emailTemplate.notFound'))
    const target = { targetKind: 'emailTemplate', targetGuid: guid } as const
    const { rows } = await actor.call(operationLogCalls.find, { ...PAGE, ...target, order: 'asc' })
    const { add, update, delete: removed } = OPERATION_TYPES
    expect(rows.map(({ type }) => type)).toEqual([add, update, update, removed])
    expect(rows[1]?.changes).toEqual([{ field: 'status', before: '审核中', after: '已撤回' }])
  })

  it('has a name of its own, and is one of a limited number', async () => {
    const actor = await center.developer()
    await create(actor, { name: 'One' })
    await expect(create(actor, { name: 'oNE' })).rejects.toMatchObject({
      error: 'emailTemplate.nameTaken',
      fields: [{ path: 'name' }],
    })
    await center.ground.database.owner.query(
      `insert into email_template (developer_id, guid, name, type, language, subject, body, status, submitted_at,
         created_by, updated_by, created_at, updated_at)
       select $1, gen_random_uuid(), 'n' || n, 1, 'zh', 's', 'b', 1, now(), $2, $2, now(), now()
       from generate_series(1, $3::int) n`,
      [actor.developerId, actor.accountId, LIMITS.emailTemplate.perDeveloper],
    )
    await expect(create(actor)).rejects.toEqual(refusal('emailTemplate.limit'))
  })

  const needed = '{account} {activationLink}'
  it.each([
    ['an unknown variable', 'platform.badPayload', `<p>${needed} {nobody}</p>`, '{nobody}'],
    [
      'a variable only in a script',
      'platform.badPayload',
      '{account}<script>{activationLink}</script>',
      'activationLink',
    ],
    ['no words', 'platform.badPayload', '<script>1</script>', '正文'],
    ['a foreign picture', 'emailTemplate.foreignPicture', `${needed}<img src="https://t.example/1.gif">`, 't.example'],
    ['too many words', 'emailTemplate.tooLarge', `${needed} ${'字'.repeat(22_000)}`, '64'],
  ])('whose body has %s is refused on the field', async (_what, error, body, named) => {
    const message = expect.stringContaining(named) as string
    const refused = { error, fields: [{ path: 'body', message }] }
    await expect(create(owner, { body })).rejects.toMatchObject(refused)
    const guid = await create(owner)
    await owner.call(emailTemplateCalls.withdraw, { guid })
    await expect(owner.call(emailTemplateCalls.update, { guid, ...payload({ body }) })).rejects.toMatchObject(refused)
  })

  it('of megabytes is refused before it is read', async () => {
    await expect(create(owner, { body: 'a'.repeat(5_000_000) })).rejects.toEqual(refusal('platform.dataTooLarge'))
  })

  it("takes pictures from the developer's website", async () => {
    const actor = await center.developer()
    const { revision } = await actor.call(developerCalls.get, {})
    await actor.call(developerCalls.update, { website: 'https://www.yunfan.example/about', revision })
    const body = (host: string) => `<p>{account} {activationLink}<img src="https://${host}/logo.png" alt="Logo"></p>`
    for (const host of ['yunfan.example', 'www.yunfan.example', 'static.yunfan.example'])
      await create(actor, { body: body(host) })
    await expect(create(actor, { body: body('yunfan.example.evil.example') })).rejects.toEqual(
      refusal('emailTemplate.foreignPicture'),
    )
  })

  it('is stored without anything that a mail must not contain', async () => {
    const guid = await create(owner, {
      body:
        '<p onclick="x()">{account} <a href="{activationLink}">a</a> <a href="jAvascript&colon;x">b</a></p>' +
        '<svg onload=x>',
    })
    const { body } = await owner.call(emailTemplateCalls.get, { guid })
    expect(body).toBe('<p>{account} <a href="{activationLink}">a</a> <a>b</a></p>')
  })
})

describe('the review', () => {
  const readingOf = async (actor: Actor, guid: string) =>
    `${guid}:${(await actor.call(emailTemplateCalls.get, { guid })).revision}`
  const acts: Record<ReviewEvent, (guid: string) => Promise<unknown>> = {
    withdraw: (guid) => owner.call(emailTemplateCalls.withdraw, { guid }),
    enable: (guid) => owner.call(emailTemplateCalls.enable, { guid }),
    disable: (guid) => owner.call(emailTemplateCalls.disable, { guid }),
    resubmit: (guid) => owner.call(emailTemplateCalls.update, { guid, ...payload() }),
    approve: async (guid) => platform('approve-template', await readingOf(owner, guid)),
    reject: async (guid) => platform('reject-template', await readingOf(owner, guid), '缺少退订说明'),
  }
  const events = Object.keys(acts) as ReviewEvent[] // of this table

  it.each(
    reviewMachine.states.flatMap((from) =>
      events.map((event) => ({ from, event, to: reviewMachine.next(from, event) })),
    ),
  )('of a template in state $from, $event leads to $to', async ({ from, event, to }) => {
    const guid = await create(owner)
    await put(guid, from)
    const done = await acts[event](guid).then(
      (answer) => answer,
      (error: unknown) => error,
    )
    if (to === undefined && (event === 'approve' || event === 'reject')) expect(done).toMatchObject({ code: 1 })
    else if (to === undefined) expect(done).toEqual(refusal('emailTemplate.stateForbids'))
    expect(await statusOf(owner, guid)).toBe(to ?? from)
    await put(guid, REVIEW_STATUSES.withdrawn)
  })

  it('keeps an enabled template from being deleted', async () => {
    const guid = await create(owner)
    await put(guid, REVIEW_STATUSES.enabled)
    await expect(owner.call(emailTemplateCalls.delete, { guid })).rejects.toEqual(refusal('emailTemplate.stateForbids'))
    await put(guid, REVIEW_STATUSES.withdrawn)
  })

  it('enables one template for each type and language, and the question names the other', async () => {
    const actor = await center.developer()
    const [one, two, other] = [
      await create(actor, { name: '甲' }),
      await create(actor, { name: '乙' }),
      await create(actor, { language: 'en' }),
    ]
    for (const guid of [one, two, other]) await put(guid, REVIEW_STATUSES.approved)
    await actor.call(emailTemplateCalls.enable, { guid: one })
    await actor.call(emailTemplateCalls.enable, { guid: other })
    expect(await actor.call(emailTemplateCalls.get, { guid: two })).toMatchObject({ inUse: { guid: one, name: '甲' } })
    await expect(actor.call(emailTemplateCalls.enable, { guid: two })).rejects.toMatchObject({
      error: 'emailTemplate.otherEnabled',
      message: expect.stringContaining('甲') as string,
    })
    await actor.call(emailTemplateCalls.enable, { guid: two, replacing: one })
    expect(await Promise.all([one, two, other].map((guid) => statusOf(actor, guid)))).toEqual([4, 5, 5])
  })

  it('is decided by a command that shows the words safely, and the developer gets the reason', async () => {
    const actor = await center.developer({ name: '远景' })
    const guid = await create(actor, {
      name: '待审',
      body: '<p>{account} <a href="{activationLink}">a</a> <a href="https://other.example/x">b</a></p>',
      text: '{account} {activationLink}\tend',
    })
    const read = await readingOf(actor, guid)
    const listed = await platform('templates')
    expect(listed.output).toContain(read)
    expect(listed.output).toContain('远景')
    expect(listed.output).toContain('│ {account} a: {activationLink} b: https://other.example/x')
    expect(listed.output).toContain('│ {account} {activationLink} end')
    await platform('reject-template', read, '请写明', '退订方式')
    expect(await actor.call(emailTemplateCalls.get, { guid })).toMatchObject({ status: 3, reason: '请写明 退订方式' })
    expect(await center.message(actor.account)).toMatchObject({
      kind: 'templateRejected',
      body: expect.stringContaining('请写明 退订方式') as string,
    })
    await actor.call(emailTemplateCalls.update, { guid, ...payload() })
    expect(await actor.call(emailTemplateCalls.get, { guid })).toMatchObject({ status: 1, reason: null })
    await platform('approve-template', await readingOf(actor, guid))
    expect((await center.message(actor.account)).kind).toBe('templateApproved')
    for (const wrongly of [
      ['approve-template', 'x'],
      ['approve-template', guid],
      ['reject-template', read],
    ])
      expect(await platform(...wrongly)).toMatchObject({ code: 2 })
    expect(await platform('approve-template', `${center.ground.ids.guid()}:1`)).toMatchObject({ code: 1 })
  })

  it('decides only on the text that was read', async () => {
    const guid = await create(owner)
    const read = await readingOf(owner, guid)
    await owner.call(emailTemplateCalls.withdraw, { guid })
    await owner.call(emailTemplateCalls.update, { guid, ...payload() })
    for (const command of [
      ['approve-template', read],
      ['reject-template', read, '缺少退订说明'],
    ])
      expect(await platform(...command)).toMatchObject({
        code: 1,
        output: expect.stringContaining('was changed after you read it') as string,
      })
    expect(await statusOf(owner, guid)).toBe(REVIEW_STATUSES.reviewing)
  })
})

describe('the preview', () => {
  it.each(Object.keys(EMAIL_TEMPLATE_TYPES) as EmailTemplateType[])(
    "of %s starts from the platform's text in both languages, which is acceptable as a template",
    async (type) => {
      for (const language of LOCALES) {
        const of = { type: EMAIL_TEMPLATE_TYPES[type], language }
        const { subject, body, mail } = await owner.call(emailTemplateCalls.preview, of)
        await create(owner, { ...of, subject, body })
        expect(mail.subject + mail.html + mail.text).not.toMatch(new RegExp(`\\{(?:${variablesOf(type).join('|')})\\}`))
        expect(mail.html).toContain('云帆软件')
      }
    },
  )

  it('of hostile texts is harmless', async () => {
    const { mail } = await owner.call(emailTemplateCalls.preview, {
      type: 7,
      language: 'zh',
      subject: '<script>',
      body: '<script>1</script><p>{account}<img src=x onerror=1></p>',
    })
    expect(mail.subject).toBe('<script>')
    expect(mail.html).toMatch(/<p>wang@example\.com<\/p>/)
    expect(mail.html).not.toMatch(/script|onerror/)
  })
})

describe('a test mail', () => {
  const texts = (given: Partial<Template> = {}) => {
    const { name: _name, ...rest } = payload(given)
    return rest
  }

  it("goes to the caller's own address only, with sample values, five times a minute", async () => {
    expect(await owner.call(emailTemplateCalls.sendTest, texts({ language: 'en' }))).toEqual({ to: owner.account })
    const { subject, body } = await center.message(owner.account)
    expect(subject).toBe('[Test] 云帆软件 欢迎您')
    expect(body).toContain('Alex Smith')
    const picture = texts({ body: '<p>{account} {activationLink}<img src="https://track.example/1.gif"></p>' })
    await expect(owner.call(emailTemplateCalls.sendTest, picture)).rejects.toEqual(
      refusal('emailTemplate.foreignPicture'),
    )
    const nobody = await center.developer()
    await center.ground.database.owner.query("update account set email = null, mobile = '13912345678' where id = $1", [
      nobody.accountId,
    ])
    await expect(nobody.call(emailTemplateCalls.sendTest, texts())).rejects.toEqual(refusal('emailTemplate.noAddress'))
    for (let sent = 3; sent < 5; sent++) await owner.call(emailTemplateCalls.sendTest, texts())
    await expect(owner.call(emailTemplateCalls.sendTest, texts())).rejects.toEqual(refusal('platform.tooFrequent'))
  })
})

describe('mails to users', () => {
  let smtp: TestSmtp
  let sending: TestCenter
  beforeAll(async () => {
    smtp = await startSmtp()
    sending = await createTestCenter({ config: { smtpUrl: smtp.url } })
    await sending.center.startBackground()
  })
  afterAll(async () => {
    await sending.close()
    await smtp.close()
  })

  /** The parts of a message, decoded. */
  function partsOf({ content }: Received): Record<string, string> {
    return Object.fromEntries(
      content.split(/\r\n--[^\r]+\r\n/).flatMap((part) => {
        const [head = '', ...rest] = part.split('\r\n\r\n')
        const type = /content-type: (text\/\w+)/i.exec(head)?.[1]
        if (type === undefined) return []
        const raw = rest.join('\r\n\r\n')
        const isBase64 = /base64/i.test(head)
        const text = isBase64
          ? Buffer.from(raw, 'base64').toString()
          : Buffer.from(
              raw
                .replace(/=\r\n/g, '')
                .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
              'latin1',
            ).toString()
        return [[type, text]]
      }),
    )
  }

  it('have the text of the approved and enabled template, in the language of the reader', async () => {
    const { decideTemplate } = await import('./index.ts')
    const actor = await sending.developer({ name: '云帆软件' })
    const words = { zh: '欢迎加入', en: 'Welcome aboard' }
    for (const language of LOCALES) {
      const body = `<h1>${words[language]}</h1><p>{account} <a href="{activationLink}">go</a></p>`
      const guid = await create(actor, { language, subject: `${words[language]} {developerName}`, body })
      await decideTemplate(sending.ground, { guid, revision: 1, event: 'approve', reason: null })
      await smtp.next() // the message to the developer
      await actor.call(emailTemplateCalls.enable, { guid })
    }
    for (const language of LOCALES) {
      const { account } = userPayload()
      await sending.ground.database.owner.query(
        `insert into account (id, email, password_hash, locale, created_at)
         values (gen_random_uuid(), $1, '!', $2, now())`,
        [account, language],
      )
      const { guid } = await actor.call(userCalls.create, { account })
      const received = await smtp.next()
      expect(received.to).toEqual([account])
      const parts = partsOf(received)
      expect(parts['text/html']).toContain(`<h1>${words[language]}</h1><p>${account} <a href="http`)
      expect(parts['text/plain']).toMatch(new RegExp(`^${words[language]}\\s+${account} go: http`))
      const { rows } = await sending.ground.database.owner.query(
        `select a.guid from mail_about a join mail_outbox m on m.id = a.mail_id
         where a.kind = 'user' and m.recipient = $1`,
        [account],
      )
      expect(rows).toEqual([{ guid }])
    }
  })
})

describe('the mail to a user', () => {
  it("falls back to the developer's language, then to the platform's text", async () => {
    const actor = await center.developer()
    const guid = await create(actor, { body: '<p>自定 {account} {activationLink}</p>' })
    await put(guid, REVIEW_STATUSES.enabled)
    const mailing = createMailing(center.ground)
    const bodyIn = (type: EmailTemplateType) =>
      center.ground.database.inTenant(actor.developerId, 'read', async (db) => {
        const compose = await mailing.open({ db, developerId: actor.developerId }, type, 'en')
        return compose({ account: 'a@b.example', activationLink: 'https://c.example' })
      })
    expect(await bodyIn('addAccountActivate')).toMatchObject({ body: '自定 a@b.example https://c.example' })
    expect(await bodyIn('addAccountNew')).toMatchObject({
      body: expect.stringContaining('created the Sealwright') as string,
    })
    expect(await bodyIn('addAccountNew')).not.toHaveProperty('html')
  })

  it('confirms the activation once, in the words of the developer that invited them', async () => {
    const [one, other] = [await center.developer({ name: '云帆软件' }), await center.developer({ name: '远景' })]
    const guid = await create(one, { type: 2, subject: '欢迎 {developerName}', body: '<p>{account} 已激活</p>' })
    await put(guid, REVIEW_STATUSES.enabled)
    const { account } = userPayload()
    await one.call(userCalls.create, { account })
    const { link } = await center.message(account)
    await other.call(userCalls.create, { account })
    await center.visitor(identityCalls.activate, { link, password: PASSWORD, confirmPassword: PASSWORD })
    const { rows } = await center.ground.database.owner.query(
      "select developer_id, subject, html from mail_outbox where recipient = $1 and kind = 'registration'",
      [account],
    )
    expect(rows).toEqual([
      { developer_id: one.developerId, subject: '欢迎 云帆软件', html: expect.stringContaining('已激活') as string },
    ])
  })

  it('of another developer never has this template', async () => {
    const { account } = userPayload()
    const other = await center.developer()
    await other.call(userCalls.create, { account })
    const [row] = await listOutbox(center.ground.database.owner, 1)
    expect(row).toMatchObject({ recipient: account, html: null })
  })
})
