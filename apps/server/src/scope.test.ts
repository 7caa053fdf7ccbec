// Tests row scope for every reading call of the contract: a caller who sees one half of a developer's rows never gets a
// trace of the other half. A new reading call fails here until `asksOf` has payloads for it.
import { randomUUID } from 'node:crypto'
import {
  ASSIGNED_KINDS,
  CALLS,
  LICENSE_FAMILIES,
  PC_KINDS,
  PC_LICENSE_KINDS,
  PRIVILEGES,
  TEMPLATE_FAMILIES,
  accessCalls,
  activityCalls,
  approveCalls,
  customerCalls,
  dashboardCalls,
  developerCalls,
  dongleLicenseCalls,
  errorName,
  identityCalls,
  integratorCalls,
  licenseCalls,
  operationLogCalls,
  orderCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  roleCalls,
  seatCalls,
  tagCalls,
  templateCalls,
  userCalls,
  userLockCalls,
} from '@sealwright/contract'
import type { Call, LicenseFamily, PcKind, TemplateFamily } from '@sealwright/contract'
import {
  PASSWORD,
  createTestCenter,
  customerPayload,
  pcTemplatePayload,
  productPayload,
  registerLocks,
  templatePayload,
  userPayload,
} from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const LOGO = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** One half of a developer's rows. Each row contains the mark. */
interface Half {
  mark: string
  licenseId: number
  product: string
  customer: string
  user: string
  templates: Record<TemplateFamily, string>
  /** Templates of license codes, including those with several products. */
  codes: string[]
  /** Licenses of these templates, by family. The hidden half also has a code for both products. */
  licenses: Record<LicenseFamily, { guid: string; serial: string }[]>
  task: string
  /**
   * Runtime data of the first code: an open seat, a released seat, a row of the log, and the signing key of a lease.
   */
  seat: string
  released: string
  event: string
  kid: string
  /** An approval request of its first code. */
  request: string
  /** A campaign whose participant has the license of the half's account. */
  campaign: string
  /** A lock of its customer, with a license of its product and the package that writes it. */
  lock: { guid: string; shellNumber: string; serialNumber: string; license: string; upgrade: string }
}

interface Ask {
  payload?: object
  /** Whether the answer contains something of the half for a caller who sees it. A page of a list need not. */
  isTelling?: boolean
  /** Whether the answer is outside row scope by design: a caller with the privilege sees all of it. */
  isWhole?: boolean
  /**
   * Picks the counts of rows in the answer; the expected counts for a caller who sees one half; and those for a member
   * of an integrator, if they differ.
   */
  counts?: [(data: never) => unknown, unknown, unknown?]
}

let center: TestCenter
let main: Actor
/** Sees the first half, which is assigned to this account. */
let limited: Actor
let lookers: Record<string, Pick<Actor, 'headers'>>
let seen: Half
let hidden: Half
let tag = ''
/** An administrator and an integrator to whom both halves are assigned. */
let both: Actor
let partner = ''
let role = ''
let flow = ''
/** May view administrators and integrators, and nothing else. */
let overseer: Actor
let port = 0

const query = (text: string, values: unknown[]) =>
  center.ground.database.owner.query<Record<string, unknown>>(text, values)

async function makeHalf(mark: string, licenseId: number): Promise<Half> {
  const product = await main.call(
    productCalls.create,
    productPayload({
      name: `${mark} product`,
      displayName: mark,
      licenseId,
      licenseForm: 3,
      brief: mark,
      logo: LOGO,
      modules: [{ moduleId: 1, moduleName: mark, checked: true }],
      rom: { source: 'text', text: mark },
    }),
  )
  const { guid: customer } = await main.call(
    customerCalls.create,
    customerPayload({ name: `${mark} customer`, contact: mark, remark: mark }),
  )
  const user = await main.call(
    userCalls.create,
    userPayload({
      account: `${mark}@test.example`,
      userName: `${mark} user`,
      description: mark,
      customerName: `${mark} customer`,
      tags: ['shared'],
    }),
  )
  const grants = { modules: [{ moduleId: 1, checked: true }] }
  const smart = (
    await main.call(templateCalls.create, templatePayload(licenseId, { ...grants, name: `${mark} smart 1` }))
  ).guid
  await main.call(templateCalls.update, { guid: smart, name: `${mark} smart 2` })
  const templates: Record<TemplateFamily, string> = { smart, account: '', sn: '', dongle: '' }
  for (const kind of PC_KINDS) templates[kind] = await makeCode(kind, licenseId, mark)
  const half: Half = {
    mark,
    licenseId,
    product: product.guid,
    customer,
    user: user.guid,
    templates,
    codes: [templates.sn],
    licenses: { smart: [], account: [], sn: [] },
    task: '',
    seat: randomUUID(),
    released: randomUUID(),
    event: randomUUID(),
    kid: `${mark}-key`,
    request: randomUUID(),
    campaign: randomUUID(),
    lock: await makeLock(mark, customer, templates.dongle),
  }
  half.licenses.smart = (
    await main.call(licenseCalls.issue, { templateGuid: smart, customerId: customer, remark: mark })
  ).licenses
  half.licenses.account = (
    await main.call(pcLicenseCalls.issue, {
      kind: 'account',
      templateGuids: [templates.account],
      userIds: [user.guid],
      remark: mark,
    })
  ).licenses
  half.licenses.sn = await issueCode(half, templates.sn)
  await runOn(half)
  await campaignOf(half)
  return half
}

const PIN = 'abcdefgh12345678'

/** A lost lock of a customer, with a license. */
async function makeLock(mark: string, customerGuid: string, template: string): Promise<Half['lock']> {
  const [lock] = await registerLocks(center, main, 1)
  if (!lock) throw new Error('no lock')
  const { guid, shellNumber, serialNumber } = lock
  await main.call(userLockCalls.update, { guid, customerGuid, remark: mark })
  await main.call(userLockCalls.act, { guid, act: 'reportLost', reason: mark })
  const { packages } = await main.call(dongleLicenseCalls.issue, {
    templateGuids: [template],
    guids: [guid],
    pin: PIN,
    remark: mark,
  })
  await query(
    `insert into dongle_contact (developer_id, guid, dongle_guid, file_id, digest, request, way, at, actor_name, status,
       valid_until)
     values ($1, gen_random_uuid(), $2::uuid, $2::uuid::text, sha256($2::uuid::text::bytea), 'fetch', 'runtime', now(),
       $3, 11, now())`,
    [main.developerId, guid, mark],
  )
  const { rows } = await main.call(dongleLicenseCalls.find, { lockGuid: guid })
  return { guid, shellNumber, serialNumber, license: rows[0]?.guid ?? '', upgrade: packages[0]?.guid ?? '' }
}

