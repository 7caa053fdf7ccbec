// The messages and notices of the demo: what an administrator found at the bell in the last month. The tasks of the
// demo send their own.
import { DAY_MS, HOUR_MS } from '@sealwright/contract'
import { TO_EVERYBODY, insertNotice } from '../domains/message/index.ts'
import type { NewMessage } from '../kernel/notify.ts'
import type { Story } from './story.ts'
import type { Words } from './words/index.ts'

/** Older messages and notices have been read. */
const READ_AFTER_DAYS = 4

/** `dayIn` is a date so many days from the present. */
const messagesOf = (words: Words, dayIn: (days: number) => string): (NewMessage & { ago: number })[] => [
  {
    ago: 30,
    kind: 'invitationAccepted',
    params: { name: words.messages.accepted, developer: words.developer },
    link: '/access',
  },
  {
    ago: 27,
    kind: 'packageEnding',
    params: { name: words.offers.mobile, day: dayIn(3), count: 1, licenses: 42, updates: 60 },
    link: '/billing/package',
  },
  {
    ago: 21,
    kind: 'riskFound',
    params: {
      risk: { phrase: 'runtime.risks.kinds.guessing' },
      subject: '203.0.113.0/24',
      evidence: { phrase: 'runtime.evidence.guesses', params: { count: 46 } },
      more: 0,
    },
    link: '/runtime/risk',
  },
  {
    ago: 16,
    kind: 'billDue',
    params: { name: words.messages.bill, amount: '1,200.00', day: dayIn(14) },
    link: '/billing/order',
  },
  {
    ago: 12,
    kind: 'seatsTaken',
    params: { serial: 'A7F2-K9QD-3M5X-TR8B', product: words.products.render.name, count: 9, more: 0 },
    link: '/runtime/log?refused=1',
  },
  {
    ago: 8,
    kind: 'invitationDeclined',
    params: { name: words.messages.declined, developer: words.developer },
    link: '/access',
  },
  {
    ago: 3,
    kind: 'riskFound',
    params: {
      risk: { phrase: 'runtime.risks.kinds.manyMachines' },
      subject: 'C4H8-N2WP-6Y7J-QE3S',
      evidence: { phrase: 'runtime.evidence.machines', params: { count: 14, limit: 2 } },
      more: 0,
    },
    link: '/runtime/risk',
  },
  {
    ago: 2,
    kind: 'serviceFeeEnding',
    params: { day: dayIn(28), amount: '3,600.00' },
    link: '/billing',
  },
  { ago: 1, kind: 'lowBalance', params: { balance: '986.40', line: '1,000.00' }, link: '/billing' },
]

const NOTICES = [
  {
    ago: 26,
    level: 'info',
    titleZh: '新功能：浏览器登录',
    textZh: '程序可以通过浏览器登录，安全验证和两步验证同样有效。\n详见指南“十分钟给程序加上授权”。',
    titleEn: 'New: sign in through the browser',
    textEn: 'Programs can sign in through the browser, with captcha and two-step verification.\nSee the guide.',
  },
  {
    ago: 10,
    level: 'info',
    titleZh: '节假日客服时间',
    textZh: '节假日期间，客服时间为每天 9:00 至 18:00，紧急问题请拨打热线。',
    titleEn: 'Support hours during the holidays',
    textEn: 'During the holidays, support answers from 9:00 to 18:00. Call the hotline for urgent problems.',
  },
  {
    ago: 1,
    level: 'important',
    titleZh: '本周六凌晨例行维护',
    textZh: '本周六 2:00 至 3:00 进行例行维护，期间控制台可能短暂无法访问。\n程序的离线许可不受影响。',
    titleEn: 'Maintenance on Saturday night',
    textEn: 'Maintenance on Saturday from 2:00 to 3:00. The console may be unavailable.\nLeases stay valid.',
  },
] as const

export async function demoMessages(
  { ground: { database, ids, notify }, developerId, present, words }: Story,
  accountId: string,
): Promise<void> {
  const at = (ago: number) => new Date(present.getTime() - ago * DAY_MS - HOUR_MS)
  const dayIn = (days: number) => at(-days).toISOString().slice(0, 'YYYY-MM-DD'.length)
  await database.inTenant(developerId, 'write', async (db) => {
    for (const { ago, ...message } of messagesOf(words, dayIn))
      await notify({ db, developerId, now: at(ago) }, { ...message, to: [accountId] })
  })
  await database.asOwner(async (db) => {
    for (const { ago, ...notice } of NOTICES)
      await insertNotice(db, { ...TO_EVERYBODY, ...notice, guid: ids.guid(), startsAt: at(ago), endsAt: null }, at(ago))
  })
  const seenUntil = at(READ_AFTER_DAYS)
  await database.owner.query('update message set read_at = created_at where developer_id = $1 and created_at < $2', [
    developerId,
    seenUntil,
  ])
  await database.owner.query(
    `insert into notice_read (account_id, notice_guid, read_at)
     select $1, guid, starts_at from notice where starts_at < $2`,
    [accountId, seenUntil],
  )
}
