// Mails through the sender of a developer, with real SMTP servers: which way each mail goes, and what its page tells.
import {
  LIMITS,
  MAIL_PROBLEMS,
  SENDER_MAIL_KINDS,
  licenseCalls,
  mailCalls,
  productCalls,
  senderCalls,
  templateCalls,
  userCalls,
} from '@sealwright/contract'
import type { FollowedMailKind, PayloadOf, SenderState } from '@sealwright/contract'
import { createTestCenter, productPayload, startSmtp, templatePayload, userPayload } from '@sealwright/testkit'
import type { Actor, TestCenter, TestSmtp } from '@sealwright/testkit'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createMailer, listOutbox } from '../../kernel/mail/outbox.ts'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import { createSmtpGuard } from '../../kernel/mail/smtp-guard.ts'
import { createSmtp } from '../../kernel/mail/smtp.ts'
import { parseException } from '../../kernel/network-guard.ts'
import { createSenders } from './index.ts'

const smtpAllowed = [parseException('127.0.0.1:*')].filter((exception) => exception !== undefined)
/** A failing sender rests this long. */
const REST_MS = LIMITS.sender.restSeconds * 1_000
let center: TestCenter
/** The SMTP server of the platform. */
let platform: TestSmtp
let actor: Actor
let userGuid = ''
const servers: TestSmtp[] = []
beforeAll(async () => {
  platform = await startSmtp()
  center = await createTestCenter({ config: { smtpAllowed, smtpUrl: platform.url, mailFrom: 'center@test.example' } })
})
beforeEach(async () => {
  platform.received.length = 0
  actor = await center.developer()
  userGuid = (await actor.call(userCalls.create, userPayload())).guid
})
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())))
afterAll(async () => {
  await center.close()
  await platform.close()
})

async function start(...options: Parameters<typeof startSmtp>): Promise<TestSmtp> {
  const server = await startSmtp(...options)
  servers.push(server)
  return server
}

const senderPayload = (port: number): PayloadOf<typeof senderCalls.create> => ({
  email: 'shop@yunfan.example',
  name: '云帆',
  host: '127.0.0.1',
  port,
  tls: 'none',
  smtpUser: 'user',
  password: 'secret',
})
const addSender = async (port: number) => (await actor.call(senderCalls.create, senderPayload(port))).guid
const senderNow = (guid: string) => actor.call(senderCalls.get, { guid })
const foundBy = async (state: SenderState) =>
  (await actor.call(senderCalls.find, { currentPage: 1, pageSize: 10, state })).rows.map(({ guid }) => guid)

/** Queues a mail about the user. */
const queue = (kind: FollowedMailKind = 'addAccount') =>
  center.ground.database.inTenant(actor.developerId, 'write', (db) =>
    center.ground.mailer.queue(db, {
      developerId: actor.developerId,
      kind,
      to: 'reader@test.example',
      subject: '主题',
      body: '正文 123456',
      about: [{ kind: 'user', guid: userGuid }],
    }),
  )
/** Queues a mail of the developer that is about no row. */
const queueAny = (kind: string, unsubscribe?: string) =>
  center.ground.database.inTenant(actor.developerId, 'write', (db) =>
    center.ground.mailer.queue(db, {
      developerId: actor.developerId,
      kind,
      to: 'reader@test.example',
      subject: '主题',
      body: '正文 123456',
      ...(unsubscribe !== undefined && { unsubscribe }),
    }),
  )
/** Runs the job of a mail once. A try that asks for another one rejects. */
const attempt = (
  id: string,
  { isLast = false, mailer = center.ground.mailer }: { isLast?: boolean; mailer?: Mailer } = {},
) =>
  mailer.job.run({ id }, { isLast }).then(
    () => 'done',
    () => 'again',
  )
