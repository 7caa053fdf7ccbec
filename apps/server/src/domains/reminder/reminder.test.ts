// The daily rounds: what is said to whom, at which time of day, and exactly once.
import {
  DAY_MS,
  EMAIL_TEMPLATE_TYPES,
  LICENSE_FAMILIES,
  REVIEW_STATUSES,
  configCalls,
  developerCalls,
  emailTemplateCalls,
  instantOf,
  licenseCalls,
  localDay,
  mondayOf,
  packageCalls,
  pcLicenseCalls,
  productCalls,
} from '@sealwright/contract'
import type { LicenseFamily } from '@sealwright/contract'
import { createTestCenter, createVendor, productPayload } from '@sealwright/testkit'
import type { Actor, TestCenter, Vendor } from '@sealwright/testkit'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCharging } from '../billing/ledger/charging.service.ts'

const ZONE = 'Asia/Shanghai'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
  center.clock.freeze()
  await goTo('10:00:00')
})
afterAll(() => center.close())

/** Moves the clock to the next such time in the zone. */
async function goTo(time: string, zone = ZONE) {
  const now = center.clock.now()
  const today = localDay(now, zone)
  const at = [0, 1, 2]
    .map((days) =>
      instantOf(`${localDay(new Date(Date.parse(`${today}T00:00:00Z`) + days * DAY_MS), 'UTC')}T${time}`, zone),
    )
    .find((moment) => moment > now)
  center.clock.advance((at?.getTime() ?? 0) - now.getTime())
}
const query = (text: string, values: unknown[] = []) =>
  center.ground.database.owner.query<Record<string, unknown>>(text, values)
const round = async () => {
  for (const job of center.center.reminder.jobs) await job.run({}, { isLast: true })
}
/** The round of another day. */
const nextRound = async (days = 1) => {
  center.clock.advance(days * DAY_MS)
  await round()
}
const inDays = (days: number) => new Date(center.clock.now().getTime() + days * DAY_MS)
const mails = async (who: Pick<Actor, 'developerId'>) =>
  (
    await query(
      `select kind, recipient, subject, body, unsubscribe,
         (select array_agg(a.kind || ' ' || a.guid order by a.kind, a.guid) from mail_about a
          where a.mail_id = mail_outbox.id) as about
       from mail_outbox
       where developer_id = $1 and kind <> 'weeklyDigest' order by created_at, recipient, id`,
      [who.developerId],
    )
  ).rows
const messages = async ({ accountId }: Pick<Actor, 'accountId'>) =>
  (
    await query('select kind, params, link from message where account_id = $1 order by created_at, kind, guid', [
      accountId,
    ])
  ).rows as { kind: string; params: Record<string, unknown>; link: string }[] // these columns

const FEE_FEN = 98_000
/** A formal developer whose fee is paid until then. */
async function feePayer(until: Date): Promise<Actor> {
  const who = await center.developer()
  await query('update billing_terms set fee_fen = $2 where developer_id = $1', [who.developerId, FEE_FEN])
  await paidUntil(who, until)
  return who
}
const paidUntil = ({ developerId }: Actor, until: Date) =>
  query('update developer set service_until = $2 where id = $1', [developerId, until])

