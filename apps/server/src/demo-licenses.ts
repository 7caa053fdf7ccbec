// A year of licenses for the demo: the customers, and the licenses that were issued, updated, frozen and deleted, day
// by day. It is the same at every start, because the random numbers come from one seed. Everything goes through the use
// cases of the calls, except the binding of devices. The first start waits for it, so it makes few calls with many
// licenses each, and imports users from files.
import { DAY_MS, customerCalls, licenseCalls, pcLicenseCalls, userCalls } from '@sealwright/contract'
import type { AnswerOf, Call, PayloadOf, pcTemplateCalls } from '@sealwright/contract'
import { Refusal } from './kernel/refusal.ts'
import type { Caller } from './kernel/scope.ts'

const DAYS = 316
/** How many customers come at a time, and how many times. */
const WAVE = 12
const WAVES = 5

const PLACES = [
  ['远山', 'yuanshan'],
  ['青川', 'qingchuan'],
  ['海纳', 'haina'],
  ['星河', 'xinghe'],
  ['万象', 'wanxiang'],
  ['恒信', 'hengxin'],
  ['博文', 'bowen'],
  ['同舟', 'tongzhou'],
  ['天工', 'tiangong'],
  ['明德', 'mingde'],
  ['瑞丰', 'ruifeng'],
  ['中拓', 'zhongtuo'],
  ['启航', 'qihang'],
  ['长风', 'changfeng'],
  ['嘉木', 'jiamu'],
  ['华亭', 'huating'],
  ['江海', 'jianghai'],
  ['凌云', 'lingyun'],
  ['东篱', 'dongli'],
  ['西岭', 'xiling'],
] as const
const TRADES = [
  ['建筑设计院', 'arch'],
  ['精密制造', 'precision'],
  ['医疗器械', 'medical'],
  ['汽车部件', 'auto'],
  ['会计师事务所', 'cpa'],
  ['数字传媒', 'media'],
  ['职业学院', 'college'],
  ['能源科技', 'energy'],
  ['轨道交通', 'rail'],
  ['物流', 'logistics'],
] as const
const SURNAMES = [
  ['赵', 'zhao'],
  ['钱', 'qian'],
  ['孙', 'sun'],
  ['李', 'li'],
  ['周', 'zhou'],
  ['吴', 'wu'],
  ['郑', 'zheng'],
  ['王', 'wang'],
  ['冯', 'feng'],
  ['陈', 'chen'],
  ['蒋', 'jiang'],
  ['沈', 'shen'],
  ['韩', 'han'],
  ['杨', 'yang'],
  ['许', 'xu'],
  ['何', 'he'],
  ['吕', 'lv'],
  ['张', 'zhang'],
  ['孔', 'kong'],
  ['曹', 'cao'],
] as const
const GIVEN = [
  '一鸣',
  '子衿',
  '思远',
  '若水',
  '明哲',
  '清扬',
  '予安',
  '知夏',
  '景行',
  '书瑶',
  '嘉树',
  '望舒',
  '怀瑾',
  '南星',
  '承志',
  '雨桐',
  '修远',
  '静姝',
  '云舒',
  '启明',
  '晓岚',
  '文博',
  '可欣',
  '立诚',
] as const
const TAGS = ['重点客户', '设计', '渲染', '续费', '试用'] as const
const SYSTEMS = ['Windows 11', 'Windows 10', 'Windows Server 2022', 'Ubuntu 24.04', 'macOS 15', '统信 UOS 20'] as const
const REMARKS = ['合同 2025-{n}', '续签', '展会订单', '线上商城', '渠道 {n} 号单'] as const
const REASONS = {
  lock: ['逾期未付款', '疑似外泄', '客户要求暂停'],
  delete: ['客户退订', '签发有误', '合同终止'],
} as const

/** Templates that only these licenses need, in addition to those in demo.ts. */
export const LICENSE_TEMPLATES: PayloadOf<typeof pcTemplateCalls.create>[] = [
  {
    kind: 'account',
    name: '星图 标准年包',
    licenseId: 100201,
    licenseForm: 2,
    deductMode: 2,
    packageName: '标准年包',
    licStartTimeType: 1,
    licDuration: 365,
    offlineDays: 15,
    licBindLimit: 2,
    modules: [1, 2].map((moduleId) => ({ moduleId, checked: true })),
    canModify: true,
  },
  {
    kind: 'sn',
    name: '星图 单机 一年',
    licenseId: 100201,
    billingMode: 'year',
    licStartTimeType: 1,
    licDuration: 365,
    useMode: 1,
    licBindMaxLimit: 3,
    forceAuthDays: 30,
    modules: [1, 2, 3].map((moduleId) => ({ moduleId, checked: true })),
    canModify: true,
  },
]

