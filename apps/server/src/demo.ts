// The demo: two developers that a new user can sign in to, with products, templates, people and money. The data is
// created through the same use cases as in the console, including the operation log. A separate center with a clock in
// the past creates it, so that the demo developer has a history.
import { randomInt } from 'node:crypto'
import {
  DAY_MS,
  FEN_A_YUAN,
  HOUR_MS,
  MINUTE_MS,
  PRIVILEGE_SETS,
  accessCalls,
  billingCalls,
  customerCalls,
  developerCalls,
  feedbackCalls,
  fromWire,
  integratorCalls,
  packageCalls,
  pcTemplateCalls,
  productCalls,
  roleCalls,
  runtimeCalls,
  serviceFeeCalls,
  templateCalls,
  topUpCalls,
  userCalls,
} from '@sealwright/contract'
import type { AnswerOf, Call, PayloadOf, Privilege } from '@sealwright/contract'
import * as z from 'zod/mini'
import { composeCenter } from './compose.ts'
import type { Ground } from './compose.ts'
import { approvalDays } from './demo-approvals.ts'
import { CAMPAIGN_TEMPLATES, campaignDays } from './demo-campaigns.ts'
import { lendingDays } from './demo-lending.ts'
import { LICENSE_TEMPLATES, licenseStory } from './demo-licenses.ts'
import type { Story } from './demo-licenses.ts'
import { mailStory } from './demo-mails.ts'
import { demoMessages } from './demo-messages.ts'
import { offlineDays } from './demo-offline.ts'
import { programDays } from './demo-programs.ts'
import type { ProgramStory } from './demo-programs.ts'
import { addSenders } from './demo-senders.ts'
import { addCurves } from './demo/curves.ts'
import { dongleDays } from './demo/dongles.ts'
import { addIntegration } from './demo/integration.ts'
import { createOperator, welcomeFormal } from './domains/billing/index.ts'
import { foundDeveloper, insertAccount, insertMembership } from './domains/developer/index.ts'
import { createFeedbackDesk } from './domains/feedback/index.ts'
import { hashPassword } from './domains/identity/index.ts'
import { createNotify } from './domains/message/index.ts'
import { createIds } from './kernel/ids.ts'
import { inScope } from './kernel/in-scope.ts'
import type { Caller } from './kernel/scope.ts'

export const DEMO_ACCOUNT = 'demo@sealwright.example'
export const TRIAL_ACCOUNT = 'trial@sealwright.example'
export const STAFF_ACCOUNT = 'staff@sealwright.example'

/** A password without look-alike characters, because people read it from a terminal and type it. */
export function makePassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
  return Array.from({ length: 12 }, () => letters[randomInt(letters.length)]).join('')
}

const PRODUCTS: PayloadOf<typeof productCalls.create>[] = [
  {
    name: '星图设计套件',
    displayName: '星图',
    licenseForm: 3,
    licenseId: 100201,
    licenseVersion: 3,
    brief: '面向工业设计团队的三维建模与渲染软件。',
    modules: [
      { moduleId: 1, moduleName: '建模', checked: true },
      { moduleId: 2, moduleName: '渲染', checked: true },
      { moduleId: 3, moduleName: '动画', checked: true },
      { moduleId: 8, moduleName: '团队协作', checked: true },
      { moduleId: 16, checked: true },
    ],
    rom: {
      source: 'items',
      items: [
        { key: 'edition', value: 'professional', name: '版本', group: '基本' },
        { key: 'render.nodes', value: '8', name: '渲染节点', group: '渲染' },
        {
          key: 'service.token',
          value: 'c3RhcmNoYXJ0LWRlbW8=',
          name: '服务令牌',
          group: '服务',
          isBase64: true,
          isValueHidden: true,
        },
      ],
    },
    pub: { source: 'text', text: '{"support":"support@starchart.example"}' },
  },
  {
    name: '禾木财务',
    displayName: '禾木财务',
    licenseForm: 1,
    licenseId: 100238,
    licenseVersion: 1,
    brief: '中小企业的在线记账与报税。',
    modules: [
      { moduleId: 1, moduleName: '总账', checked: true },
      { moduleId: 2, moduleName: '报税', checked: true },
    ],
  },
  {
    name: '磐石加密中间件',
    displayName: '磐石',
    licenseForm: 2,
    licenseId: 100275,
    brief: '国密算法的加密与签名中间件。',
    raw: { source: 'text', text: 'counter=0' },
  },
  {
    name: '锐影渲染器',
    displayName: '锐影',
    licenseForm: 3,
    licenseId: 100312,
    modules: [{ moduleId: 1, moduleName: 'GPU', checked: true }],
  },
  { name: '数澜 BI', displayName: '数澜 BI', licenseForm: 1, licenseId: 100349, brief: '从数据库到仪表盘的自助分析。' },
]