describe('of money', () => {
  it('the service fee is announced thirty and fifteen days before it ends, and after the end, once each', async () => {
    const who = await feePayer(inDays(29))
    await round()
    await round()
    expect(await mails(who)).toMatchObject([
      { kind: 'serviceFeeEnding', body: expect.stringContaining('980.00') as string },
    ])
    expect((await mails(who))[0]?.['body']).toContain('/billing?pay=serviceFee')
    await paidUntil(who, inDays(32))
    await nextRound()
    expect(await mails(who)).toHaveLength(1)
    await nextRound(3)
    await nextRound(20)
    await Promise.all([nextRound(10), round()])
    expect((await mails(who)).map(({ kind }) => kind)).toEqual([
      'serviceFeeEnding',
      'serviceFeeEnding',
      'serviceFeeEnding',
      'serviceFeeOver',
    ])
  })

  it('a fee that is at once within fifteen days of its end gets one reminder', async () => {
    const sudden = await feePayer(inDays(14))
    await round()
    await nextRound()
    expect((await mails(sudden)).map(({ kind }) => kind)).toEqual(['serviceFeeEnding'])
  })

  it('packages say what is left, one message for each type; empty packages are left out', async () => {
    const who = await center.developer()
    const guid = center.ground.ids.guid()
    await query(
      `insert into package_offer (guid, type, licenses, updates, days, price_fen, created_at)
       values ($1, '月包', 10, 5, 20, 0, now())`,
      [guid],
    )
    await who.call(packageCalls.buy, { guid, count: 2, priceFen: 0 })
    const empty = center.ground.ids.guid()
    await query(
      `insert into package_offer (guid, type, licenses, updates, days, price_fen, created_at)
       values ($1, '小包', 1, 0, 20, 0, now())`,
      [empty],
    )
    await who.call(packageCalls.buy, { guid: empty, priceFen: 0 })
    await center.inBooks(who, (books) =>
      createCharging().charge(books, {
        purpose: 'test',
        category: 'issue',
        subject: '模板',
        count: 1,
        packageType: '小包',
        price: { totalFen: 0, lines: [], units: { stock: 'packageLicenses', count: 1 } },
      }),
    )
    await round()
    await nextRound()
    expect(await mails(who)).toMatchObject([
      {
        kind: 'packageEnding',
        subject: expect.stringContaining('月包') as string,
        body: expect.stringMatching(/2 个“月包”套餐.*20 个许可和 10 次更新/) as string,
      },
    ])
  })

  it('a platform bill is mentioned when it is overdue', async () => {
    const who = await center.developer()
    const bill = (purpose: string, dueAt: Date) =>
      center.inBooks(who, (books) =>
        createCharging().billDue(
          books,
          {
            purpose,
            category: 'platform',
            subject: '实施费',
            count: 1,
            price: { totalFen: 123_400, lines: [], units: null },
          },
          dueAt,
        ),
      )
    await bill('test:later', inDays(3))
    await round()
    expect(await mails(who)).toEqual([])
    await bill('test:over', inDays(-1))
    await nextRound()
    await nextRound()
    expect(await mails(who)).toMatchObject([
      { kind: 'billOverdue', subject: expect.stringContaining('1,234.00') as string },
    ])
  })
})

describe('the time of day', () => {
  it('is 09:00 in the time zone of the developer, at the earliest', async () => {
    const who = await feePayer(inDays(20))
    await query("update developer set time_zone = 'Asia/Kathmandu' where id = $1", [who.developerId])
    await goTo('08:59:00', 'Asia/Kathmandu')
    await round()
    expect(await mails(who)).toEqual([])
    await goTo('09:00:00', 'Asia/Kathmandu')
    await round()
    expect(await mails(who)).toHaveLength(1)
    await goTo('10:00:00')
  })

  it('does not let the failure of one developer stop the others, and tries it again', async () => {
    const [broken, whole] = [await feePayer(inDays(20)), await feePayer(inDays(20))]
    await query("update developer set time_zone = 'UTC' where id = any ($1)", [[broken.developerId, whole.developerId]])
    // Prevents the messages of one developer.
    await query(`alter table message add constraint broken check (developer_id <> ${broken.developerId})`)
    await goTo('09:30:00', 'UTC')
    await round()
    expect([(await mails(broken)).length, (await mails(whole)).length]).toEqual([0, 1])
    await query('alter table message drop constraint broken')
    await Promise.all([round(), round(), round()])
    expect([(await mails(broken)).length, (await mails(whole)).length]).toEqual([1, 1])
    await goTo('10:00:00')
  })
})

/** Issues licenses that end at these moments. */
async function issue(of: Vendor, family: LicenseFamily, ends: readonly Date[], licenseId = of.licenseId) {
  const made =
    family === 'smart'
      ? await of.call(licenseCalls.issue, {
          templateGuid: await of.smartTemplate({ licenseId }),
          count: ends.length,
        })
      : await of.call(pcLicenseCalls.issue, {
          kind: family,
          templateGuids: [await of.pcTemplate(family, { licenseId })],
          ...(family === 'sn' ? { count: ends.length } : { userIds: await Promise.all(ends.map(() => of.user())) }),
        })
  const guids = made.licenses.map(({ guid }) => guid)
  for (const [index, guid] of guids.entries())
    await query('update license set expires_at = $2 where guid = $1', [guid, ends[index]])
  return guids
}

const remindCustomers = (of: Actor) => of.call(configCalls.update, { key: 'remindCustomers', value: 'true' })

const endings = async (who: Pick<Actor, 'accountId'>) =>
  (await messages(who)).filter(({ kind }) => kind.endsWith('LicensesEnding'))