/** Evenly distributed random numbers. The same seed gives the same sequence. */
export function createDice(seed: number) {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const between = (low: number, high: number) => low + Math.floor(next() * (high - low + 1))
  const oneOf = <T>(of: readonly T[]): T => {
    const one = of[between(0, of.length - 1)]
    if (one === undefined) throw new Error('cannot pick from an empty list')
    return one
  }
  return { between, oneOf, isLucky: (chance: number) => next() < chance }
}

export interface Story {
  /** Makes one call for each payload, with `isTogether` in one transaction; as the super administrator by default. */
  make<C extends Call>(
    call: C,
    wires: readonly PayloadOf<C>[],
    options?: { isTogether?: boolean; asStaff?: boolean; by?: Caller | undefined },
  ): Promise<AnswerOf<C>[]>
  /** Binds devices to licenses in one transaction. */
  bind(
    machines: readonly {
      guid: string
      name: string
      os: string
      network: string
      address: { ip: string; mac: string }
      fingerprint: string
      isOffline: boolean
    }[],
  ): Promise<void>
  finishTask(taskId: string): Promise<void>
  /** The time at which the story ends. */
  present: Date
  /** The guid of a template by its name. Known only when the day comes. */
  templateOf(name: string): string
  integrator(): string
}

export interface Sold {
  kind: 'account' | 'sn' | 'smart'
  guid: string
  serial: string
  template: string
}

/**
 * What happens on which day; `ago` is in days. `unused` returns the licenses of a template that are not bound or
 * changed so far, the newest first.
 */