const ofModules = (...ids: number[]) => ids.map((moduleId) => ({ moduleId, checked: true }))

const SMART_TEMPLATES: PayloadOf<typeof templateCalls.create>[] = [
  { name: '星图 移动端 永久', licenseId: 100201, isForever: true, useMode: 1, modules: ofModules(1, 2) },
  {
    name: '锐影 边缘节点 一年',
    licenseId: 100312,
    licStartTimeType: 1,
    licDuration: 365,
    useMode: 2,
    machineNum: 20,
    modules: ofModules(1),
    canModify: true,
  },
  {
    name: '数澜 BI 展会试用',
    licenseId: 100349,
    deductMode: 3,
    hasSpanTime: true,
    spanTime: 30,
    useMode: 2,
    machineNum: 5,
  },
]

const PC_TEMPLATES: PayloadOf<typeof pcTemplateCalls.create>[] = [
  {
    kind: 'account',
    name: '星图 专业版 年度',
    licenseId: 100201,
    licenseForm: 2,
    billingMode: 'year',
    licStartTimeType: 1,
    licDuration: 365,
    offlineDays: 30,
    licBindLimit: 3,
    licBindMaxLimit: 6,
    offlineBind: true,
    modules: ofModules(1, 2, 3, 8),
    canModify: true,
    canModifyModule: true,
  },
  {
    kind: 'account',
    name: '禾木财务 按天',
    licenseId: 100238,
    licenseForm: 1,
    billingMode: 'day',
    licStartTimeType: 1,
    licDuration: 30,
    counter: 10_000,
    kickOut: true,
    modules: ofModules(1, 2),
  },
  {
    kind: 'account',
    name: '星图 试用 30 天',
    licenseId: 100201,
    licenseForm: 2,
    deductMode: 3,
    licStartTimeType: 1,
    licDuration: 30,
    offlineDays: 7,
    modules: ofModules(1),
  },
  {
    kind: 'sn',
    name: '磐石 单机 永久',
    licenseId: 100275,
    billingMode: 'oneTime',
    isForever: true,
    useMode: 1,
    licBindMaxLimit: 3,
    forceAuthDays: 90,
  },
  {
    kind: 'sn',
    name: '星图 集团 50 席',
    licenseId: 100201,
    licenseKeyType: 2,
    billingMode: 'year',
    licStartTimeType: 1,
    licDuration: 365,
    concurrentType: 'machine',
    groupUsers: 50,
    lanBorrow: 7,
    offlineBind: true,
    c2dDays: 30,
    d2cDays: 30,
    lending: true,
    lendingDays: 14,
    lendingSeats: 10,
    modules: ofModules(1, 2, 3, 8, 16),
  },
  {
    kind: 'sn',
    name: '设计套装 按设备',
    licenseId: 100201,
    licenseKeyType: 3,
    licStartTimeType: 1,
    licDuration: 365,
    useMode: 2,
    machineNum: 500,
    modules: ofModules(1, 2),
    otherProducts: [{ licenseId: 100312, modules: ofModules(1) }],
  },
  {
    kind: 'dongle',
    name: '星图 硬件锁 永久',
    licenseId: 100201,
    isForever: true,
    concurrentType: 'process',
    concurrentNum: 5,
    modules: ofModules(1, 2, 3),
  },
  {
    kind: 'dongle',
    name: '磐石 硬件锁 续一年',
    licenseId: 100275,
    opType: 1,
    forceWrite: true,
    endTimeOp: 2,
    endTimeDays: 365,
  },
]

const CUSTOMERS: PayloadOf<typeof customerCalls.create>[] = [
  {
    name: '云栖建筑设计院',
    contact: '沈工',
    phone: '0571-88886666',
    email: 'it@yunqi-arch.example',
    address: '杭州市西湖区云栖路 18 号',
    remark: '年度框架协议，每年 3 月续费。',
  },
  { name: '北辰汽车研究中心', contact: '赵敏', phone: '13911112222', email: 'zhao@beichen-auto.example' },
  { name: '青禾会计师事务所', contact: '韩梅', phone: '010-66668888' },
]