const mails = async (guid = userGuid) => (await actor.call(mailCalls.find, { about: 'user', guid })).rows
/** The messages of the super administrator. */
const told = async () => {
  const { rows } = await center.ground.database.owner.query<{ kind: string; params: object }>(
    'select kind, params from message where account_id = $1',
    [actor.accountId],
  )
  return rows
}
/** A mailer with other settings: a short time limit, or no SMTP server of the platform. */
const mailerWith = ({
  smtpUrl,
  timeoutMs,
  ...other
}: Partial<Parameters<typeof createMailer>[0]> & { timeoutMs?: number }) => {
  const { ground } = center
  return createMailer({
    ...ground,
    owner: ground.database.owner,
    smtpUrl,
    from: 'center@test.example',
    sms: undefined,
    smtp: createSmtp(createSmtpGuard(smtpAllowed), timeoutMs === undefined ? {} : { timeoutMs }),
    senders: createSenders(ground),
    ...other,
  })
}

describe('a mail of a developer', () => {
  it('goes through the default sender, with its name and address, and counts for it', async () => {
    const server = await start({ password: 'secret' })
    const guid = await addSender(server.port)
    expect(await attempt(await queue())).toBe('done')
    expect(server.received).toMatchObject([{ from: 'shop@yunfan.example', to: ['reader@test.example'] }])
    expect(platform.received).toHaveLength(0)
    expect(await mails()).toMatchObject([{ state: 'sent', sender: 'shop@yunfan.example', canResend: false }])
    const sender = await senderNow(guid)
    expect(sender).toMatchObject({ state: 'working', delivered: 1, failed: 0, bounced: 0 })
    expect(sender.days).toMatchObject([{ delivered: 1 }])
  })

  it('tells the way out of it in its headers, whoever sends it', async () => {
    const page = 'https://center.example/p/unsubscribe?token=1.a.b'
    const queueBoth = async () => [await queueAny('promotion', page), await queueAny('promotion', 'stop@test.example')]
    for (const id of await queueBoth()) await attempt(id)
    const server = await start({ password: 'secret' })
    await addSender(server.port)
    for (const id of await queueBoth()) await attempt(id)
    for (const { received } of [platform, server]) {
      const [first, second] = received.map(({ content }) => content)
      expect(first).toContain(`List-Unsubscribe: <${page}>\r\n`)
      expect(first).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
      expect(second).toContain('List-Unsubscribe: <mailto:stop@test.example>\r\n')
    }
  })

  it('goes through the platform without a sender', async () => {
    await attempt(await queue())
    expect(platform.received).toMatchObject([{ from: 'center@test.example' }])
    expect(await mails()).toMatchObject([{ state: 'sent', sender: null }])
  })

  it('goes through the sender only if it is of a kind that the operator of its server may read', async () => {
    const server = await start({ password: 'secret' })
    await addSender(server.port)
    for (const kind of SENDER_MAIL_KINDS) await attempt(await queueAny(kind))
    expect(server.received).toHaveLength(SENDER_MAIL_KINDS.length)
    expect(platform.received).toHaveLength(0)
  })

  it.each([
    ['proves an address', ['adminInvited', 'partnerInvited', 'addAccountActivate']],
    ['tells about the security of an account', ['passwordChanged', 'addressChanged', 'addressAdded']],
    ['is for administrators', ['lowBalance', 'senderFailing', 'dailyMessages']],
    ['is of an unknown kind', ['unknown']],
  ])('never goes through the sender if it %s', async (_case, kinds) => {
    const server = await start({ password: 'secret' })
    await addSender(server.port)
    for (const kind of kinds) await attempt(await queueAny(kind))
    expect(server.received).toHaveLength(0)
    expect(platform.received.map(({ from }) => from)).toEqual(kinds.map(() => 'center@test.example'))
  })

  it('with an activation link goes through the platform, one about a new account through the sender', async () => {
    const server = await start({ password: 'secret' })
    await addSender(server.port)
    const sent = async (needActivation: boolean) => {
      const { guid } = await actor.call(userCalls.create, { ...userPayload(), needActivation, sendMail: true })
      const { rows } = await center.ground.database.owner.query<{ id: string; kind: string; body: string }>(
        'select m.id, m.kind, m.body from mail_outbox m join mail_about a on a.mail_id = m.id where a.guid = $1',
        [guid],
      )
      await attempt(rows[0]?.id ?? '')
      return rows[0]
    }
    expect(await sent(true)).toMatchObject({ kind: 'addAccountActivate' })
    expect([server.received.length, platform.received.length]).toEqual([0, 1])
    const known = await sent(false)
    expect(known?.kind).toBe('addAccountNew')
    expect([server.received.length, platform.received.length]).toEqual([1, 1])
    // Its link is the page where everybody can ask for a new password, without a code.
    expect(known?.body.match(/https?:\S+/g)).toEqual([expect.stringMatching(/\/p\/reset#lang=\w+$/)])
  })

  it.each([
    ['a server that refuses the sign-in', { password: 'other' }, 'signIn'],
    ['a server that refuses the address', { password: 'secret', refusesFrom: () => true }, 'senderRefused'],
    ['a server that requires encryption', { password: 'secret', tls: 'starttls' }, 'tlsRequired'],
    ['a closed port', undefined, 'refused'],
  ] as const)(
    'falls back to the platform at once for %s, and administrators hear of it once',
    async (_case, options, problem) => {
      const server = await start(options)
      const { port } = server
      if (!options) await server.close()
      const guid = await addSender(port)
      const first = await queue()
      expect(await attempt(first)).toBe('done')
      await attempt(await queue())
      center.clock.advance(REST_MS)
      await attempt(await queue())
      expect(server.received).toHaveLength(0)
      expect(platform.received).toHaveLength(3)
      // The platform shows the sender's name, and answers go to the sender.
      expect(platform.received[0]?.from).toBe('center@test.example')
      expect(platform.received[0]?.content).toMatch(/^Reply-To: .*<shop@yunfan\.example>\r?$/m)
      expect(platform.received[0]?.content).toContain(`Message-ID: <${first}@sealwright>`)
      expect(await senderNow(guid)).toMatchObject({ state: 'failing', problem, failed: 3, delivered: 0 })
      expect(await foundBy('failing')).toEqual([guid])
      expect(await told()).toEqual([{ kind: 'senderFailing', params: { email: 'shop@yunfan.example', problem } }])
      expect(await mails()).toMatchObject([{ sender: null }, {}, {}])
    },
  )

  it('goes through the sender again once it works, and the next failure is told anew', async () => {
    let isRefusing = true
    const server = await start({ password: 'secret', refusesFrom: () => isRefusing })
    const guid = await addSender(server.port)
    await attempt(await queue())
    isRefusing = false
    // Right after a failure, the sender is not tried.
    await attempt(await queue())
    expect(server.received).toHaveLength(0)
    center.clock.advance(REST_MS)
    await attempt(await queue())
    expect(server.received).toHaveLength(1)
    expect(await senderNow(guid)).toMatchObject({ state: 'working', failingSince: null, problem: null })
    expect(await foundBy('working')).toEqual([guid])
    expect(await foundBy('failing')).toEqual([])
    expect(await told()).toHaveLength(1)
    isRefusing = true
    await attempt(await queue())
    expect(await told()).toHaveLength(2)
  })

  it('whose recipient is refused is a bounce: nobody else sends it, and it is not tried again', async () => {
    const server = await start({ password: 'secret', refuse: () => true })
    const guid = await addSender(server.port)
    expect(await attempt(await queue())).toBe('done')
    expect(platform.received).toHaveLength(0)
    expect(await mails()).toMatchObject([
      { state: 'failed', problem: 'recipientRefused', said: '550 mailbox unavailable', canResend: true },
    ])
    expect(await senderNow(guid)).toMatchObject({ state: 'unverified', bounced: 1, failed: 0 })
    expect(await told()).toEqual([])
  })

  it('is tried again after a temporary refusal, and goes through the platform in the end', async () => {
    const server = await start({ password: 'secret', refuse: () => ({ code: 451, text: '4.7.1 Greylisted' }) })
    await addSender(server.port)
    const id = await queue()
    expect(await attempt(id)).toBe('again')
    expect(await mails()).toMatchObject([{ state: 'queued', problem: 'temporary' }])
    expect(platform.received).toHaveLength(0)
    expect(await attempt(id, { isLast: true })).toBe('done')
    expect(platform.received).toHaveLength(1)
  })

  it('that the server took without a word is not sent again by itself', async () => {
    const server = await start({ password: 'secret', hangsAtEnd: true })
    const guid = await addSender(server.port)
    const mailer = mailerWith({ smtpUrl: platform.url, timeoutMs: 300 })
    expect(await attempt(await queue(), { mailer })).toBe('done')
    expect(server.received).toHaveLength(1)
    expect(platform.received).toHaveLength(0)
    expect(await mails()).toMatchObject([{ state: 'failed', problem: 'unconfirmed', canResend: true }])
    expect(await senderNow(guid)).toMatchObject({ state: 'failing', problem: 'unconfirmed' })
  })

  it('fails with its reason if the sender fails and the platform cannot send, and is resent once', async () => {
    const server = await start({ password: 'other' })
    const guid = await addSender(server.port)
    const mailer = mailerWith({})
    const id = await queue()
    expect(await attempt(id, { mailer })).toBe('again')
    expect(await attempt(id, { mailer, isLast: true })).toBe('done')
    expect(await mails()).toMatchObject([{ id, state: 'failed', problem: 'signIn', canResend: true }])
    const good = await start({ password: 'secret' })
    await actor.call(senderCalls.update, { guid, port: good.port, password: 'secret' })
    const resend = () => actor.call(mailCalls.resend, { about: 'user', guid: userGuid, id })
    const clicks = await Promise.allSettled([resend(), resend(), resend()])
    expect(clicks.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected'])
    // The queue may run the job twice.
    await attempt(id, { mailer })
    await attempt(id, { mailer })
    expect(good.received).toHaveLength(1)
    expect(await mails()).toMatchObject([{ id, state: 'sent', sender: 'shop@yunfan.example' }])
    await expect(resend()).rejects.toMatchObject({ error: 'mail.stateForbids' })
  })
})

describe('a failure', () => {
  it('of the record of a failing sender neither repeats nor loses a mail', async () => {
    const server = await start({ password: 'other' })
    await addSender(server.port)
    const markFailing = () => Promise.reject(new Error('the database is away'))
    const mailer = mailerWith({ smtpUrl: platform.url, senders: { ...createSenders(center.ground), markFailing } })
    const id = await queue()
    await attempt(id, { mailer })
    await attempt(id, { mailer, isLast: true })
    expect(platform.received).toHaveLength(1)
    expect(await mails()).toMatchObject([{ state: 'sent' }])
  })

  it('to find the sender is noted, and the last one leaves no mail queued without a job', async () => {
    const findDefault = () => Promise.reject(new Error('the database is away'))
    const mailer = mailerWith({ smtpUrl: platform.url, senders: { ...createSenders(center.ground), findDefault } })
    const id = await queue()
    expect(await attempt(id, { mailer })).toBe('again')
    expect(await mails()).toMatchObject([{ state: 'queued', problem: 'other' }])
    await attempt(id, { mailer, isLast: true })
    expect(await mails()).toMatchObject([{ state: 'failed', problem: 'other', said: null, canResend: true }])
  })

  it("of the platform's server is told to the developer without its words, and to the operator with them", async () => {
    const busy = await start({ refuse: () => ({ code: 451, text: '4.3.0 relay mx7.internal is full' }) })
    const mailer = mailerWith({ smtpUrl: busy.url })
    const id = await queue()
    await attempt(id, { mailer, isLast: true })
    expect(await mails()).toMatchObject([{ state: 'failed', problem: 'other', said: null }])
    const outbox = await listOutbox(center.ground.database.owner, 100)
    expect(outbox.find((row) => row.id === id)?.last_error).toContain('mx7.internal')
    const reading = center.ground.database.inTenant(actor.developerId, 'read', (db) =>
      db.execute('select last_error from mail_outbox'),
    )
    await expect(reading).rejects.toMatchObject({ cause: { code: '42501' } })
  })

  it('lets a sender rest even if the platform cannot send, until the last try', async () => {
    const server = await start({ password: 'other' })
    const guid = await addSender(server.port)
    const mailer = mailerWith({})
    await attempt(await queue(), { mailer })
    const good = await start({ password: 'secret' })
    await center.ground.database.owner.query('update sender set port = $2 where guid = $1', [guid, good.port])
    const id = await queue()
    expect(await attempt(id, { mailer })).toBe('again')
    expect(good.received).toHaveLength(0)
    expect(await attempt(id, { mailer, isLast: true })).toBe('done')
    expect(good.received).toHaveLength(1)
  })
})

it("many mails through a developer's slow server do not hold up the mails of others", async () => {
  const own = await createTestCenter({
    config: { smtpAllowed, smtpUrl: platform.url, mailFrom: 'center@test.example' },
  })
  const slow = await start({ password: 'secret', hangsAtEnd: true })
  const [first, second] = [await own.developer(), await own.developer()]
  await first.call(senderCalls.create, senderPayload(slow.port))
  const queueTo = ({ developerId }: Actor, to: string, count: number) =>
    own.ground.database.inTenant(developerId, 'write', (db) =>
      own.ground.mailer.queueMany(
        db,
        Array.from({ length: count }, () => ({ developerId, kind: 'licenseCodes', to, subject: '主题', body: '正文' })),
      ),
    )
  try {
    await queueTo(first, 'slow@test.example', 8)
    await queueTo(second, 'other@test.example', 1)
    await own.center.startBackground()
    expect((await platform.next()).to).toEqual(['other@test.example'])
    expect(slow.received.length).toBeLessThanOrEqual(1)
  } finally {
    await slow.close()
    await own.close()
  }
})

describe('the mails of a row', () => {
  async function issueCodes() {
    const product = productPayload({ licenseForm: 3 })
    await actor.call(productCalls.create, product)
    await center.credit(actor, 1_000_000)
    const { guid: templateGuid } = await actor.call(templateCalls.create, templatePayload(product.licenseId))
    const { licenses } = await actor.call(licenseCalls.issue, { templateGuid, count: 2 })
    return licenses.map(({ guid }) => guid)
  }

  it('show one mail with two codes at both licenses, without its text', async () => {
    const guids = await issueCodes()
    await actor.call(licenseCalls.deliver, { guids, channel: 'mail', recipient: 'buyer@test.example' })
    for (const guid of guids) {
      const { rows } = await actor.call(mailCalls.find, { about: 'license', guid })
      expect(rows).toMatchObject([{ kind: 'licenseCodes', recipient: 'buyer@test.example', state: 'queued' }])
      expect(Object.keys(rows[0] ?? {})).not.toContain('body')
    }
  })

  it('are hidden from administrators who may not see the row, and resent only by those who may change it', async () => {
    const [licenseGuid = ''] = await issueCodes()
    await queue()
    const { rows } = await actor.call(mailCalls.find, { about: 'user', guid: userGuid })
    await center.ground.database.owner.query("update mail_outbox set state = 'failed' where id = $1", [rows[0]?.id])
    const again = { about: 'user', guid: userGuid, id: rows[0]?.id ?? '' } as const

    const viewer = await center.administrator(actor, ['user.view'])
    expect((await viewer.call(mailCalls.find, { about: 'user', guid: userGuid })).rows).toMatchObject([
      { state: 'failed', canResend: false },
    ])
    await expect(viewer.call(mailCalls.resend, again)).rejects.toMatchObject({ error: 'platform.noPermission' })
    await expect(viewer.call(mailCalls.find, { about: 'license', guid: licenseGuid })).rejects.toMatchObject({
      error: 'platform.noPermission',
    })
    const limited = await center.administrator(actor, ['user.view', 'user.update'], { limited: ['user'] })
    for (const attempt of [
      () => limited.call(mailCalls.find, { about: 'user', guid: userGuid }),
      () => limited.call(mailCalls.resend, again),
    ])
      await expect(attempt()).rejects.toMatchObject({ error: 'user.notFound' })
    // A mail about another row is not found at this one.
    const other = (await actor.call(userCalls.create, userPayload())).guid
    await expect(actor.call(mailCalls.resend, { ...again, guid: other })).rejects.toMatchObject({
      error: 'mail.notFound',
    })
    await actor.call(mailCalls.resend, again)
  })

  it('are purged with the mails', async () => {
    const id = await queue()
    await center.ground.database.owner.query('delete from mail_outbox where id = $1', [id])
    expect(await mails()).toEqual([])
  })
})

it('the message about a failing sender has words for every problem in both languages', () => {
  for (const say of Object.values(center.ground.languages))
    for (const problem of MAIL_PROBLEMS)
      expect(say('message.kinds.senderFailing.body', { problem })).not.toMatch(/[{}]|senderFailing/)
})
