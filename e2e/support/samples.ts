// Provides the records that the addresses of screens name: an existing record of the developer, else a new one.
import { randomBytes, randomUUID } from 'node:crypto'
import {
  CALLS,
  CAMPAIGN_STATUSES,
  LICENSE_FAMILIES,
  PC_KINDS,
  PC_LICENSE_KINDS,
  accessCalls,
  accessKeyCalls,
  activityCalls,
  approveCalls,
  auditCalls,
  auditPath,
  controlLockCalls,
  customerCalls,
  developerCalls,
  dongleLicenseCalls,
  identityCalls,
  licenseCalls,
  orderCalls,
  packageCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  roleCalls,
  shownCode,
  templateCalls,
  userCalls,
  userLockCalls,
  webhookCalls,
} from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { ENTITY_PAYLOADS, pcTemplatePayload, templatePayload } from '@sealwright/testkit/payloads'
import type { ScreenRow } from '../../apps/console/src/lib/place/screen.ts'
import { newLicenseId, productPayload } from './people.ts'
import type { Actor, People } from './people.ts'

/** A template for a screen of its family. */
async function template(actor: Actor, { path }: { path: string }): Promise<{ guid: string; name: string }> {
  const kind = PC_KINDS.find((name) => path.startsWith(`/pc/template/${name}`))
  const list = { currentPage: 1, pageSize: 1 }
  const [found] = (
    kind ? await actor.call(pcTemplateCalls.find, { ...list, kind }) : await actor.call(templateCalls.find, list)
  ).rows
  if (found) return found
  const licenseId = newLicenseId()
  await actor.call(productCalls.create, productPayload({ name: '模板的产品', licenseId, licenseForm: 3 }))
  const name = '样例模板'
  const { guid } = kind
    ? await actor.call(pcTemplateCalls.create, pcTemplatePayload(kind, licenseId, { name }))
    : await actor.call(templateCalls.create, templatePayload(licenseId, { name }))
  return { guid, name }
}

/** A customer, or a user with a tag, for such a screen. */
async function person(actor: Actor, { path }: { path: string }): Promise<{ guid: string; name: string }> {
  const list = { currentPage: 1, pageSize: 1 }
  if (path.startsWith('/customer')) {
    const [found] = (await actor.call(customerCalls.find, list)).rows
    return found ?? { ...(await actor.call(customerCalls.create, { name: '样例客户' })), name: '样例客户' }
  }
  const account = 'sample@people.example'
  const [found] = (await actor.call(userCalls.find, list)).rows
  return found
    ? { guid: found.guid, name: found.account }
    : {
        ...(await actor.call(userCalls.create, {
          account,
          customerName: '样例客户',
          tags: ['样例标签'],
          sendMail: false,
        })),
        name: account,
      }
}

type MoneyGiver = Pick<People, 'sql' | 'credit'>

/**
 * An order with its bill, from the purchase of a package. The offer is withdrawn afterwards, because all developers see
 * offers.
 */
export async function giveOrder(actor: Actor, people: MoneyGiver): Promise<{ guid: string; name: string }> {
  const [found] = (await actor.call(orderCalls.find, { currentPage: 1, pageSize: 1 })).rows
  if (found) return { guid: found.guid, name: found.orderId }
  const guid = randomUUID()
  await people.credit(actor, 200)
  await people.sql(
    `insert into package_offer (guid, type, licenses, updates, days, price_fen, created_at)
     values ($1, $2, 100, 10, 365, 9900, now())`,
    [guid, `样例套餐 ${guid.slice(0, 8)}`],
  )
  await actor.call(packageCalls.buy, { guid, priceFen: 9_900 })
  await people.sql('update package_offer set retired_at = now() where guid = $1', [guid])
  return giveOrder(actor, people)
}