export function licenseStory(story: Story): {
  days: { ago: number; act: () => Promise<unknown> }[]
  unused(template: string): Sold[]
} {
  const dice = createDice(20_25)
  const days: { ago: number; act: () => Promise<unknown> }[] = []
  const customers: { guid: string; name: string; domain: string }[] = []
  const users: string[] = []
  const sold: Sold[] = []
  const used = new Set<string>()
  let machines = 0

  async function newcomers(wave: number) {
    const names = Array.from({ length: WAVE }, (_, index) => {
      const nth = wave * WAVE + index
      // The shift after each round of places keeps the combinations unique.
      const [place, trade] = [
        PLACES[nth % PLACES.length],
        TRADES[(nth + Math.floor(nth / PLACES.length)) % TRADES.length],
      ]
      return place && trade
        ? { name: `${place[0]}${trade[0]}`, domain: `${place[1]}-${trade[1]}.example` }
        : { name: '', domain: '' }
    })
    const contact = () => `${dice.oneOf(SURNAMES)[0]}${dice.oneOf(GIVEN)}`
    const made = await story.make(
      customerCalls.create,
      names.map(({ name, domain }) => ({
        name,
        contact: contact(),
        phone: `138${String(dice.between(10_000_000, 99_999_999))}`,
        email: `it@${domain}`,
      })),
      { isTogether: true },
    )
    made.forEach(({ guid }, index) =>
      customers.push({ guid, name: names[index]?.name ?? '', domain: names[index]?.domain ?? '' }),
    )
    const people = names.flatMap(({ name, domain }) =>
      Array.from({ length: dice.between(4, 6) }, (_, index) => {
        const [surname, sound] = dice.oneOf(SURNAMES)
        return {
          account: `${sound}${index + 1}@${domain}`,
          userName: `${surname}${dice.oneOf(GIVEN)}`,
          gender: dice.oneOf([1, 2] as const),
          customerName: name,
          tags: dice.isLucky(0.6) ? dice.oneOf(TAGS) : '',
        }
      }),
    )
    const sheet = [Object.keys(people[0] ?? {}), ...people.map((person) => Object.values(person))]
      .map((row) => row.join(','))
      .join('\n')
    const [task] = await story.make(userCalls.import, [
      { file: new File([sheet], `新增用户 ${wave + 1}.csv`), needActivation: false },
    ])
    if (task) await story.finishTask(task.taskId)
    const [known] = await story.make(userCalls.findByAccounts, [{ accounts: people.map(({ account }) => account) }])
    users.push(...(known ?? []).map(({ guid }) => guid))
  }

  function machinesOf(licenses: readonly Sold[], most: number, chance: number) {
    return licenses
      .filter(() => dice.isLucky(chance))
      .flatMap(({ guid }) =>
        Array.from({ length: dice.between(1, most) }, () => {
          machines += 1
          used.add(guid)
          const hex = machines.toString(16).padStart(4, '0')
          return {
            guid,
            name: `${dice.oneOf(['DESKTOP', 'WS', 'LAPTOP', 'NODE'])}-${hex.toUpperCase()}`,
            os: dice.oneOf(SYSTEMS),
            network: `10.${dice.between(0, 255)}.${dice.between(0, 255)}.0`,
            address: {
              ip: `10.0.${machines >> 8}.${machines & 255}`,
              mac: `02:00:5e:00:${hex.slice(0, 2)}:${hex.slice(2, 4)}`,
            },
            fingerprint: `demo-${machines}`,
            isOffline: dice.isLucky(0.1),
          }
        }),
      )
  }

  const keep = (kind: Sold['kind'], template: string, licenses: readonly { guid: string; serial: string }[]) => {
    const kept = licenses.map(({ guid, serial }) => ({ kind, guid, serial, template }))
    sold.push(...kept)
    return kept
  }
  const remark = () =>
    dice.isLucky(0.4) ? dice.oneOf(REMARKS).replace('{n}', String(dice.between(100, 999))) : undefined
  const someUsers = (count: number) => [...new Set(Array.from({ length: count }, () => dice.oneOf(users)))]

  async function toAccounts(template: string, most: number, asStaff = false) {
    const [issued] = await story.make(
      pcLicenseCalls.issue,
      [
        {
          kind: 'account',
          templateGuids: [story.templateOf(template)],
          userIds: someUsers(dice.between(Math.ceil(most / 3), most)),
          remark: remark(),
        },
      ],
      { asStaff },
    )
    const licenses = keep('account', template, issued?.licenses ?? [])
    // The others are cloud licenses, which have no bound devices.
    if (template.startsWith('星图')) await story.bind(machinesOf(licenses, 2, 0.08))
  }

  async function asCodes(template: string, most: number, perCode: number, used = 0.1) {
    const customer = dice.oneOf(customers)
    const [issued] = await story.make(pcLicenseCalls.issue, [
      {
        kind: 'sn',
        templateGuids: [story.templateOf(template)],
        count: dice.between(Math.ceil(most / 3), most),
        customerId: customer.guid,
        remark: remark(),
      },
    ])
    const licenses = keep('sn', template, issued?.licenses ?? [])
    if (dice.isLucky(0.6))
      await story.make(pcLicenseCalls.deliver, [
        { kind: 'sn', guids: licenses.map(({ guid }) => guid), channel: 'handed', recipient: customer.name },
      ])
    await story.bind(machinesOf(licenses, perCode, used))
  }

  async function asSmart(template: string, most: number, perCode: number) {
    const [issued] = await story.make(licenseCalls.issue, [
      {
        templateGuid: story.templateOf(template),
        count: dice.between(Math.ceil(most / 3), most),
        customerId: dice.oneOf(customers).guid,
        remark: remark(),
      },
    ])
    await story.bind(machinesOf(keep('smart', template, issued?.licenses ?? []), perCode, 0.03))
  }

  async function inBatch(payload: PayloadOf<typeof pcLicenseCalls.batchIssue>) {
    const [task] = await story.make(pcLicenseCalls.batchIssue, [payload])
    if (task) await story.finishTask(task.taskId)
  }

  /** Changes one of the recent licenses. If the status of the license forbids it, nothing happens. */
  async function later(act: 'delete' | 'lock' | 'refresh') {
    const { kind, guid, template } = dice.oneOf(sold.slice(-400))
    used.add(guid)
    const on = async (call: 'delete' | 'lock' | 'refresh' | 'unlock', given: object) =>
      kind === 'smart'
        ? story.make(licenseCalls[call], [{ guid, ...given }])
        : story.make(pcLicenseCalls[call], [{ kind, guid, ...given }])
    try {
      if (act === 'refresh') await on('refresh', { changes: template.includes('年') ? { licDuration: 400 } : {} })
      else await on(act, { reason: dice.oneOf(REASONS[act]) })
      if (act === 'lock' && dice.isLucky(0.3)) await on('unlock', { reason: '已付款' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
    }
  }

  /** Changes some license codes at once, as a task. */
  async function together(act: 'delete' | 'lock', reason: string) {
    const guids = sold
      .filter(({ kind }) => kind === 'sn')
      .slice(-12)
      .map(({ guid }) => guid)
    for (const guid of guids) used.add(guid)
    const [task] = await story.make(pcLicenseCalls.batchAct, [{ kind: 'sn', guids, act, reason }])
    if (task) await story.finishTask(task.taskId)
  }

  const day = (ago: number, act: () => Promise<unknown>) => void days.push({ ago, act })
  for (let wave = 0; wave < WAVES; wave++) day(DAYS - wave * 55, () => newcomers(wave))

  for (let ago = DAYS - 2; ago >= 1; ago--) {
    // Sales grow over time, and pause every seventh day.
    if (ago % 7 !== 0 && dice.isLucky(ago > 200 ? 0.18 : 0.28)) {
      const pick = dice.between(1, 100)
      if (pick <= 14) day(ago, () => toAccounts('星图 专业版 年度', 14))
      else if (pick <= 26) day(ago, () => toAccounts('禾木财务 按天', 20))
      else if (pick <= 31) day(ago, () => toAccounts('星图 试用 30 天', 4))
      else if (pick <= 39) day(ago, () => toAccounts('星图 标准年包', 8))
      else if (pick <= 54) day(ago, () => asCodes('磐石 单机 永久', 12, 1))
      else if (pick <= 64) day(ago, () => asCodes('星图 单机 一年', 16, 1))
      else if (pick <= 68) day(ago, () => asCodes('星图 集团 50 席', 1, 1))
      else if (pick <= 73) day(ago, () => asCodes('设计套装 按设备', 3, 4, 0.6))
      else if (pick <= 83) day(ago, () => asSmart('星图 移动端 永久', 60, 1))
      else if (pick <= 94) day(ago, () => asSmart('锐影 边缘节点 一年', 40, 4))
      else day(ago, () => asSmart('数澜 BI 展会试用', 5, 2))
    }
    if (ago > DAYS - 30) continue
    if (ago % 24 === 2) day(ago, () => later('lock'))
    if (ago % 28 === 3) day(ago, () => later('delete'))
    if (ago % 20 === 1) day(ago, () => later('refresh'))
    if (ago < 85 && ago % 17 === 4) day(ago, () => toAccounts('星图 专业版 年度', 4, true))
  }

  day(140, () => together('lock', '逾期未付款'))
  day(52, () => together('delete', '合同终止'))
  day(150, () => inBatch({ kind: 'account', templateGuids: [story.templateOf('禾木财务 按天')], allUsers: true }))
  day(60, () =>
    inBatch({ kind: 'account', templateGuids: [story.templateOf('禾木财务 按天')], userIds: users.slice(0, 120) }),
  )
  day(18, () =>
    inBatch({ kind: 'account', templateGuids: [story.templateOf('禾木财务 按天')], userIds: users.slice(80, 240) }),
  )
  day(100, () =>
    inBatch({ kind: 'sn', templateGuids: [story.templateOf('星图 单机 一年')], count: 400, remark: '线上商城' }),
  )
  day(80, () =>
    inBatch({
      kind: 'sn',
      templateGuids: [story.templateOf('星图 单机 一年')],
      count: 300,
      isPreIssued: true,
      integratorGuid: story.integrator(),
      remark: '渠道库存',
    }),
  )
  day(40, () =>
    inBatch({
      kind: 'sn',
      templateGuids: [story.templateOf('磐石 单机 永久')],
      count: 60,
      isPreIssued: true,
      remark: '随机附赠',
    }),
  )
  day(30, async () => {
    const { guid } = sold.findLast(({ template }) => template === '设计套装 按设备') ?? {}
    // One of its two products has already expired.
    if (guid)
      await story.make(pcLicenseCalls.refresh, [
        {
          kind: 'sn',
          guid,
          changes: {
            productEnds: [{ licenseId: 100312, endTime: new Date(story.present.getTime() - DAY_MS).toISOString() }],
          },
        },
      ])
  })
  return {
    days,
    unused: (template) => sold.filter((one) => one.template === template && !used.has(one.guid)).toReversed(),
  }
}