const USERS: PayloadOf<typeof userCalls.create>[] = [
  {
    account: 'shen@yunqi-arch.example',
    userName: '沈一舟',
    gender: 1,
    phone: '13800010001',
    customerName: '云栖建筑设计院',
    tags: ['重点客户', '设计'],
  },
  { account: 'lu@yunqi-arch.example', userName: '陆听雨', gender: 2, customerName: '云栖建筑设计院', tags: ['设计'] },
  {
    account: '13700010003',
    userName: '赵敏',
    gender: 2,
    customerName: '北辰汽车研究中心',
    tags: ['重点客户', '渲染'],
    description: '渲染集群的联系人。',
  },
  { account: 'lab@beichen-auto.example', userName: '仿真实验室', customerName: '北辰汽车研究中心', tags: ['渲染'] },
  { account: 'han@qinghe-cpa.example', userName: '韩梅', gender: 2, customerName: '青禾会计师事务所', tags: ['续费'] },
  { account: 'showroom-01', accountType: 4, password: 'showroom-01', userName: '展厅一号机', tags: ['试用'] },
  { account: 'wu@freelance.example', userName: '吴自由', tags: ['试用', '设计'] },
]

const ROLES: PayloadOf<typeof roleCalls.create>[] = [
  {
    name: '渠道销售',
    description: '维护用户与客户，查看产品和模板',
    privileges: [...PRIVILEGE_SETS.user, ...PRIVILEGE_SETS.issuing],
  },
  {
    name: '产品经理',
    description: '定义产品和销售模板',
    privileges: ['product.create', 'product.update', ...PRIVILEGE_SETS.template],
  },
]

const INTEGRATORS: PayloadOf<typeof integratorCalls.create>[] = [
  {
    name: '华东智造集成',
    contact: '陈集',
    phone: '021-55556666',
    email: 'chen@huadong.example',
    cloudQuota: 200,
    softQuota: 50,
  },
]

/** A sub-administrator who sees two products only. A new user can sign in or view as this account. */
const STAFF = { account: STAFF_ACCOUNT, userName: '许知远', role: '渠道销售', products: ['星图设计套件', '锐影渲染器'] }

/** A colleague who has not answered the invitation yet. */
const INVITED = { account: 'zhou@sealwright.example', userName: '周晓', role: '渠道销售', ago: 2 }

/** The offers of the platform, and the payments of the demo developer. `ago` is in days. */
const OFFERS = [
  { type: '标准年包', licenses: 100, updates: 50, days: 365, priceFen: 120_000 },
  { type: '企业年包', licenses: 1_000, updates: 500, days: 365, priceFen: 980_000 },
  { type: '移动端半年包', licenses: 500, updates: 100, days: 180, priceFen: 300_000 },
]
const GIFTS = [
  { fromFen: 100_000, percent: 2 },
  { fromFen: 1_000_000, percent: 5 },
]
const SERVICE_FEE_FEN = 120_000
const TOP_UPS: { ago: number; yuan: number; became: 'paid' | 'failed' | 'left' }[] = [
  { ago: 325, yuan: 8_000, became: 'paid' },
  { ago: 222, yuan: 10_000, became: 'paid' },
  { ago: 128, yuan: 30_000, became: 'paid' },
  { ago: 40, yuan: 500, became: 'failed' },
  { ago: 12, yuan: 5_000, became: 'paid' },
  { ago: 0, yuan: 1_000, became: 'left' },
]
const PURCHASES = [
  { ago: 318, type: '标准年包' },
  { ago: 251, type: '标准年包' },
  { ago: 216, type: '移动端半年包' },
  { ago: 120, type: '企业年包' },
  { ago: 88, type: '标准年包' },
  { ago: 27, type: '标准年包' },
  { ago: 9, type: '标准年包' },
]

/** 9:00 in China, as an offset from midnight UTC. */
const OPENING_MS = HOUR_MS