/** A campaign with a participant, a view and a refused attempt. */
async function campaignOf({ mark, campaign, licenseId, templates, licenses, user }: Half): Promise<void> {
  const [{ guid: license, serial } = { guid: '', serial: '' }] = licenses.account
  const given = [main.developerId, campaign]
  await query(
    `insert into campaign (developer_id, guid, number, name, stage, starts_at, ends_at, max_participants, taken,
       user_scope, account_types, template_guid, license_ids, license_days, published_at, published_by, created_by,
       updated_by, created_at, updated_at)
     values ($1, $2, upper($3), $3, 'published', now() - interval '1 day', now() + interval '1 day', 10, 1, 2, '{1}',
       $4, array[$5::bigint], 30, now(), $6, $6, $6, now(), now())`,
    [...given, mark, templates.account, licenseId, main.accountId],
  )
  await query(
    `insert into campaign_link (developer_id, guid, campaign_guid, token, name, position, created_at)
     values ($1, $2, $2, $3, $4, 0, now())`,
    [...given, randomUUID(), mark],
  )
  await query(
    `insert into campaign_participant (developer_id, guid, campaign_guid, link_guid, account_id, user_guid, account,
       account_type, via, is_new, spread_code, license_guid, serial, cost_fen, network, joined_at, join_day)
     select $1, gen_random_uuid(), $2, $2, account_id, guid, account, 1, 'qr', true, $3, $4, $5, 100, $3, now(),
       (now() at time zone 'Asia/Shanghai')::date
     from end_user where guid = $6`,
    [...given, mark, license, serial, user],
  )
  await query(
    `insert into campaign_view (developer_id, campaign_guid, link_guid, day, visitor, via, at)
     values ($1, $2, $2, (now() at time zone 'Asia/Shanghai')::date, '', 'link', now())`,
    given,
  )
  await query(
    `insert into campaign_attempt
       (developer_id, guid, block_guid, kind, value, campaign_guid, link_guid, account, network, at)
     values ($1, gen_random_uuid(), gen_random_uuid(), 'account', $3, $2, $2, $3, $3, now())`,
    [...given, mark],
  )
  await main.call(activityCalls.pause, { guid: campaign })
}

/**
 * Runtime data of the first code: a device whose hardware changed often, and refusals from many devices and networks.
 */
async function runOn({
  mark,
  kid,
  seat,
  released,
  event,
  licenses: {
    sn: [{ guid, serial } = { guid: '', serial: '' }],
  },
}: Half): Promise<void> {
  const { developerId } = main
  await query(
    `insert into bound_machine (developer_id, guid, license_guid, fingerprint, name, state, bound_at, seen_at, drifts)
     values ($1, $2, $3, $4, $4, 'bound', now(), now(), 5)`,
    [developerId, seat, guid, `${mark}-machine`],
  )
  await query(
    `insert into part_change (developer_id, guid, license_guid, machine_guid, part, before, after, is_counted, at)
     values ($1, $2, $3, $2, 'disk', $4, $4, false, now())`,
    [developerId, seat, guid, mark],
  )
  await query(
    `insert into signing_key (developer_id, kid, kind, public_key, private_key, certificate,
       created_at, signs_from, signs_until, good_until)
     values ($1, $2, 'lease', '', '', '', now(), now() - interval '1 day', now(), now() + interval '2 days')`,
    [developerId, kid],
  )
  await query(
    `insert into lease (developer_id, machine_guid, license_guid, guid, kid, revision, issued_at, expires_at)
     values ($1, $2, $3, $2, $4, 1, now(), now() + interval '1 day')`,
    [developerId, seat, guid, kid],
  )
  for (const [taken, holder] of [
    [seat, `${mark}-machine`],
    [released, `${mark}-gone`],
  ] as const) {
    await query(
      `insert into seat (developer_id, guid, license_guid, holder, fingerprint, machine_name, account, process_name,
         network, timeout_seconds, started_at, beat_at, until)
       values ($1, $2, $3, $4, $4, $4, $4, $4, $4, 600, now(), now(), now() + interval '1 day')`,
      [developerId, taken, guid, holder],
    )
  }
  await main.call(seatCalls.release, { guid: released, reason: mark })
  await query(
    `insert into exchange (developer_id, guid, license_guid, machine_guid, kind, file_id, digest, name, machine_name,
       made_at, at, way, actor_name, answer, answer_digest, answer_name, packages, valid_until)
     values ($1, $2::uuid, $3, $2::uuid, 'bind', $2::uuid::text, sha256($2::uuid::text::bytea),
       $4, $4, now(), now(), 'console', $4, $4,
       sha256($2::uuid::text::bytea), $4, '{lease}', now() + interval '30 days')`,
    [developerId, seat, guid, mark],
  )
  await query(
    `insert into lending (developer_id, guid, license_guid, code, state, person, email, days, note, lender_name,
       created_at, due_at)
     values ($1, gen_random_uuid(), $3, $4, 'created', $2, $2, 10, $2, $2, now(), now() + interval '10 days')`,
    [
      developerId,
      mark,
      guid,
      mark
        .toUpperCase()
        .replace(/[^A-HJKMNP-Z]/g, 'X')
        .padEnd(11, 'A'),
    ],
  )
  await query(
    `insert into lending_admin (developer_id, guid, license_guid, email, invited_at, invited_by, inviter_name)
     values ($1, gen_random_uuid(), $3, $2, now(), $4, $2)`,
    [developerId, mark, guid, main.accountId],
  )
  await query(
    `insert into runtime_event (developer_id, guid, at, act, reason, params, trace,
       license_guid, serial, machine_name, fingerprint, network)
     select $1, case when n = 1 then $2::uuid else gen_random_uuid() end, now(), 'activate', 'machineLimit',
       jsonb_build_object('bound', 1, 'limit', 1), '[]', $3, $4, $5, $5 || n, $5 || n
     from generate_series(1, 20) n`,
    [developerId, event, guid, serial, `${mark}-machine`],
  )
  // Events without a license are visible only to callers who see all licenses.
  await query(
    `insert into runtime_event (developer_id, guid, at, act, reason, account, machine_name, network, times)
     values ($1, gen_random_uuid(), now(), 'login', 'loginFailed', $2, $3, $3, 1),
       ($1, gen_random_uuid(), now(), 'activate', 'codeNotFound', null, $3, $3, 100)`,
    [developerId, `${mark}@test.example`, `${mark}-stranger`],
  )
}

const issueCode = async ({ customer, mark }: Half, template: string) =>
  (
    await main.call(pcLicenseCalls.issue, {
      kind: 'sn',
      templateGuids: [template],
      customerId: customer,
      remark: mark,
      isPreIssued: true,
    })
  ).licenses

async function makeCode(kind: PcKind, licenseId: number, mark: string, others: number[] = []): Promise<string> {
  const { guid } = await main.call(
    pcTemplateCalls.create,
    pcTemplatePayload(kind, licenseId, {
      modules: [{ moduleId: 1, checked: true }],
      name: `${mark} ${kind} 1`,
      ...(others.length > 0 && { otherProducts: others.map((id) => ({ licenseId: id })) }),
    }),
  )
  await main.call(pcTemplateCalls.update, { kind, guid, name: `${mark} ${kind} 2` })
  return guid
}

/** A request for the first code, whose steps name these people. */
async function makeRequest({ mark, request, licenses }: Half, party: string[]): Promise<void> {
  const { developerId, accountId } = main
  await query(
    `insert into approval_request (developer_id, guid, number, family, event, state, requester_id, requester_name,
       flow_guid, flow_version, template_name, product_name, subject, count, fen, steps, approver_ids, party, step_at,
       expires_at, requested_at, updated_at)
     values ($1, $2, upper($3), 'sn', 'issue', 'waiting', $4, '', $5, 1, $3, $3, $3, 1, 0, 1, $6, $6, now(),
       now() + interval '1 day', now(), now())`,
    [developerId, request, mark, accountId, flow, party],
  )
  await query(
    `update license_issue i set request_guid = $2 from license l
     where l.developer_id = $1 and l.guid = $3 and i.developer_id = l.developer_id and i.guid = l.issue_guid`,
    [developerId, request, licenses.sn[0]?.guid],
  )
}

/** A task that deletes an additional user of the half. */
async function makeTask(by: Actor, mark: string, assignee?: string): Promise<string> {
  const { guid } = await main.call(userCalls.create, userPayload({ account: `gone-${mark}@test.example` }))
  if (assignee) await main.call(accessCalls.assign, { userId: assignee, kind: 'user', add: [guid] })
  const { taskId } = await by.call(userCalls.batchDelete, { guids: [guid] })
  await center.finishTask(by, taskId)
  return taskId
}