/** A license for a screen of its family; it can be updated. */
async function license(
  actor: Actor,
  { path }: { path: string },
  people: MoneyGiver,
): Promise<{ guid: string; name: string }> {
  const kind = PC_LICENSE_KINDS.find((name) => path.startsWith(`/pc/license/${name}`))
  const list = { currentPage: 1, pageSize: 1, effective: true }
  const [found] = (
    kind ? await actor.call(pcLicenseCalls.find, { ...list, kind }) : await actor.call(licenseCalls.find, list)
  ).rows
  if (found) return { guid: found.guid, name: found.account ?? shownCode(found.serial) }
  const { guid: templateGuid } = await template(actor, { path: kind ? `/pc/template/${kind}` : '/template' })
  await people.credit(actor, 200)
  if (kind)
    await actor.call(pcLicenseCalls.issue, {
      kind,
      templateGuids: [templateGuid],
      ...(kind === 'account' && { userIds: [(await person(actor, { path: '/user' })).guid] }),
    })
  else await actor.call(licenseCalls.issue, { templateGuid })
  return license(actor, { path }, people)
}

/** An unread message of the reader, or a notice. */
async function inboxRow(
  { path }: { path: string },
  { sql }: MoneyGiver,
  { developerId, accountId }: Actor,
): Promise<{ guid: string; name: string }> {
  const guid = randomUUID()
  if (path.startsWith('/notice')) {
    const name = `样例通知 ${guid}`
    await sql(
      `insert into notice (guid, title_zh, text_zh, title_en, text_en, level, starts_at)
       values ($1, $2, '内容', $2, 'text', 'important', now())`,
      [guid, name],
    )
    return { guid, name }
  }
  await sql(
    `insert into message (developer_id, account_id, guid, kind, params, link, created_at)
     values ($1, $2, $3, 'invitationAccepted', '{"name": "王越", "developer": "示例"}', '/access', now())`,
    [developerId, accountId, guid],
  )
  return { guid, name: '王越' }
}

/** An approval flow. It is off, so that it catches nothing of other tests. */
async function flow(actor: Actor): Promise<{ guid: string; name: string }> {
  const [found] = (await actor.call(approveCalls.find, { currentPage: 1, pageSize: 1 })).rows
  if (found) return found
  const { users } = await actor.call(approveCalls.approvers, {})
  await actor.call(approveCalls.create, {
    name: '样例审批流',
    isOn: false,
    families: ['sn'],
    events: ['issue'],
    steps: [{ userIds: users.map(({ userId }) => userId).slice(0, 1) }],
  })
  return flow(actor)
}

/** A new administrator of this developer who can decide on requests. */
async function approver({ developerId }: Actor, { sql }: MoneyGiver): Promise<string> {
  const id = randomUUID()
  await sql(
    `insert into account (id, email, user_name, password_hash, activated_at, locale, created_at)
     values ($1, $2, '样例审批人', '', now(), 'zh', now())`,
    [id, `approver-${id}@people.example`],
  )
  await sql(
    `insert into membership (developer_id, account_id, is_super, privileges, created_at)
     values ($1, $2, false, '{audit.decide}', now())`,
    [developerId, id],
  )
  return id
}

/** An approval request of the super administrator. Its flow is deleted at once, so that it catches nothing else. */
async function request(
  actor: Actor,
  { path }: { path: string },
  people: MoneyGiver,
): Promise<{ guid: string; name: string }> {
  const family = LICENSE_FAMILIES.find((one) => path.startsWith(auditPath(one))) ?? 'sn'
  const find = { currentPage: 1, pageSize: 1, view: 'requested', family } as const
  const [found] = (await actor.call(auditCalls.find, find)).rows
  if (found) return { guid: found.guid, name: found.number }
  const { guid: templateGuid } = await template(actor, {
    path: family === 'smart' ? '/template' : `/pc/template/${family}`,
  })
  await people.credit(actor, 200)
  const { guid } = await actor.call(approveCalls.create, {
    name: `样例 ${randomUUID().slice(0, 8)}`,
    families: [family],
    events: ['issue'],
    requesterIds: [actor.accountId],
    includesSuper: true,
    steps: [{ userIds: [await approver(actor, people)] }],
  })
  if (family === 'smart') await actor.call(licenseCalls.issue, { templateGuid })
  else
    await actor.call(pcLicenseCalls.issue, {
      kind: family,
      templateGuids: [templateGuid],
      ...(family === 'account' && { userIds: [(await person(actor, { path: '/user' })).guid] }),
    })
  await actor.call(approveCalls.delete, { guid })
  return request(actor, { path }, people)
}