describe('of licenses', () => {
  it('one message per family and interval says how many end; its link lists exactly these', async () => {
    const of = await createVendor(center)
    for (const family of LICENSE_FAMILIES) await issue(of, family, [inDays(1), inDays(20), inDays(30), inDays(31)])
    const ended = await issue(of, 'sn', [inDays(3), inDays(4)])
    for (const guid of ended) await of.call(pcLicenseCalls.lock, { kind: 'sn', guid })
    await round()
    await round()
    const told = await endings(of)
    expect(told.map(({ kind, params }) => `${kind} ${String(params['count'])}`).toSorted()).toEqual([
      'accountLicensesEnding 1',
      'accountLicensesEnding 2',
      'smartLicensesEnding 1',
      'smartLicensesEnding 2',
      'snLicensesEnding 1',
      'snLicensesEnding 2',
    ])
    for (const { kind, params, link } of told.filter((one) => one.kind.startsWith('sn'))) {
      const { pathname, searchParams } = new URL(link, 'http://console')
      expect([kind, pathname]).toEqual(['snLicensesEnding', '/pc/license/sn'])
      const { records } = await of.call(pcLicenseCalls.find, {
        kind: 'sn',
        effective: true,
        expireStart: searchParams.get('expireStart') ?? '',
        expireEnd: searchParams.get('expireEnd') ?? '',
      })
      expect(records).toBe(params['count'])
    }
    await nextRound()
    expect((await endings(of)).slice(told.length).map(({ params }) => params)).toEqual(
      LICENSE_FAMILIES.map(() => ({ count: 1, firstDay: localDay(inDays(30), ZONE), day: localDay(inDays(30), ZONE) })),
    )
  })

  it('a center that was down for days sends the reminder that applies, and no other', async () => {
    const of = await createVendor(center)
    await round()
    await issue(of, 'sn', [inDays(33), inDays(40)])
    await nextRound(20)
    expect((await endings(of)).map(({ params }) => params['count'])).toEqual([1, 1])
    await nextRound()
    expect(await endings(of)).toHaveLength(2)
    await nextRound(5)
    expect((await endings(of)).map(({ params }) => params['count'])).toEqual([1, 1, 1])
  })

  it('reach those who may view the family, with the count of their products', async () => {
    const of = await createVendor(center)
    const other = await createVendor(center)
    const { guid: second } = await of.call(productCalls.create, productPayload({ name: '另一个', licenseForm: 3 }))
    const rows = await query('select license_id from product where guid = $1', [second])
    await issue(of, 'sn', [inDays(10), inDays(10), inDays(10)])
    await issue(of, 'sn', [inDays(10)], Number(rows.rows[0]?.['license_id']))
    const [whole, part, none, blind] = [
      await center.administrator(of, ['snLicense.view']),
      await center.administrator(of, ['snLicense.view'], { limited: ['product'], assigned: { product: [second] } }),
      await center.administrator(of, ['snLicense.view'], { limited: ['product'] }),
      await center.administrator(of, ['accountLicense.view']),
    ]
    await round()
    const counts = async (who: Actor) => (await endings(who)).map(({ params }) => params['count'])
    expect(await Promise.all([of, whole, part, none, blind, other].map(counts))).toEqual([[4], [4], [1], [], [], []])
  })
})