const FEEDBACK = [
  {
    ago: 21,
    kind: 'suggestion',
    text: '批量签发授权码之后，希望可以直接把结果发给多个客户，而不是逐个发送。',
    contact: 'demo@sealwright.example',
    page: '/pc/license/sn/new',
    answer: '谢谢建议。现在可以先导出，再按客户发送；按客户分组发送已经列入计划。',
  },
  {
    ago: 2,
    kind: 'question',
    text: '许可到期前的提醒能不能同时发给我们的代理商？',
    contact: '13800138000',
    page: '/developerInfo',
    answer: null,
  },
] as const

/** Loads the demo into an empty database. All its accounts get this password. */
export async function loadDemo(present: Ground, password: string): Promise<void> {
  const { database, languages, log } = present
  const start = present.clock.now().getTime()
  let moment = start
  // Each reading is a millisecond later, so that every list has a definite order.
  const clock = { now: () => new Date(moment++) }
  /** Moves the clock to a working hour of that day in China, never backward. */
  const goTo = (daysAgo: number) => {
    const day = Math.floor(start / DAY_MS - daysAgo) * DAY_MS
    moment = Math.max(moment, daysAgo === 0 ? start : day + OPENING_MS + ((daysAgo * 97) % 540) * MINUTE_MS)
  }
  moment = start - 331 * DAY_MS
  goTo(330)
  // Jobs are not enqueued: the server would run them in the present.
  const jobs = { ...present.jobs, enqueue: async () => undefined, enqueueMany: async () => undefined }
  // The addresses are not real, so nobody gets a message.
  const mailer = { ...present.mailer, queue: async () => '', queueMany: async () => undefined }
  const ids = createIds(clock)
  const notify = createNotify({ ids, mailer, mailWords: present.mailWords })
  const ground: Ground = { ...present, clock, ids, jobs, mailer, notify }
  const center = await composeCenter(ground, { consoleDir: undefined })

  const passwordHash = await hashPassword(password)
  const demo = await foundDeveloper(ground, {
    name: '示例软件',
    status: 'formal',
    account: DEMO_ACCOUNT,
    passwordHash,
    userName: '林小满',
  })
  if (!demo) return
  const { developerId } = demo
  await database.asOwner((db) => welcomeFormal({ db, ids, now: clock.now() }, developerId))
  await database.owner.query("insert into platform_setting (key, value) values ('demo', 'on') on conflict do nothing")
  const operator = createOperator(ground)
  await operator.setGifts(GIFTS)
  for (const offer of OFFERS) await operator.addOffer(offer)
  await operator.setFeeOf(developerId, SERVICE_FEE_FEN)
  const caller = await center.findMember(developerId, demo.accountId, clock.now())
  const serviceUntil = caller?.developer.serviceUntil
  if (!caller || !serviceUntil) throw new Error("the demo's super administrator cannot sign in")

  let seller: Caller | undefined
  const make: Story['make'] = async <C extends Call>(
    call: C,
    wires: readonly PayloadOf<C>[],
    { isTogether = false, asStaff = false, by }: Parameters<Story['make']>[2] = {},
  ): Promise<AnswerOf<C>[]> => {
    const { runScoped, runOwn } = center.bindings.find((binding) => binding.call === call) ?? {}
    if (!runScoped && !runOwn) throw new Error(`${call.name} cannot be part of the demo`)
    const askingNow = () => ({
      requestId: ids.guid(),
      network: '127.0.0.1',
      fingerprint: undefined,
      userAgent: undefined,
      origin: undefined,
      now: clock.now(),
      log,
    })
    const given = () => ({
      caller: by ?? ((asStaff && seller) || caller),
      asking: askingNow(),
      ids,
      say: languages.zh,
      call: { name: call.name },
    })
    const payloadOf = (wire: PayloadOf<C>) => z.decode(call.payload, fromWire(call.payload, wire)) // or throws
    const answers: AnswerOf<C>[] = []
    const keep = (answer: unknown) => void answers.push(answer as AnswerOf<C>) // by the use case of this call
    for (const some of isTogether ? [wires] : wires.map((wire) => [wire])) {
      if (runOwn)
        for (const wire of some)
          keep(
            await runOwn(
              {
                ...given(),
                person: undefined,
                locale: 'zh',
                cookie: () => undefined,
                setCookie: () => undefined,
                clearCookie: () => undefined,
              },
              payloadOf(wire),
            ),
          )
      else
        await inScope(database, given(), 'write', async (scope) => {
          for (const wire of some) keep(await runScoped?.({ ...scope, asking: askingNow() }, payloadOf(wire)))
        })
    }
    return answers
  }

  let apiPassword: string | undefined
  /** Makes a runtime call over HTTP, as a program does. */
  const ask: ProgramStory['ask'] = async (name, payload, network) => {
    apiPassword ??= (await firstOf(make(developerCalls.revealApiPassword, [{}]))).apiPassword
    const { method, path } = runtimeCalls[name]
    const response = await center.app.inject({
      method,
      url: method === 'GET' ? `${path}?developerId=${developerId}` : path,
      remoteAddress: network,
      headers: { authorization: `Bearer ${apiPassword}` },
      ...(method === 'POST' && { payload: { developerId, ...payload } }),
    })
    if (response.statusCode >= 500 || response.statusCode === 401)
      throw new Error(`a runtime call of the demo failed: ${response.body}`)
    return response.statusCode === 200 ? response.json() : undefined
  }

  const templates = new Map<string, string>()
  const templateOf = (name: string) => templates.get(name) ?? ''
  const finishTask = async (taskId: string) => {
    while (await center.task.work.work(developerId, taskId));
  }
  let integratorGuid = ''
  const { days: licenseDays, unused } = licenseStory({
    make,
    present: new Date(start),
    bind: async (machines) => {
      if (machines.length === 0) return
      await database.inTenant(developerId, 'write', async (db) => {
        for (const { guid, name, os, network, address, fingerprint, isOffline } of machines)
          await center.license.bind({ db, developerId, ids, now: clock.now() }, guid, {
            parts: [],
            fingerprint,
            name,
            os,
            network,
            addresses: [address],
            isOffline,
          })
      })
    },
    finishTask,
    templateOf,
    integrator: () => integratorGuid,
  })
  /** Creates templates and remembers them by name. */
  async function makeTemplates<C extends typeof templateCalls.create | typeof pcTemplateCalls.create>(
    call: C,
    wires: readonly PayloadOf<C>[],
  ) {
    const made = await make(call, wires)
    wires.forEach(({ name }, index) => templates.set(name, made[index]?.guid ?? ''))
  }

  const { offers } = await firstOf(make(packageCalls.offers, [{}]))

  const products = await make(productCalls.create, PRODUCTS)
  /** What happens on which day. Sorted below, the oldest day first. */
  const days: { ago: number; act: () => Promise<unknown> }[] = [
    { ago: 329, act: () => makeTemplates(templateCalls.create, SMART_TEMPLATES) },
    {
      ago: 328,
      act: () => makeTemplates(pcTemplateCalls.create, [...PC_TEMPLATES, ...LICENSE_TEMPLATES, ...CAMPAIGN_TEMPLATES]),
    },
    { ago: 320, act: () => make(customerCalls.create, CUSTOMERS) },
    ...USERS.map((user, index) => ({
      ago: 300 - index * 40,
      act: () => make(userCalls.create, [{ ...user, sendMail: false }]),
    })),
    {
      ago: 310,
      act: () => make(serviceFeeCalls.pay, [{ amountFen: SERVICE_FEE_FEN, paidUntil: serviceUntil.toISOString() }]),
    },
    { ago: 280, act: () => operator.credit(developerId, { kind: 'gift', amount: 20_000, note: '新春礼金' }) },
    ...TOP_UPS.map((topUp) => ({ ago: topUp.ago, act: () => fund(topUp) })),
    ...PURCHASES.map(({ ago, type }) => ({
      ago,
      act: async () => {
        const offer = offers.find((one) => one.type === type)
        if (offer) await make(packageCalls.buy, [{ guid: offer.guid, priceFen: offer.priceFen }])
      },
    })),
    { ago: 8, act: () => make(billingCalls.updateSettings, [{ lowBalanceFen: 100_000 }]) },
    { ago: 90, act: staff },
    ...FEEDBACK.map(({ ago, ...feedback }) => ({ ago, act: () => complain(feedback) })),
    { ago: INVITED.ago, act: invite },
    ...licenseDays,
    ...programDays({ make, unused, ask }),
    ...lendingDays({ make, unused, ask }),
    ...offlineDays({ make, unused, ask, finishTask, developerId, now: () => clock.now() }),
    ...dongleDays({
      make,
      ask,
      finishTask,
      templateOf,
      integrator: () => integratorGuid,
      ground,
      developerId,
      now: () => clock.now(),
    }),
    ...mailStory(make, ground),
    ...campaignDays({ make, finishTask, templateOf, present: new Date(start), database, developerId }),
    ...approvalDays({
      make,
      addColleague,
      templateOf,
      seller: () => seller,
      watch: async () => {
        for (const job of center.approval.jobs) await job.run({}, { isLast: true })
      },
    }),
  ]

  async function fund({ yuan, became }: (typeof TOP_UPS)[number]) {
    const amountFen = yuan * FEN_A_YUAN
    // Without the sandbox, the demo does not fake a payment. The platform credits the money instead.
    if (!present.config.sandboxPayments)
      return became === 'paid' && operator.credit(developerId, { kind: 'wallet', amount: amountFen, note: '演示' })
    const { serial } = await firstOf(make(topUpCalls.create, [{ amountFen, paymentMethod: 'sandbox' }]))
    return (
      became === 'left' ||
      center.billing.takeCallback('sandbox', {
        serial,
        amountFen,
        state: became,
        providerRef: `SANDBOX-${serial}`,
        at: clock.now(),
      })
    )
  }

  async function complain({ answer, ...feedback }: Omit<(typeof FEEDBACK)[number], 'ago'>) {
    const { guid } = await firstOf(make(feedbackCalls.create, [feedback]))
    if (answer !== null) await createFeedbackDesk(ground).answer(guid, answer)
  }

  let roles: { guid: string }[] = []
  const roleNamed = (name: string) => roles.flatMap(({ guid }, index) => (ROLES[index]?.name === name ? [guid] : []))

  async function invite() {
    const { account, userName, role } = INVITED
    await make(accessCalls.create, [{ account, userName, roleGuids: roleNamed(role) }])
  }

  /** An administrator who has accepted the invitation. */
  async function insertColleague(account: string, userName: string, privileges: readonly Privilege[]): Promise<string> {
    const id = ids.guid()
    await database.asOwner(async (db) => {
      const now = clock.now()
      await insertAccount(db, { id, account, userName, passwordHash, now })
      await insertMembership(db, { developerId, accountId: id, isSuper: false, privileges, now })
    })
    return id
  }
  async function addColleague(account: string, userName: string, privileges: readonly Privilege[]) {
    const id = await insertColleague(account, userName, privileges)
    return (await center.findMember(developerId, id, clock.now())) ?? undefined
  }

  async function staff() {
    roles = await make(roleCalls.create, ROLES)
    const integrators = await make(integratorCalls.create, INTEGRATORS)
    integratorGuid = integrators[0]?.guid ?? ''
    const staffId = await insertColleague(STAFF.account, STAFF.userName, [])
    const guidsOf = (names: readonly string[]) =>
      products.flatMap(({ guid }, index) => (names.includes(PRODUCTS[index]?.name ?? '') ? [guid] : []))
    await make(accessCalls.update, [
      {
        userId: staffId,
        roleGuids: roleNamed(STAFF.role),
        cloudQuota: 100,
        softQuota: 60,
      },
    ])
    await make(accessCalls.assign, [{ userId: staffId, kind: 'product', scope: 'some', add: guidsOf(STAFF.products) }])
    seller = (await center.findMember(developerId, staffId, clock.now())) ?? undefined
    for (const { guid } of integrators)
      await make(integratorCalls.assign, [{ guid, kind: 'product', add: guidsOf(['锐影渲染器']) }])
  }

  for (const { ago, act } of days.toSorted((one, other) => other.ago - one.ago)) {
    goTo(ago)
    await act()
  }
  goTo(0)
  await addSenders({ database, developerId, now: clock.now(), make })
  await addIntegration(
    make,
    products.slice(0, 1).map(({ guid }) => guid),
  )
  await addCurves(database.owner, { developerId, now: clock.now() })
  goTo(3)
  await foundDeveloper(ground, {
    name: '试用工作室',
    status: 'trial',
    account: TRIAL_ACCOUNT,
    passwordHash,
    userName: '周试',
  })
  await demoMessages(ground, { developerId, accountId: demo.accountId, present: new Date(start) })
  await center.app.close()
  await center.captcha.close()
}

async function firstOf<T>(made: Promise<readonly T[]>): Promise<T> {
  const [one] = await made
  if (one === undefined) throw new Error('the call returned nothing')
  return one
}