const { draft, published, running, paused } = CAMPAIGN_STATUSES
const DAY_MS = 86_400_000

/** A draft for the screen that edits drafts, else a campaign that runs. */
async function campaign(
  actor: Actor,
  { path }: { path: string },
  people: MoneyGiver,
): Promise<{ guid: string; name: string }> {
  const isDraft = path === '/activity/edit'
  const status = isDraft ? [draft] : [published, running, paused]
  const [found] = (await actor.call(activityCalls.find, { currentPage: 1, pageSize: 1, status })).rows
  if (found) return found
  await people.credit(actor, 200)
  const licenseId = newLicenseId()
  await actor.call(productCalls.create, productPayload({ name: '活动的产品', licenseId, licenseForm: 3 }))
  const { guid: templateGuid } = await actor.call(
    pcTemplateCalls.create,
    pcTemplatePayload('account', licenseId, { name: '活动模板', canModify: true }),
  )
  const name = isDraft ? '样例草稿' : '样例活动'
  const { guid } = await actor.call(activityCalls.create, {
    name,
    startTime: new Date(Date.now() - DAY_MS).toISOString(),
    endTime: new Date(Date.now() + 30 * DAY_MS).toISOString(),
    maxParticipants: 10,
    templateGuid,
    licenseDays: 7,
    introduction: '样例介绍',
    links: [{ name: '官网' }],
  })
  if (!isDraft) await actor.call(activityCalls.publish, { guid })
  return { guid, name }
}

/** A user lock or a control lock. A lock of the same kind is enough for all screens. */
async function lock(
  actor: Actor,
  { path }: { path: string },
  { sql }: Pick<People, 'sql'>,
): Promise<{ guid: string; name: string }> {
  const kind = path === '/dongle/controll' ? 'control' : 'user'
  const find = kind === 'control' ? controlLockCalls.find : userLockCalls.find
  const [found] = (await actor.call(find, { currentPage: 1, pageSize: 1 })).rows
  if (found) return { guid: found.guid, name: found.shellNumber }
  const key = kind === 'user' ? randomBytes(32).toString('base64url') : null
  await sql(
    `insert into dongle (developer_id, guid, kind, shell_number, serial_number, produced_at, firmware, sign_key,
       seal_key, status, home, offline_days, registered_at, updated_at)
     values ($1, $2, $3, $4, $5, now(), '3.1.0', $6, $6, 1, 1, 30, now(), now())`,
    [actor.developerId, randomUUID(), kind, `62${newLicenseId()}`, randomUUID().replaceAll('-', ''), key],
  )
  return lock(actor, { path }, { sql })
}

/** A license in a dongle, whose package waits for the lock. */
async function dongleLicense(actor: Actor, people: Pick<People, 'sql'>): Promise<{ guid: string; name: string }> {
  const list = { currentPage: 1, pageSize: 1 }
  const [found] = (await actor.call(dongleLicenseCalls.find, list)).rows
  if (found) return { guid: found.guid, name: found.productName }
  const { guid: templateGuid } = await template(actor, { path: '/pc/template/dongle' })
  const { guid: lockGuid } = await lock(actor, { path: '/dongle/user' }, people)
  const pin = 'SampleHostedPin2026'
  await actor.call(identityCalls.confirm, { password: PASSWORD })
  await actor.call(developerCalls.setPin, { pin, confirmPin: pin })
  await actor.call(dongleLicenseCalls.issue, { templateGuids: [templateGuid], guids: [lockGuid], pin })
  return dongleLicense(actor, people)
}

