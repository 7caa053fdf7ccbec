// The messages and notices of the demo: what an administrator found at the bell in the last month. The tasks of the
// demo send their own. Numbers, days and codes come from its data, so a message never contradicts the page it leads to.
import { DAY_MS, DEFAULT_TIME_ZONE, HOUR_MS, LIMITS, localDay } from '@sealwright/contract'
import { listEndings } from '../domains/billing/reminder/reminder.queries.ts'
import { TO_EVERYBODY, insertNotice } from '../domains/message/index.ts'
import { fullNow, risksNow } from '../domains/runtime/log/alert.service.ts'
import type { Db } from '../kernel/db/database.ts'
import type { NewMessage } from '../kernel/notify.ts'
import type { Story } from './story.ts'
import type { Words } from './words/index.ts'

/** Older messages and notices have been read. */
const READ_AFTER_DAYS = 4
const WEEK_MS = 7 * DAY_MS

type Dated = NewMessage & { ago: number }

/** What programs and packages of the demo really caused, so that the pages behind the links say the same. */
async function causedMessages(tenant: { db: Db; developerId: number; now: Date }): Promise<Dated[]> {
  const { now } = tenant
  const [risks, full] = [await risksNow(tenant, WEEK_MS), await fullNow(tenant, WEEK_MS)]
  const soon = Math.max(...LIMITS.billing.reminderDays)
  const ends = await listEndings(tenant, new Date(now.getTime() + soon * DAY_MS))
  return [
    ...full.slice(0, 1).map(({ params, link }) => ({
      ago: 5,
      kind: 'seatsTaken' as const,
      params: { ...params, more: 0 },
      link,
    })),
    ...risks.slice(0, 2).map(({ params, link }, index) => ({
      ago: index + 1,
      kind: 'riskFound' as const,
      params: { ...params, more: 0 },
      link,
    })),
    ...ends
      .filter(({ kind }) => kind === 'package')
      .map(({ name, refs, licenses, updates, endsAt }) => ({
        ago: soon - Math.floor((endsAt.getTime() - now.getTime()) / DAY_MS),
        kind: 'packageEnding' as const,
        params: { name, count: refs.length, licenses, updates, day: localDay(endsAt, DEFAULT_TIME_ZONE) },
        link: '/billing/package',
      })),
  ]
}

const answeredInvitations = (words: Words): Dated[] => [
  {
    ago: 16,
    kind: 'invitationAccepted',
    params: { name: words.finance.userName, developer: words.developer },
    link: '/access',
  },
  {
    ago: 8,
    kind: 'invitationDeclined',
    params: { name: words.messages.declined, developer: words.developer },
    link: '/access',
  },
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
  await database.inTenant(developerId, 'write', async (db) => {
    const caused = await causedMessages({ db, developerId, now: present })
    for (const { ago, ...message } of [...answeredInvitations(words), ...caused])
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
