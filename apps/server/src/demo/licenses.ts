// A year of licenses in the demo: sold to customers and users, used, renewed, locked and deleted, from one seed.
// Everything goes through the use cases of the calls, except the binding of devices. Few calls with many licenses each
// keep the load fast.
import { DAY_MS, licenseCalls, pcLicenseCalls, taskCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { Refusal } from '../kernel/refusal.ts'
import type { Caller } from '../kernel/scope.ts'
import { RENDER } from './catalog.ts'
import { createDice } from './dice.ts'
import { newcomersOf } from './newcomers.ts'
import { firstOf } from './story.ts'
import type { Day, DemoMachine, Sold, Story } from './story.ts'
import type { TemplateKey } from './words/index.ts'

const DAYS = 316
const WAVES = 5
/** Licenses that can be extended. */
const YEARLY: ReadonlySet<TemplateKey> = new Set(['starYear', 'starPackage', 'starSingle', 'renderEdge'])
/** Account licenses of programs on devices. The others are used in the cloud. */
const ON_DEVICES: ReadonlySet<TemplateKey> = new Set(['starYear', 'starTrial', 'starPackage'])

type LicenseStory = Pick<
  Story,
  'bind' | 'finishTask' | 'integrator' | 'make' | 'present' | 'seller' | 'templateOf' | 'words'
>

/** `unused`: as the story tells. */
export function licenseStory(story: LicenseStory): { days: Day[]; unused(template: TemplateKey): Sold[] } {
  const dice = createDice(20_25)
  const { words } = story
  const days: Day[] = []
  const { customers, users, come, importOld } = newcomersOf(story, dice)
  const sold: Sold[] = []
  const used = new Set<string>()
  let machines = 0

  function machinesOf(licenses: readonly Sold[], most: number, chance: number): DemoMachine[] {
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
            os: dice.oneOf(words.systems),
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

  const keep = (kind: Sold['kind'], template: TemplateKey, licenses: readonly { guid: string; serial: string }[]) => {
    const kept = licenses.map(({ guid, serial }) => ({ kind, guid, serial, template }))
    sold.push(...kept)
    return kept
  }
  const remark = () =>
    dice.isLucky(0.4) ? dice.oneOf(words.remarks).replace('{n}', String(dice.between(100, 999))) : undefined
  const someUsers = (count: number) => [...new Set(Array.from({ length: count }, () => dice.oneOf(users)))]

  async function toAccounts(template: TemplateKey, most: number, by?: Caller) {
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
      { by },
    )
    const licenses = keep('account', template, issued?.licenses ?? [])
    if (ON_DEVICES.has(template)) await story.bind(machinesOf(licenses, 2, 0.12))
  }

  async function asCodes(template: TemplateKey, most: number, perCode: number, used = 0.16) {
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

  async function asSmart(template: TemplateKey, most: number, perCode: number) {
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

  async function inBatch(payload: PayloadOf<typeof pcLicenseCalls.batchIssue>): Promise<string> {
    const { taskId } = await firstOf(story.make(pcLicenseCalls.batchIssue, [payload]))
    await story.finishTask(taskId)
    return taskId
  }
  async function undone(payload: PayloadOf<typeof pcLicenseCalls.batchIssue>) {
    const guid = await inBatch(payload)
    const { taskId } = await firstOf(story.make(taskCalls.undo, [{ guid }]))
    await story.finishTask(taskId)
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
      if (act === 'refresh') await on('refresh', { changes: YEARLY.has(template) ? { licDuration: 400 } : {} })
      else await on(act, { reason: dice.oneOf(words.reasons[act]) })
      if (act === 'lock' && dice.isLucky(0.3)) await on('unlock', { reason: words.reasons.paid })
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
  for (let wave = 0; wave < WAVES; wave++) day(DAYS - wave * 55, () => come(wave))

  for (let ago = DAYS - 2; ago >= 1; ago--) {
    // Sales grow over time, and pause every seventh day.
    if (ago % 7 !== 0 && dice.isLucky(ago > 200 ? 0.13 : 0.2)) {
      const pick = dice.between(1, 100)
      if (pick <= 14) day(ago, () => toAccounts('starYear', 14))
      else if (pick <= 26) day(ago, () => toAccounts('booksDaily', 20))
      else if (pick <= 31) day(ago, () => toAccounts('starTrial', 4))
      else if (pick <= 39) day(ago, () => toAccounts('starPackage', 8))
      else if (pick <= 54) day(ago, () => asCodes('rockSingle', 12, 1))
      else if (pick <= 64) day(ago, () => asCodes('starSingle', 16, 1))
      else if (pick <= 68) day(ago, () => asCodes('starGroup', 1, 1))
      else if (pick <= 73) day(ago, () => asCodes('suiteDevices', 3, 4, 0.6))
      else if (pick <= 83) day(ago, () => asSmart('starMobile', 90, 1))
      else if (pick <= 94) day(ago, () => asSmart('renderEdge', 60, 4))
      else day(ago, () => asSmart('biFair', 5, 2))
    }
    if (ago > DAYS - 30) continue
    if (ago % 24 === 2) day(ago, () => later('lock'))
    if (ago % 28 === 3) day(ago, () => later('delete'))
    if (ago % 20 === 1) day(ago, () => later('refresh'))
    if (ago < 85 && ago % 17 === 4) day(ago, () => toAccounts('starYear', 4, story.seller()))
  }

  // The latest codes, at the top of their list.
  day(1, () => asCodes('starSingle', 9, 1, 0.4))
  day(110, importOld)
  day(140, () => together('lock', words.reasons.unpaid))
  day(52, () => together('delete', words.reasons.ended))
  day(255, () => inBatch({ kind: 'account', templateGuids: [story.templateOf('booksDaily')], allUsers: true }))
  day(60, () =>
    inBatch({ kind: 'account', templateGuids: [story.templateOf('booksDaily')], userIds: users.slice(60, 120) }),
  )
  day(18, () =>
    inBatch({ kind: 'account', templateGuids: [story.templateOf('booksDaily')], userIds: users.slice(160, 240) }),
  )
  day(100, () =>
    inBatch({ kind: 'sn', templateGuids: [story.templateOf('starSingle')], count: 400, remark: words.batch.shop }),
  )
  day(80, () =>
    inBatch({
      kind: 'sn',
      templateGuids: [story.templateOf('starSingle')],
      count: 300,
      isPreIssued: true,
      integratorGuid: story.integrator(),
      remark: words.batch.stock,
    }),
  )
  day(40, () =>
    inBatch({
      kind: 'sn',
      templateGuids: [story.templateOf('rockSingle')],
      count: 60,
      isPreIssued: true,
      remark: words.batch.gift,
    }),
  )
  day(33, () =>
    undone({
      kind: 'sn',
      templateGuids: [story.templateOf('rockSingle')],
      count: 12,
      isPreIssued: true,
      remark: words.batch.wrong,
    }),
  )
  day(30, async () => {
    const { guid } = sold.findLast(({ template }) => template === 'suiteDevices') ?? {}
    // One of its two products has already expired.
    if (guid)
      await story.make(pcLicenseCalls.refresh, [
        {
          kind: 'sn',
          guid,
          changes: {
            productEnds: [{ licenseId: RENDER, endTime: new Date(story.present.getTime() - DAY_MS).toISOString() }],
          },
        },
      ])
  })
  return {
    days,
    unused: (template) => sold.filter((one) => one.template === template && !used.has(one.guid)).toReversed(),
  }
}