/** An access key; its secret is not needed. */
async function accessKey(actor: Actor): Promise<{ guid: string; name: string }> {
  const [found] = (await actor.call(accessKeyCalls.find, { currentPage: 1, pageSize: 1 })).rows
  if (found) return found
  await actor.call(identityCalls.confirm, { password: PASSWORD })
  const name = '样例网店'
  return { ...(await actor.call(accessKeyCalls.create, { name, privileges: ['product.view'] })), name }
}

/** An endpoint without a receiver, for an event that no other test causes. */
async function webhook(actor: Actor): Promise<{ guid: string; name: string }> {
  const [found] = (await actor.call(webhookCalls.find, { currentPage: 1, pageSize: 1 })).rows
  if (found) return { guid: found.guid, name: found.url }
  const url = 'http://127.0.0.1:9/sample'
  return { ...(await actor.call(webhookCalls.create, { url, events: ['upgrade.reported'] })), name: url }
}

/** The record for the screens of each domain. */
const SAMPLES: Record<
  string,
  (home: Actor, row: ScreenRow, people: MoneyGiver, reader: Actor) => Promise<{ guid: string; name: string }>
> = {
  billing: (home, _row, people) => giveOrder(home, people),
  async product(home) {
    const [product] = (await home.call(productCalls.find, { currentPage: 1, pageSize: 1 })).rows
    if (!product) throw new Error('home has no product')
    return product
  },
  async access(home, { path }) {
    if (path.startsWith('/role')) {
      const name = '样例角色'
      const [found] = (await home.call(roleCalls.find, { currentPage: 1, pageSize: 1, name })).rows
      return found ?? { ...(await home.call(roleCalls.create, { name, privileges: ['role.view'] })), name }
    }
    const name = `sample-${home.developerId}@access.example`
    const [found] = (await home.call(accessCalls.find, { currentPage: 1, pageSize: 1, userName: name })).rows
    return { guid: (found ?? (await home.call(accessCalls.create, { account: name }))).userId, name }
  },
  'access-key': accessKey,
  approval: (home, row, people) => (row.path.startsWith('/audit/') ? request(home, row, people) : flow(home)),
  campaign,
  customer: person,
  dongle: lock,
  'dongle-license': (home, _row, people) => dongleLicense(home, people),
  'email-template': async (home) => (await entity(home, 'emailTemplate')) ?? { guid: '', name: '' },
  license,
  message: (_home, row, people, reader) => inboxRow(row, people, reader),
  template,
  webhook,
}

/** A row of a domain with one ordinary entity: an existing one, else a new one. */
async function entity(home: Actor, domain: string): Promise<{ guid: string; name: string } | undefined> {
  const payloadOf = ENTITY_PAYLOADS.get(domain)
  const [find, create] = ['find', 'create'].map((verb) => CALLS.find(({ name }) => name === `${domain}.${verb}`))
  if (!payloadOf || !find || !create) return undefined
  const list = await home.call(find, { currentPage: 1, pageSize: 1 })
  const [row] = (list as { rows: { guid: string; name: string }[] }).rows // as every list answers
  if (row) return row
  await home.call(create, payloadOf())
  return entity(home, domain)
}

/** The address of a screen with a record of `home` that the reader may open, and the name of the record. */
export async function addressOf(
  row: ScreenRow,
  home: Actor,
  people: MoneyGiver,
  reader = home,
): Promise<{ address: string; name: string }> {
  // Lists need a record too: they are not checked empty.
  const shown = await (SAMPLES[row.domain]?.(home, row, people, reader) ?? entity(home, row.domain))
  if (!row.search || row.search.safeParse({}).success) return { address: row.path, name: '' }
  if (!shown) throw new Error(`${row.path} needs a record: add a sample for "${row.domain}" to samples.ts`)
  const by = row.search.safeParse({ guid: shown.guid }).success ? 'guid' : 'userId'
  return { address: `${row.path}?${by}=${shown.guid}`, name: shown.name }
}