beforeAll(async () => {
  center = await createTestCenter()
  main = await center.developer()
  await center.credit(main, 100_000)
  tag = (await main.call(tagCalls.create, { name: 'shared' })).guid
  await main.call(identityCalls.confirm, { password: PASSWORD })
  await main.call(developerCalls.setPin, { pin: PIN, confirmPin: PIN })
  seen = await makeHalf('qzinqz', 3_888_000_001)
  hidden = await makeHalf('qzoutqz', 3_999_000_001)
  // For both products, so a caller who sees only one of them must not see it.
  const ofBoth = await makeCode('sn', seen.licenseId, hidden.mark, [hidden.licenseId])
  hidden.codes.push(ofBoth)
  hidden.licenses.sn.push(...(await issueCode(hidden, ofBoth)))

  limited = await center.administrator(main, PRIVILEGES, {
    limited: [...ASSIGNED_KINDS],
    assigned: { product: [seen.product], user: [seen.user], customer: [seen.customer] },
  })
  both = await center.administrator(main, [], { limited: [...ASSIGNED_KINDS] })
  for (const half of [seen, hidden])
    for (const kind of ASSIGNED_KINDS)
      await main.call(accessCalls.assign, {
        userId: both.accountId,
        kind,
        add: [kind === 'userLock' ? half.lock.guid : half[kind]],
      })
  seen.task = await makeTask(limited, seen.mark, limited.accountId)
  hidden.task = await makeTask(main, hidden.mark)

  flow = (
    await main.call(approveCalls.create, {
      name: 'any',
      isOn: false,
      families: ['sn'],
      events: ['issue'],
      licenseIds: [seen.licenseId, hidden.licenseId],
      templateGuids: [seen.templates.sn, hidden.templates.sn],
      steps: [{ userIds: [main.accountId] }],
    })
  ).guid
  await makeRequest(seen, [limited.accountId])
  await makeRequest(hidden, [])

  const integrator = async (name: string, halves: Half[]) => {
    const { guid } = await main.call(integratorCalls.create, { name })
    await main.call(integratorCalls.assign, { guid, kind: 'product', add: halves.map((half) => half.product) })
    await main.call(integratorCalls.assign, {
      guid,
      kind: 'template',
      add: halves.flatMap((half) => Object.values(half.templates)),
    })
    await main.call(userLockCalls.assign, { guids: halves.map((half) => half.lock.guid), integratorGuid: guid })
    return guid
  }
  partner = await integrator('of both', [seen, hidden])
  role = (await main.call(roleCalls.create, { name: 'any', privileges: ['product.view'] })).guid
  overseer = await center.administrator(main, ['admin.view', 'integrator.view'])
  const person = await center.administrator(main, [])
  await query('update membership set integrator_guid = $2 where account_id = $1', [
    person.accountId,
    await integrator('of one', [seen]),
  ])

  const viewer = await center.signIn(main.account)
  await center.center.app.inject({
    method: 'POST',
    url: accessCalls.viewAs.path,
    headers: viewer.headers,
    payload: { userId: limited.accountId },
  })
  lookers = {
    'an administrator who sees a part': limited,
    'the super administrator who views as them': viewer,
    "one of an integrator's people": person,
  }

  await center.center.app.listen({ port: 0, host: '127.0.0.1' })
  const address = center.center.app.server.address()
  port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => center.close())

const secretsOf = ({
  mark,
  licenseId,
  product,
  customer,
  user,
  codes,
  templates,
  licenses,
  task,
  seat,
  released,
  event,
  campaign,
  lock,
}: Half) => [
  mark,
  campaign,
  ...Object.values(lock),
  seat,
  released,
  event,
  String(licenseId),
  product,
  customer,
  user,
  task,
  ...codes,
  ...Object.values(templates),
  ...Object.values(licenses)
    .flat()
    .flatMap(({ guid, serial }) => [guid, serial.toLowerCase()]),
]
const tracesOf = (half: Half, text: string) => secretsOf(half).filter((secret) => text.toLowerCase().includes(secret))

const plain: Ask = { isTelling: false }
const money: Ask = { isTelling: false, isWhole: true }
/** Money of the whole developer, with the names of templates. */
const named: Ask = {}
const pages = (payload: object = {}): Ask[] =>
  [1, 2, 3, 4].map((currentPage) => ({ payload: { ...payload, currentPage, pageSize: 1 }, isTelling: false }))
const records = (n: number): Ask['counts'] => [({ records: found }: { records: number }) => found, n]
const whole = (n: number, payload: object = {}): Ask => ({ payload: { pageSize: 100, ...payload }, counts: records(n) })

const templateAsks = (half: Half, guids: string[], where: object): Record<string, Ask[]> => {
  const { mark, licenseId } = half
  const each = (payload: object): Ask[] => guids.map((guid) => ({ payload: { ...where, guid, ...payload } }))
  return {
    count: [{ payload: where, isTelling: false, counts: [(data: number) => data, 1] }],
    listProducts: [
      { payload: where },
      { payload: { ...where, productName: mark } },
      { payload: { ...where, productName: String(licenseId) } },
    ],
    getProduct: [{ payload: { ...where, licenseId } }],
    find: [
      whole(1, where),
      { payload: { ...where, templateName: mark } },
      { payload: { ...where, templateName: mark.slice(0, 2) } },
      { payload: { ...where, licenseId } },
      { payload: { ...where, adminUserId: main.accountId } },
      { payload: { ...where, licenseId, adminUserId: main.accountId } },
      ...pages(where),
      ...pages({ ...where, sort: 'name' }),
    ],
    get: [...each({}), ...each({ version: 1 })],
    previewUpdate: each({ name: 'other' }),
    previewRestore: each({ version: 1 }),
    findVersions: each({}),
    compareVersions: each({ from: 1, to: 2 }),
  }
}

const licenseAsks = (half: Half, family: LicenseFamily, where: object): Record<string, Ask[]> => {
  const { mark, licenseId, customer, user } = half
  const licenses = half.licenses[family]
  const template = half.templates[family]
  const each = (payload: object = {}, isTelling = true): Ask[] =>
    licenses.map(({ guid }) => ({ payload: { ...where, guid, ...payload }, isTelling }))
  const filters: object[] = [
    { licenseId },
    { templateGuid: template },
    { licenseId, source: family === 'sn' ? 'preIssue' : 'single' },
    { status: 1 },
    { effective: true },
    { adminUserId: main.accountId },
    { templateGuid: template, sort: 'expireTime' },
    { startTime: '2020-01-01T00:00:00Z' },
    ...licenses.flatMap(({ serial }) => [{ keyword: serial }, { keyword: serial.slice(0, 6) }]),
    ...(family === 'account'
      ? [{ userGuid: user }, { tagGuids: [tag] }, { keyword: mark }, { keyword: `${mark}@test.example` }]
      : [{ customerGuid: customer }]),
  ]
  // Members of an integrator see only licenses in their stock, which is empty.
  const none = (n: number): Ask['counts'] => [({ records: found }: { records: number }) => found, n, 0]
  return {
    find: [
      { payload: { ...where, pageSize: 100 }, counts: none(1) },
      ...filters.map((filter): Ask => ({ payload: { ...where, pageSize: 100, ...filter } })),
      ...pages(where),
      ...pages({ ...where, sort: 'expireTime' }),
    ],
    count: [{ payload: where, isTelling: false, counts: none(1) }],
    get: each(),
    history: each(),
    machines: each({}, false),
    templates: [{ payload: where }, { payload: { ...where, templateName: mark } }],
    template: [{ payload: { ...where, guid: template } }],
    preview: [
      {
        payload: {
          ...where,
          templateGuid: template,
          templateGuids: [template],
          userIds: family === 'account' ? [user] : undefined,
        },
        isTelling: family === 'account',
      },
    ],
    previewRefresh: each({ changes: { modules: [] } }, false),
    previewBatchUpdate: licenses.map(({ guid }): Ask => ({
      payload: { ...where, guids: [guid], changes: {} },
      isTelling: false,
    })),
    export: [
      { payload: { ...where, format: 'csv' } },
      ...filters.map((filter): Ask => ({ payload: { ...where, format: 'csv', ...filter, sort: undefined } })),
    ],
  }
}

const dongleAsks = ({ mark, lock, customer, licenseId, templates }: Half): Record<string, Ask[]> => {
  const { guid, shellNumber, serialNumber, license, upgrade } = lock
  const filters: object[] = [
    { keyword: mark },
    { keyword: shellNumber },
    { keyword: shellNumber.slice(0, 6) },
    { keyword: serialNumber.slice(0, 10) },
    { activationMode: 1 },
    { status: 11 },
    { group: 'lost' },
    { customerGuid: customer },
    { tagGuids: [tag] },
    { adminUserId: both.accountId },
    { ended: false },
  ]
  const inLocks: object[] = [
    { keyword: shellNumber },
    { licenseId },
    { templateGuid: templates.dongle },
    { status: 1 },
    { upgradeStatus: 0 },
    { lockGuid: guid },
    { customerGuid: customer },
    { adminUserId: main.accountId },
    { startTime: '2020-01-01T00:00:00Z' },
  ]
  const changes = { counter: 5, counterOp: 1 }
  return {
    'userLock.find': [
      whole(1),
      ...filters.map((payload): Ask => ({ payload })),
      { payload: { endingDays: 30 }, isTelling: false },
      ...pages(),
      ...pages({ sort: 'activationEnd' }),
    ],
    'userLock.get': [{ payload: { guid } }],
    'userLock.commands': [{ payload: { guid } }],
    'userLock.history': [{ payload: { guid } }],
    'userLock.importTemplate': [{ payload: { format: 'csv' }, isTelling: false }],
    'userLock.dashboard': [{ isTelling: false, counts: [({ total }: { total: number }) => total, 1] }],
    'userLock.export': [{}, ...filters].map((filter): Ask => ({ payload: { format: 'csv', ...filter } })),
    // Control locks belong to the whole developer.
    'controlLock.find': [plain],
    'dongleLicense.find': [
      whole(1),
      ...inLocks.map((payload): Ask => ({ payload })),
      ...pages(),
      ...pages({ sort: 'expireTime' }),
    ],
    'dongleLicense.get': [{ payload: { guid: license } }],
    'dongleLicense.templates': [{}, { payload: { templateName: mark } }],
    'dongleLicense.template': [{ payload: { guid: templates.dongle } }],
    'dongleLicense.preview': [
      { payload: { templateGuids: [templates.dongle], guids: [guid] }, isTelling: false },
      { payload: { templateGuids: [templates.dongle], filter: { keyword: mark } }, isTelling: false },
    ],
    'dongleLicense.previewRefresh': [{ payload: { guid: license, changes }, isTelling: false }],
    'dongleLicense.export': [{}, ...inLocks].map((filter): Ask => ({ payload: { format: 'csv', ...filter } })),
    'upgrade.find': [
      whole(1),
      { payload: { lockGuid: guid } },
      { payload: { licenseGuid: license } },
      { payload: { keyword: shellNumber } },
      { payload: { status: 0 } },
      { payload: { taskId: upgrade }, isTelling: false },
      ...pages(),
    ],
  }
}

/** Payloads with which each reading call could reach a half. */
function asksOf(half: Half): Record<string, Ask[]> {
  const { mark, product, customer, user, licenseId, task, kid, event, campaign, lock } = half
  const [{ guid: licenseGuid, serial } = { guid: '', serial: '' }] = half.licenses.sn
  const run = (n: number): Ask['counts'] => [({ records: found }: { records: number }) => found, n, 0]
  const smart = templateAsks(half, [half.templates.smart], {})
  const codes = PC_KINDS.map((kind) =>
    templateAsks(half, kind === 'sn' ? half.codes : [half.templates[kind]], { kind }),
  )
  const smartLicenses = licenseAsks(half, 'smart', {})
  const pcLicenses = PC_LICENSE_KINDS.map((kind) => licenseAsks(half, kind, { kind }))
  const licenseTargets = Object.fromEntries(
    LICENSE_FAMILIES.map((family) => [`${family}License`, half.licenses[family][0]?.guid ?? '']),
  )
  const targets = {
    ...licenseTargets,
    seat: half.released,
    userLock: lock.guid,
    activity: campaign,
    product,
    user,
    customer,
    smartTemplate: half.templates.smart,
    accountTemplate: half.templates.account,
    snTemplate: half.templates.sn,
    dongleTemplate: half.templates.dongle,
  }
  const figures = {
    products: { count: 1, withModules: 1 },
    templates: Object.fromEntries(TEMPLATE_FAMILIES.map((family) => [family, 1])),
  }
  const one: Ask['counts'] = [
    (data: { assigned: object }) => data.assigned,
    Object.fromEntries(ASSIGNED_KINDS.map((kind) => [kind, 1])),
  ]
  return {
    'product.find': [
      whole(1),
      { payload: { productName: mark } },
      { payload: { productName: 'q' } },
      { payload: { licenseId } },
      { payload: { licenseForm: 1 } },
      { payload: { productName: mark, licenseForm: 2, sort: 'name' } },
      ...pages(),
      ...pages({ sort: 'licenseId' }),
    ],
    'product.get': [{ payload: { guid: product } }],
    'product.logos': [{ payload: { guids: [product] } }],
    'product.nextLicenseId': [plain],
    'product.previewUpdate': [{ payload: { guid: product, modules: [] } }],
    ...Object.fromEntries(Object.entries(smart).map(([verb, asks]) => [`template.${verb}`, asks])),
    ...Object.fromEntries(
      Object.keys(smart).map((verb) => [`pcTemplate.${verb}`, codes.flatMap((asks) => asks[verb] ?? [])]),
    ),
    ...Object.fromEntries(Object.entries(smartLicenses).map(([verb, asks]) => [`license.${verb}`, asks])),
    ...Object.fromEntries(
      Object.keys(smartLicenses).map((verb) => [`pcLicense.${verb}`, pcLicenses.flatMap((asks) => asks[verb] ?? [])]),
    ),
    'lending.find': [
      { payload: { licenseGuid } },
      { payload: { licenseGuid, keyword: mark } },
      { payload: { licenseGuid, sort: 'dueTime', isLent: true } },
    ],
    'lending.seats': [{ payload: { licenseGuid } }],
    'seat.find': [
      { payload: { pageSize: 100 }, counts: run(2) },
      { payload: { licenseGuid } },
      { payload: { keyword: serial } },
      { payload: { keyword: `${mark}-machine` } },
      { payload: { isTaken: false }, counts: run(1) },
      ...pages(),
      ...pages({ sort: 'beatTime' }),
    ],
    'seat.licenses': [
      { payload: { pageSize: 100 }, counts: run(1) },
      { payload: { keyword: serial } },
      { payload: { keyword: `${mark}-machine` } },
      ...pages(),
    ],
    'seat.count': [
      {
        isTelling: false,
        counts: [(data: { taken: number; licenses: number }) => [data.taken, data.licenses], [1, 1], [0, 0]],
      },
      { payload: { licenseGuid }, isTelling: false },
    ],
    'exchange.find': [
      { payload: { pageSize: 100 }, counts: run(1) },
      { payload: { licenseGuid } },
      { payload: { kind: 'bind' } },
      ...pages(),
    ],
    'exchange.download': [{ payload: { guid: half.seat } }],
    'tool.download': [{ payload: { taskId: task }, isTelling: false }],
    'runtimeLog.find': [
      { payload: { pageSize: 100 }, counts: run(20) },
      { payload: { licenseGuid } },
      { payload: { keyword: serial } },
      { payload: { keyword: `${mark}-machine` } },
      { payload: { act: 'activate' } },
      { payload: { reason: 'machineLimit' } },
      { payload: { refused: true } },
      { payload: { act: 'login' }, isTelling: false, counts: run(0) },
      { payload: { reason: 'codeNotFound' }, isTelling: false, counts: run(0) },
      { payload: { keyword: `${mark}-stranger` }, isTelling: false, counts: run(0) },
      { payload: { keyword: `${mark}@test.example` }, isTelling: false, counts: run(0) },
      ...pages(),
    ],
    'runtimeLog.why': [{ payload: { guid: event } }],
    'runtimeLog.risks': [
      {
        counts: [
          (data: { kind: string }[]) => data.map(({ kind }) => kind).toSorted(),
          ['driftingMachine', 'manyMachines', 'manyNetworks'],
          [],
        ],
      },
      { payload: { licenseGuid } },
    ],
    ...dongleAsks(half),
    'signingKey.leases': [{ payload: { kid } }],
    'deviceSetting.get': [plain],
    'user.find': [
      whole(1),
      { payload: { account: mark } },
      { payload: { account: 'q' } },
      { payload: { customerGuid: customer } },
      { payload: { tagGuids: [tag] } },
      { payload: { accountType: 1, activated: false } },
      ...pages(),
      ...pages({ sort: 'account' }),
    ],
    'user.count': [{ isTelling: false, counts: [(data: number) => data, 1] }],
    'user.get': [{ payload: { guid: user } }],
    'user.findByAccounts': [{ payload: { accounts: [`${mark}@test.example`] } }],
    'user.export': [
      { payload: { format: 'csv' } },
      { payload: { format: 'csv', account: mark } },
      { payload: { format: 'csv', customerGuid: customer } },
    ],
    'user.importTemplate': [{ payload: { format: 'csv' }, isTelling: false }],
    'customer.find': [whole(1), { payload: { name: mark } }, ...pages(), ...pages({ sort: 'name' })],
    'customer.get': [{ payload: { guid: customer } }],
    'customer.list': [{}, { payload: { name: mark } }],
    // Tags have no row scope, but the number of their users counts only visible users.
    'tag.find': [
      { isTelling: false, counts: [(data: { rows: { userCount: number }[] }) => data.rows[0]?.userCount, 1] },
    ],
    'tag.get': [
      { payload: { guid: tag }, isTelling: false, counts: [(data: { userCount: number }) => data.userCount, 1] },
    ],
    'tag.list': [plain],
    'task.find': [
      {
        payload: { pageSize: 100 },
        isTelling: false,
        counts: [({ records: found }: { records: number }) => found, 1, 0],
      },
      ...pages(),
    ],
    'task.get': [{ payload: { guid: task } }],
    'task.findRows': [{ payload: { guid: task } }],
    'task.download': [{ payload: { guid: task, format: 'csv' } }],
    'task.watch': [plain],
    'operationLog.find': [
      { payload: { pageSize: 100 }, isTelling: false },
      ...pages(),
      { payload: { targetKind: 'admin', targetGuid: both.accountId, pageSize: 100 }, isTelling: false },
      { payload: { targetGuid: partner }, isTelling: false },
      ...Object.keys(targets).map((targetKind): Ask => ({ payload: { targetKind, pageSize: 100 }, isTelling: false })),
      ...Object.values(targets).map((targetGuid): Ask => ({ payload: { targetGuid } })),
      ...Object.entries(targets).map(([targetKind, targetGuid]): Ask => ({ payload: { targetKind, targetGuid } })),
    ],
    'operationLog.actors': [plain],
    'operationLog.export': [{ payload: { format: 'csv' }, isTelling: false }],
    'statistics.get': [
      { payload: { measure: 'licenseIssued', by: 'product' }, counts: [({ total }: { total: number }) => total, 3] },
      { payload: { measure: 'licenseIssued', by: 'template' } },
      { payload: { measure: 'refusal', by: 'product' }, counts: [({ total }: { total: number }) => total, 20] },
      { payload: { measure: 'deviceActive' }, isTelling: false },
      { payload: { measure: 'seatSold' }, isTelling: false },
    ],
    'statistics.overview': [plain],
    'statistics.devices': [plain],
    'statistics.export': [{ payload: { measure: 'licenseIssued', by: 'product', format: 'csv' } }],
    'dashboard.get': [
      {
        isTelling: false,
        counts: [
          ({
            beginning: { products, templates },
            glance: { inForce, users },
            issuedByDay,
          }: {
            beginning: { products: object; templates: object }
            glance: { inForce: { byCarrier: object }; users: { count: number } | null }
            issuedByDay: { smart: number; account: number; sn: number }[]
          }) => {
            const today = issuedByDay.at(-1)
            return {
              products,
              templates,
              users: users?.count,
              licenses: inForce.byCarrier,
              issued: today && today.smart + today.account + today.sn,
            }
          },
          { ...figures, users: 1, licenses: { smart: 1, account: 1, sn: 1, dongle: 1 }, issued: 3 },
          { ...figures, users: undefined, licenses: { smart: 0, account: null, sn: 0, dongle: 1 }, issued: 0 },
        ],
      },
    ],
    'dashboard.attention': [plain],
    'activity.find': [
      whole(1),
      { payload: { name: mark } },
      { payload: { name: mark.toUpperCase() } },
      { payload: { templateGuid: half.templates.account } },
      { payload: { status: [4] } },
      ...pages(),
      ...pages({ sort: 'name' }),
    ],
    'activity.get': [{ payload: { guid: campaign } }],
    'activity.quote': [
      {
        payload: {
          templateGuid: half.templates.account,
          maxParticipants: 5,
          startTime: '2030-01-01T00:00:00Z',
          licenseDays: 30,
        },
        isTelling: false,
      },
    ],
    'activity.findUsers': [
      { payload: { guid: campaign } },
      { payload: { guid: campaign, account: mark } },
      { payload: { guid: campaign, via: 'qr' } },
      { payload: { guid: campaign, linkGuid: campaign } },
    ],
    'activity.exportUsers': [{ payload: { guid: campaign, format: 'csv' } }],
    'activity.chart': [{ payload: { guid: campaign } }],
    'activity.exportChart': [{ payload: { guid: campaign, format: 'csv' } }],
    // Entries belong to the whole developer. Attempts follow their campaigns.
    'activity.findBlacklist': [plain],
    'activity.blacklistTemplate': [{ payload: { format: 'csv' }, isTelling: false }],
    'activity.findAttempts': [whole(1), { payload: { guid: campaign } }, ...pages()],
    'admin.list': [plain],
    'admin.find': [plain, ...pages()],
    'admin.get': [{ payload: { userId: both.accountId }, isTelling: false, counts: one }],
    'admin.findAssigned': ASSIGNED_KINDS.flatMap((kind) => [
      whole(1, { userId: both.accountId, kind }),
      { payload: { userId: both.accountId, kind, name: mark } },
    ]),
    'admin.explain': [plain],
    'role.find': [plain],
    'role.list': [plain],
    'role.get': [{ payload: { guid: role }, isTelling: false }],
    'integrator.find': [
      {
        payload: { name: 'of both' },
        isTelling: false,
        counts: [
          (data: { rows: { productCount: number; templateCount: number }[] }) =>
            data.rows.map(({ productCount, templateCount }) => [productCount, templateCount]),
          [[1, 4]],
        ],
      },
    ],
    'integrator.get': [
      {
        payload: { guid: partner },
        isTelling: false,
        counts: [
          (data: { productCount: number; templateCount: number }) => [data.productCount, data.templateCount],
          [1, 4],
        ],
      },
    ],
    'integrator.findAssigned': [
      whole(1, { guid: partner, kind: 'product' }),
      whole(4, { guid: partner, kind: 'template' }),
      { payload: { guid: partner, kind: 'product', name: mark } },
      { payload: { guid: partner, kind: 'template', name: mark } },
    ],
    'integrator.findMembers': [{ payload: { guid: partner }, isTelling: false }],
    // Money belongs to the whole developer: a caller with the privilege sees all of it, and its purposes.
    'billing.balance': [money],
    'billing.find': [named],
    'billing.findEntries': [named],
    'billing.spending': [money],
    'billing.statement': [{ ...named, payload: { month: new Date().toISOString().slice(0, 7), format: 'csv' } }],
    'billing.export': [{ ...named, payload: { format: 'csv' } }],
    'billing.quote': Object.values(half.templates).map((guid) => ({ payload: { guid }, isTelling: false })),
    'order.find': [named],
    'order.get': [{ payload: { guid: product }, isTelling: false }],
    'topUp.options': [plain],
    'topUp.find': [plain, ...pages()],
    'topUp.get': [{ payload: { guid: product }, isTelling: false }],
    'package.find': [plain],
    'package.offers': [plain],
    'package.types': [plain],
    'serviceFee.get': [plain],
    // Flows belong to the whole developer. They show products and templates by number; names stay in row scope.
    'approve.find': [{ isWhole: true }],
    'approve.get': [{ payload: { guid: flow }, isWhole: true }],
    'approve.tryOut': [
      { payload: { family: 'sn', event: 'issue', templateGuid: half.templates.sn }, isTelling: false },
    ],
    'approve.approvers': [plain],
    'audit.find': [
      ...(['mine', 'requested', 'decided'] as const).map((view) => ({ payload: { view }, isTelling: false })),
      { payload: { view: 'all' }, counts: run(1) },
      { payload: { view: 'all', keyword: mark } },
      ...pages({ view: 'all' }),
      ...pages({ view: 'all', sort: 'expireTime' }),
    ],
    'audit.count': [plain],
    'audit.get': [{ payload: { guid: half.request } }],
    'audit.findItems': [{ payload: { guid: half.request } }],
    'audit.form': [{ payload: { guid: half.request } }],
    'audit.previewEdit': [{ payload: { guid: half.request }, isTelling: false }],
    'config.get': [plain],
    'emailTemplate.find': [plain],
    'emailTemplate.get': [{ payload: { guid: product }, isTelling: false }],
    'emailTemplate.preview': [{ payload: { type: 1, language: 'zh' }, isTelling: false }],
    'mail.find': [{ payload: { about: 'user', guid: user }, isTelling: false }],
    // Webhooks belong to the whole developer.
    'webhook.find': [plain],
    'webhook.get': [{ payload: { guid: product }, isTelling: false }],
    'webhook.deliveries': [{ payload: { guid: product }, isTelling: false }],
    'webhook.delivery': [{ payload: { guid: product }, isTelling: false }],
    'sender.find': [plain],
    'sender.get': [{ payload: { guid: product }, isTelling: false }],
    // Everybody has only their own messages.
    'message.find': [plain],
    'message.get': [{ payload: { guid: product }, isTelling: false }],
    'message.count': [plain],
    'message.preferences': [plain],
    'notice.find': [plain],
    'notice.get': [{ payload: { guid: product }, isTelling: false }],
    'identity.current': [plain],
    'developer.get': [plain],
    'developer.application': [plain],
  }
}

/** The calls that return data of a developer to a session, except those about the caller's own account. */
const READING = CALLS.filter(
  (call) =>
    call.effect === 'read' && !call.personal && (call.access.kind === 'privilege' || call.access.kind === 'session'),
)

/** The raw answer. Of a stream of events, the first event. */
async function ask(call: Call, payload: object, { headers }: Pick<Actor, 'headers'>): Promise<string> {
  if (call.streams === 'events') {
    const leaving = new AbortController()
    const response = await fetch(`http://127.0.0.1:${port}${call.path}`, { headers, signal: leaving.signal })
    const first = await response.body?.getReader().read()
    leaving.abort()
    return new TextDecoder().decode(first?.value)
  }
  const response = await center.center.app.inject({
    method: call.method,
    url: call.path,
    headers,
    ...(call.method === 'POST' && { payload }),
  })
  expect(response.statusCode, `${call.name} ${JSON.stringify(payload)}: ${response.body}`).toBe(200)
  return response.body
}

/**
 * Whether the answer is a file or a successful envelope. An envelope starts with its code, which justifies the cast.
 */
const isAnswered = (text: string) => !text.startsWith('{"code":') || (JSON.parse(text) as { code: number }).code === 0

describe('who sees one half of a developer', () => {
  it.each(READING.map((call): [string, Call] => [call.name, call]))(
    'gets no trace of the other from %s',
    async (name, call) => {
      const [hiddenAsks, seenAsks] = [asksOf(hidden)[name], asksOf(seen)[name]]
      if (!hiddenAsks || !seenAsks)
        throw new Error(`${name} reads and is not proven: add how it could be asked to asksOf`)
      for (const { payload = {}, isTelling = true, isWhole = false, counts } of hiddenAsks) {
        // The super administrator sees the row, which shows that the payload reaches it.
        if (isTelling)
          expect(
            tracesOf(hidden, await ask(call, payload, main)),
            `${name} ${JSON.stringify(payload)} reaches nothing`,
          ).not.toEqual([])
        for (const [who, looker] of Object.entries(lookers)) {
          const text = await ask(call, payload, looker)
          const isPartner = looker === lookers["one of an integrator's people"]
          expect(
            isWhole && !isPartner ? [] : tracesOf(hidden, text),
            `${who}: ${name} ${JSON.stringify(payload)}`,
          ).toEqual([])
          const [pick, count, partnerCount = count] = counts ?? []
          // Calls that a member of an integrator may not make are refused.
          if (pick && (isAnswered(text) || !isPartner))
            expect(
              pick((JSON.parse(text) as { data: never }).data),
              `${who}: ${name} ${JSON.stringify(payload)}`,
            ).toEqual(isPartner ? partnerCount : count) // the envelope
        }
      }
      for (const { payload = {}, isTelling = true, isWhole = false } of seenAsks) {
        const text = await ask(call, payload, limited)
        expect(isAnswered(text) || !isTelling, text).toBe(true)
        if (isTelling) expect(tracesOf(seen, text), `${name} ${JSON.stringify(payload)} hides too much`).not.toEqual([])
        if (!isWhole) expect(tracesOf(hidden, text)).toEqual([])
      }
    },
  )

  it('cannot change the other half by any call that takes an id', async () => {
    const everything = async () => {
      const tables = ['product', 'template', 'license', 'customer', 'end_user', 'task', 'seat', 'campaign'].concat([
        'dongle',
        'dongle_license',
        'dongle_package',
      ])
      const found = await Promise.all(
        tables.map((table) =>
          query(`select to_jsonb(t) as row from ${table} t where guid = any ($1::uuid[]) order by guid`, [
            secretsOf(hidden).filter((secret) => secret.length === 36),
          ]),
        ),
      )
      return found.map(({ rows }) => rows)
    }
    await limited.call(identityCalls.confirm, { password: PASSWORD })
    const before = await everything()
    const ids = [...new Set(secretsOf(hidden).filter((secret) => secret.length === 36))]
    const shapeOf = (call: Call) => Object.keys((call.payload._zod.def as { shape?: object }).shape ?? {})
    const writing = CALLS.filter(
      (call) =>
        call.effect === 'write' &&
        !call.personal &&
        call.access.kind !== 'super' &&
        shapeOf(call).some((key) => /guid|^add$/i.test(key)),
    )
    expect(writing.length).toBeGreaterThan(20)
    for (const call of writing) {
      const kinds = call.name.startsWith('pcTemplate')
        ? PC_KINDS
        : call.name.startsWith('pcLicense')
          ? PC_LICENSE_KINDS
          : shapeOf(call).includes('kind')
            ? ['product', 'user', 'customer', 'template', 'userLock']
            : ['']
      for (const kind of kinds) {
        for (const guid of ids) {
          const payload = {
            ...(kind && { kind }),
            guid,
            guids: [guid],
            templateGuid: guid,
            templateGuids: [guid],
            version: 1,
            privilegeName: 'canModify',
            password: 'secret-123',
            userId: both.accountId,
            add: [guid],
            remove: [guid],
            roleGuids: [guid],
            act: call.name.startsWith('userLock') ? 'cancelLost' : 'delete',
            pin: PIN,
            channel: 'handed',
            recipient: '王越',
            machineGuid: guid,
            integratorGuid: partner,
            count: 1,
            changes: {},
            isPreIssued: true,
            reason: '原因',
          }
          const text = await ask(call, payload, limited)
          const { code, data } = JSON.parse(text) as { code: number; data: { taskId?: string } | null } // the envelope
          if (code === 0 && data?.taskId) {
            await center.finishTask(limited, data.taskId)
            expect(
              tracesOf(
                hidden,
                await ask(CALLS.find(({ name }) => name === 'task.findRows') ?? call, { guid: data.taskId }, limited),
              ).filter((secret) => secret !== guid),
              call.name,
            ).toEqual([])
          } else if (code !== 0)
            expect(errorName(code), `${call.name} ${text}`).toMatch(
              // Who empties a lock must see all products.
              call.name === 'dongleLicense.empty'
                ? /^platform\.noPermission$/
                : /otFound$|^access\.(?:hasMore|grantsMore)$|^platform\.badPayload$|\.(?:orderChanged|notCode)$/,
            )
          expect(tracesOf(hidden, text), call.name).toEqual([])
        }
      }
    }
    expect(await everything()).toEqual(before)
  })

  it('is told of which kinds it is a half', async () => {
    expect((await limited.call(identityCalls.current, {})).limited.toSorted()).toEqual([...ASSIGNED_KINDS].toSorted())
    expect((await main.call(identityCalls.current, {})).limited).toEqual([])
  })

  it('is not offered the license id of a product that it does not see', async () => {
    const { licenseId } = await main.call(productCalls.nextLicenseId, {})
    expect(await limited.call(productCalls.nextLicenseId, {})).toEqual({ licenseId })
  })

  it('does not learn the name of a product from its license id', async () => {
    const text = await ask(productCalls.create, productPayload({ licenseId: hidden.licenseId }), limited)
    expect(errorName((JSON.parse(text) as { code: number }).code)).toBe('product.licenseIdTaken') // the envelope
    expect(text).not.toContain(hidden.mark)
  })
})

describe('visible rows reveal nothing about hidden rows', () => {
  it('administrators and integrators, to a caller who may view nothing else', async () => {
    for (const call of READING) {
      for (const { payload = {} } of [...(asksOf(hidden)[call.name] ?? []), ...(asksOf(seen)[call.name] ?? [])]) {
        const text = await ask(call, payload, overseer)
        expect([...tracesOf(hidden, text), ...tracesOf(seen, text)], `${call.name} ${JSON.stringify(payload)}`).toEqual(
          [],
        )
      }
    }
  })

  it('a user whose customer is hidden', async () => {
    const [{ mark }, owner] = [hidden, await center.developer()]
    const { guid: user } = await owner.call(userCalls.create, userPayload({ customerName: `${mark} customer` }))
    const clerk = await center.administrator(owner, PRIVILEGES, {
      limited: ['customer', 'user'],
      assigned: { user: [user] },
    })
    const asks: [Call, object][] = [
      [userCalls.get, { guid: user }],
      [userCalls.find, {}],
      [userCalls.export, { format: 'csv' }],
      [operationLogCalls.find, { targetGuid: user }],
      [operationLogCalls.find, { targetKind: 'user', targetGuid: user }],
    ]
    for (const [call, payload] of asks) {
      expect(await ask(call, payload, owner), call.name).toContain(mark)
      const text = await ask(call, payload, clerk)
      expect([isAnswered(text), text.includes(mark)], `${call.name} ${text}`).toEqual([true, false])
    }
  })

  it('a lock whose customer is hidden, also to its license, history and log', async () => {
    const [{ mark }, owner] = [hidden, await center.developer()]
    const [lock] = await registerLocks(center, owner, 1)
    const guid = lock?.guid ?? ''
    const { guid: customer } = await owner.call(customerCalls.create, customerPayload({ name: `${mark} customer` }))
    await owner.call(userLockCalls.update, { guid, customerGuid: customer })
    await owner.call(identityCalls.confirm, { password: PASSWORD })
    await owner.call(developerCalls.setPin, { pin: PIN, confirmPin: PIN })
    const payload = productPayload({ licenseForm: 3 })
    await owner.call(productCalls.create, payload)
    const template = (await owner.call(pcTemplateCalls.create, pcTemplatePayload('dongle', payload.licenseId))).guid
    await owner.call(dongleLicenseCalls.issue, { templateGuids: [template], guids: [guid], pin: PIN })
    const clerk = await center.administrator(owner, PRIVILEGES, {
      limited: ['customer', 'userLock'],
      assigned: { userLock: [guid] },
    })
    const asks: [Call, object][] = [
      [userLockCalls.get, { guid }],
      [userLockCalls.find, {}],
      [userLockCalls.export, { format: 'csv' }],
      [userLockCalls.history, { guid }],
      [dongleLicenseCalls.find, { lockGuid: guid }],
      [dongleLicenseCalls.export, { format: 'csv' }],
      [operationLogCalls.find, { targetGuid: guid }],
    ]
    for (const [call, asked] of asks) {
      expect(await ask(call, asked, owner), call.name).toContain(mark)
      const text = await ask(call, asked, clerk)
      expect([isAnswered(text), text.includes(mark), text.includes(customer)], `${call.name} ${text}`).toEqual([
        true,
        false,
        false,
      ])
    }
    for (const call of [userLockCalls.find, dongleLicenseCalls.find])
      expect(JSON.parse(await ask(call, { customerGuid: customer }, clerk)), call.name).toMatchObject({
        data: { records: 0 },
      })
    // Nor can the clerk clear what is hidden.
    await clerk.call(userLockCalls.update, { guid, customerGuid: null, remark: 'x' })
    expect(await owner.call(userLockCalls.get, { guid })).toMatchObject({ customerGuid: customer, remark: 'x' })
  })

  it('a license whose user and customer are hidden, except the account that it was issued to', async () => {
    const [{ mark }, owner] = [hidden, await center.developer()]
    await center.credit(owner, 100_000)
    const { guid: customer } = await owner.call(customerCalls.create, customerPayload({ name: `${mark} customer` }))
    const { guid: user } = await owner.call(
      userCalls.create,
      userPayload({ account: 'told@test.example', userName: `${mark} user`, customerName: `${mark} customer` }),
    )
    const payload = productPayload({ licenseForm: 3 })
    const { guid: product } = await owner.call(productCalls.create, payload)
    const clerk = await center.administrator(owner, PRIVILEGES, {
      limited: ['product', 'customer', 'user'],
      assigned: { product: [product] },
    })
    const template = async (kind: 'account' | 'sn') =>
      (await owner.call(pcTemplateCalls.create, pcTemplatePayload(kind, payload.licenseId))).guid
    const issued = {
      account:
        (
          await owner.call(pcLicenseCalls.issue, {
            kind: 'account',
            templateGuids: [await template('account')],
            userIds: [user],
          })
        ).licenses[0]?.guid ?? '',
      sn:
        (
          await owner.call(pcLicenseCalls.issue, {
            kind: 'sn',
            templateGuids: [await template('sn')],
            customerId: customer,
          })
        ).licenses[0]?.guid ?? '',
    }
    for (const kind of PC_LICENSE_KINDS) {
      const asks: [Call, object][] = [
        [pcLicenseCalls.get, { kind, guid: issued[kind] }],
        [pcLicenseCalls.find, { kind }],
        [pcLicenseCalls.export, { kind, format: 'csv' }],
        [operationLogCalls.find, { targetGuid: issued[kind] }],
      ]
      for (const [call, asked] of asks.filter(([one]) => CALLS.includes(one))) {
        const text = await ask(call, asked, clerk)
        expect(
          [isAnswered(text), text.includes(mark), text.includes(user), text.includes(customer)],
          `${call.name} ${text}`,
        ).toEqual([true, false, false, false])
        if (kind === 'account') expect(text, call.name).toContain('told@test.example')
        if (call !== operationLogCalls.find) expect(await ask(call, asked, owner), call.name).toContain(mark)
      }
    }
    // Nor does a filter tell whose a license, an order or a user is.
    const viewer = await center.administrator(owner, PRIVILEGES, { limited: ['customer'] })
    const filters: [Call, object][] = [
      ...PC_LICENSE_KINDS.map((kind): [Call, object] => [pcLicenseCalls.find, { kind, customerGuid: customer }]),
      [orderCalls.find, { customerGuid: customer }],
      [userCalls.find, { customerGuid: customer }],
    ]
    const recordsOf = (text: string) => (JSON.parse(text) as { data: { records: number } }).data.records // a page
    for (const [call, asked] of filters) {
      expect(recordsOf(await ask(call, asked, owner)), call.name).toBeGreaterThan(0)
      for (const who of [clerk, viewer]) expect(recordsOf(await ask(call, asked, who)), call.name).toBe(0)
    }
    const sheet = { kind: 'sn', format: 'csv', customerGuid: customer }
    expect((await ask(pcLicenseCalls.export, sheet, owner)).trim().split('\n')).toHaveLength(2)
    expect((await ask(pcLicenseCalls.export, sheet, viewer)).trim().split('\n')).toHaveLength(1)
  })

  it('a template whose product is no longer assigned to its creator', async () => {
    const [{ mark }, owner] = [hidden, await center.developer()]
    const payload = productPayload({ licenseForm: 3, modules: [{ moduleId: 1, moduleName: 'known', checked: true }] })
    const { guid: product } = await owner.call(productCalls.create, payload)
    const clerk = await center.administrator(owner, PRIVILEGES, {
      limited: ['product'],
      assigned: { product: [product] },
    })
    const { guid } = await clerk.call(
      templateCalls.create,
      templatePayload(payload.licenseId, { modules: [{ moduleId: 1, checked: true }] }),
    )
    await owner.call(productCalls.update, {
      guid: product,
      name: mark,
      modules: [{ moduleId: 1, moduleName: mark, checked: true }],
    })
    expect((await clerk.call(templateCalls.get, { guid })).productName).toBe(mark)
    await owner.call(accessCalls.assign, { userId: clerk.accountId, kind: 'product', remove: [product] })
    for (const [call, asked] of [
      [templateCalls.get, { guid }],
      [templateCalls.find, {}],
      [templateCalls.findVersions, { guid }],
      [templateCalls.previewUpdate, { guid, name: 'other' }],
      [dashboardCalls.get, {}],
    ] as [Call, object][]) {
      // The cast keeps each element a pair.
      const text = await ask(call, asked, clerk)
      expect(text.includes(mark), `${call.name} ${text}`).toBe(false)
    }
  })
})

describe('the row policies', () => {
  it('match a kind by its whole name', async () => {
    const { rows } = await query(
      "select sees_all('product') as all from set_config('sealwright.limited', 'user,productline', true)",
      [],
    )
    expect(rows).toEqual([{ all: true }])
  })

  const acting = () => ({
    accountId: limited.accountId,
    limited: new Set(ASSIGNED_KINDS),
    integratorGuid: null,
  })

  it('limit every scoped table to the visible rows, whatever is selected', async () => {
    const { rows } = await query("select tablename from pg_policies where policyname = 'scope' order by 1", [])
    const tables = rows.map((row) => String(row['tablename']))
    expect(tables).toEqual(expect.arrayContaining(['customer', 'end_user', 'license', 'product', 'template']))
    // Figures are in both tables.
    await query('select fold_figures()', [])
    const columns =
      'developer_id, day, measure, carrier, product, beside, template_guid, channel, admin, integrator, label'
    await query(`insert into figure_delta (${columns}, value) select ${columns}, 0 from figure_day`, [])
    for (const table of tables) {
      const select = (as?: ReturnType<typeof acting>) =>
        center.ground.database.inTenant(
          main.developerId,
          'read',
          async (db) =>
            JSON.stringify((await db.execute(sql`select * from ${sql.identifier(table)}`)).rows).toLowerCase(),
          as,
        )
      expect(tracesOf(hidden, await select()), table).not.toEqual([])
      const part = await select(acting())
      expect(tracesOf(hidden, part), table).toEqual([])
      expect(tracesOf(seen, part), table).not.toEqual([])
    }
  })

  it('limit the search functions too, which run as the owner', async () => {
    const sorts: Record<string, string> = {
      license: 'issueTime',
      approval_request: 'requestTime',
      campaign_participant: 'joinTime',
      dongle: 'shellNumber',
    }
    for (const table of [
      'approval_request',
      'campaign_participant',
      'customer',
      'dongle',
      'dongle_license',
      'end_user',
      'license',
      'product',
      'template',
    ]) {
      const needle = table === 'license' || table === 'dongle_license' ? null : 'q'
      const sort = sorts[table] ?? 'updateTime'
      const found = await center.ground.database.inTenant(
        main.developerId,
        'read',
        async (db) => {
          const counted = await db.execute<{ n: number }>(
            sql`select ${sql.identifier(`${table}_count`)}('{}', 100) as n`,
          )
          const matching = await db.execute<{ hex: string }>(sql`
            select encode(${sql.identifier(`${table}_matching`)}(
              ${needle}::text, '{}', ${sort}, 100), 'hex') as hex`)
          const paged = await db.execute<{ guid: string }>(sql`
            select guid from ${sql.identifier(`${table}_page_of_many`)}(
              ${needle}::text, '{}', ${sort}, true, 0, 100) as guid`)
          return {
            n: counted.rows[0]?.n,
            matching: (matching.rows[0]?.hex.length ?? 0) / 32,
            paged: paged.rows.map(({ guid }) => guid),
          }
        },
        acting(),
      )
      const n = table === 'template' ? 4 : table === 'license' ? 3 : 1
      expect(found, table).toMatchObject({ n, matching: n })
      expect(found.paged, table).toHaveLength(n)
      expect(
        found.paged.filter((guid) => secretsOf(hidden).includes(guid)),
        table,
      ).toEqual([])
    }
  })
})