describe('of customers', () => {
  it('are off at first; then each person gets one mail per day of ends and interval', async () => {
    const of = await createVendor(center)
    const [guid = ''] = await issue(of, 'account', [inDays(10)])
    const codes = await issue(of, 'sn', [inDays(10), inDays(10), inDays(12), inDays(10)])
    const to = 'Buyer@customer.example'
    for (const code of codes.slice(0, 3))
      await of.call(pcLicenseCalls.deliver, { kind: 'sn', guids: [code], channel: 'mail', recipient: to })
    await of.call(pcLicenseCalls.deliver, { kind: 'sn', guids: codes.slice(3), channel: 'handed', recipient: '林先生' })
    const reminders = async () => (await mails(of)).filter(({ kind }) => kind === 'licensesEnding')
    await round()
    expect(await reminders()).toEqual([])

    await query('delete from reminder_round where developer_id = $1', [of.developerId])
    await of.call(developerCalls.update, {
      website: 'https://xingtu.example',
      contacts: [{ name: '林小满', email: 'help@xingtu.example' }],
    })
    await remindCustomers(of)
    const { account, userGuid } = await of.call(pcLicenseCalls.get, { kind: 'account', guid })
    await round()
    await round()
    await nextRound()
    const sent = await reminders()
    expect(sent.map(({ recipient }) => String(recipient)).toSorted()).toEqual(
      [String(account), to.toLowerCase(), to.toLowerCase()].toSorted(),
    )
    expect(sent[0]).toMatchObject({
      subject: expect.stringContaining('星图专业版') as string,
      body: expect.stringMatching(/https:\/\/xingtu\.example[^]*help@xingtu\.example/) as string,
      unsubscribe: 'help@xingtu.example',
    })
    // A mail is shown at each license that it is about, and at the user.
    expect(sent.map(({ about }) => String(about)).toSorted()).toEqual(
      [
        [`license ${guid}`, `user ${userGuid}`],
        codes
          .slice(0, 2)
          .map((code) => `license ${code}`)
          .toSorted(),
        [`license ${codes[2]}`],
      ]
        .map(String)
        .toSorted(),
    )
  })

  it.each([
    ['has the text of a promotion that names product and day', '<p>{productName} {expireTime} {campaignUrl}</p>', true],
    ['has the text of the platform instead of a promotion about something else', '<p>春季 {campaignUrl}</p>', false],
  ])('a mail %s', async (_case, body, isOwn) => {
    const of = await createVendor(center)
    await issue(of, 'account', [inDays(10)])
    await remindCustomers(of)
    const { guid } = await of.call(emailTemplateCalls.create, {
      name: '活动',
      type: EMAIL_TEMPLATE_TYPES.promotion,
      language: 'zh',
      subject: '{developerName} 的活动',
      body,
    })
    await query('update email_template set status = $2 where guid = $1', [guid, REVIEW_STATUSES.enabled])
    await round()
    const [mail] = (await mails(of)).filter(({ kind }) => kind === 'licensesEnding')
    expect(String(mail?.['subject']).endsWith('的活动')).toBe(isOwn)
    expect(mail?.['body']).toMatch(/\d{4}-\d{2}-\d{2}/)
  })
})

describe('the weekly digest', () => {
  const isMonday = () => localDay(center.clock.now(), ZONE) === mondayOf(localDay(center.clock.now(), ZONE))
  const goToMonday = () => {
    while (!isMonday()) center.clock.advance(DAY_MS)
  }

  const digests = async (who: Actor) => (await messages(who)).filter(({ kind }) => kind === 'weeklyDigest')

  it('comes once a week, to the super administrator, if there is something to say', async () => {
    goToMonday()
    const [of, silent] = [await createVendor(center), await center.developer()]
    const reader = await center.administrator(of, ['snLicense.view', 'billing.view'])
    await issue(of, 'sn', [inDays(25), inDays(40)])
    for (const [reason, times] of [
      ['seatLimit', 3],
      ['locked', 1],
    ] as const)
      await query(
        `insert into runtime_event (developer_id, guid, at, act, reason, times)
         values ($1, gen_random_uuid(), $2, 'validate', $3, $4)`,
        [of.developerId, inDays(-1), reason, times],
      )
    await round()
    await round()
    const told = await digests(of)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatchObject({
      link: '/dashboard',
      params: { ending: 1, refused: 4, reasons: expect.stringMatching(/3.*1/) as string, bills: 0, approvals: 0 },
    })
    await nextRound(6)
    expect(await digests(of)).toHaveLength(1)
    await nextRound()
    expect(await digests(of)).toHaveLength(2)
    expect([await digests(silent), await digests(reader)]).toEqual([[], []])
    const sent = await query("select subject from mail_outbox where developer_id = $1 and kind = 'weeklyDigest'", [
      of.developerId,
    ])
    expect(sent.rows).toHaveLength(2)
  })

  it('comes to a new developer from the next Monday on, and late about the days before Monday', async () => {
    goToMonday()
    center.clock.advance(3 * DAY_MS)
    const of = await createVendor(center)
    const refuse = (days: number) =>
      query(
        `insert into runtime_event (developer_id, guid, at, act, reason, times)
         values ($1, gen_random_uuid(), $2, 'validate', 'locked', 1)`,
        [of.developerId, inDays(days)],
      )
    await refuse(-1)
    await round()
    expect(await digests(of)).toEqual([])
    await nextRound(4)
    expect((await digests(of)).map(({ params }) => params['refused'])).toEqual([1])
    const monday = localDay(inDays(7), ZONE)
    await refuse(6)
    await refuse(8)
    await nextRound(9)
    expect((await digests(of)).at(-1)?.params).toMatchObject({ day: monday, refused: 1 })
    await nextRound(5)
    expect((await digests(of)).map(({ params }) => params['refused'])).toEqual([1, 1, 1])
  })
})
