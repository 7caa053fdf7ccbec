// Dongles of the demo: two control locks, and sixty user locks that customers hold, in every state in which a lock can
// rest or wait, with licenses inside and packages on the way. The platform registers them, administrators order
// changes, and the locks ask the center for them.
import { createHash } from 'node:crypto'
import {
  DAY_MS,
  LOCK_STATUSES,
  TOKEN_TYPES,
  customerCalls,
  developerCalls,
  dongleLicenseCalls,
  pcTemplateCalls,
  upgradeCalls,
  userLockCalls,
} from '@sealwright/contract'
import type {
  LockAct,
  LockOperation,
  LockPackageClaims,
  LockRequest,
  LockRequestClaims,
  LockResult,
} from '@sealwright/contract'
import { makePair, openD2c, pairOf, recipientId } from '@sealwright/exchange'
import type { KeyPair } from '@sealwright/exchange'
import { registerDongles } from '../domains/dongle/index.ts'
import type { Registration } from '../domains/dongle/index.ts'
import { ROCK } from './catalog.ts'
import type { Past } from './past.ts'
import type { Day, Story } from './story.ts'
import type { TemplateKey } from './words/index.ts'

type DongleStory = Pick<
  Story,
  'developerId' | 'finishTask' | 'ground' | 'integrator' | 'make' | 'now' | 'present' | 'templateOf' | 'words'
>

/** The hosted lock PIN of the demo, which issues to dongles. */
const DEMO_PIN = 'xingtudemo202601'
const NEW_LICENSE = 'starDongle'
const ANOTHER_YEAR = 'rockDongleYear'
/** A template that is made on its day, because its end is fixed. */
const FIRST_YEAR = 'rockDongleFirst'
const LOCKS = 60
const AT_ONCE = 2
const PERMANENT = new Set([33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 57, 58, 59])

interface DemoLock {
  guid: string
  shell: string
  serial: string
  pair: KeyPair
  network: string
  seq: number
  last: number
  until: number | null
  results: [number, ...LockResult[]][]
  /** The products whose licenses are inside. */
  licenses: Set<number>
}

const digestOf = (text: string) => createHash('sha256').update(text).digest()

export function dongleDays(story: DongleStory, { center }: Pick<Past, 'center'>): Day[] {
  const { make, ground, developerId, present, now, templateOf, finishTask, integrator, words } = story
  const told = words.locks
  const { unpaid, paid, ended } = words.reasons
  const locks: DemoLock[] = []
  let firstYear = ''
  const lockAt = (n: number): DemoLock => {
    const lock = locks[n]
    if (!lock) throw new Error('the demo has no such lock')
    return lock
  }
  const guidsOf = (...numbers: number[]) => numbers.map((n) => lockAt(n).guid)
  const between = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index)

  async function register() {
    const given = (n: number, kind: Registration['kind']) => ({
      line: n + 2,
      kind,
      shellNumber: `${kind === 'user' ? '7301' : '7100'}${String(20_260_000 + n * 37)}`,
      serialNumber: digestOf(`demo ${kind} lock ${n}`).toString('hex').slice(0, 32),
      producedAt: new Date(now().getTime() - (90 + n) * DAY_MS),
      firmware: n % 4 === 0 ? '3.0.2' : '3.1.0',
    })
    const controls = [0, 1].map((n): Registration => ({
      ...given(n, 'control'),
      signKey: null,
      sealKey: null,
      home: LOCK_STATUSES.permanent,
      offlineDays: 30,
      pin: n === 0 ? 'KZ-4471-2206-8853' : 'KZ-9038-1174-5512',
    }))
    const users = between(0, LOCKS - 1).map((n): Registration => {
      const pair = pairOf(makePair())
      if (!pair) throw new Error('the demo has no keys for a lock')
      const row = given(n, 'user')
      const network = `101.230.${20 + n}.6`
      locks.push({
        guid: '',
        shell: row.shellNumber,
        serial: row.serialNumber,
        pair,
        network,
        seq: 0,
        last: 0,
        until: null,
        results: [],
        licenses: new Set(),
      })
      const isPermanent = PERMANENT.has(n)
      return {
        ...row,
        signKey: pair.public.sign,
        sealKey: pair.public.seal,
        home: isPermanent ? LOCK_STATUSES.permanent : LOCK_STATUSES.notActivated,
        offlineDays: n % 9 === 8 ? 90 : 30,
        pin: null,
      }
    })
    await registerDongles(ground, developerId, [...controls, ...users])
    const [found] = await make(userLockCalls.find, [{ pageSize: 100 }])
    for (const { guid, shellNumber } of found?.rows ?? []) {
      const lock = locks.find(({ shell }) => shell === shellNumber)
      if (lock) lock.guid = guid
    }
    await make(developerCalls.setPin, [{ pin: DEMO_PIN, confirmPin: DEMO_PIN }])
    // It ended a few days ago, where nobody renewed it.
    const endTime = new Date(present.getTime() - 5 * DAY_MS).toISOString().slice(0, 10)
    const wire = {
      kind: 'dongle',
      name: words.templates.rockDongleFirst,
      licenseId: ROCK,
      isForever: false,
      endTime,
    } as const
    const [made] = await make(pcTemplateCalls.create, [wire])
    firstYear = made?.guid ?? ''
  }

  /** Most locks are with a customer. */
  async function handOut() {
    const [customers = []] = await make(customerCalls.list, [{}])
    const { remarks } = told
    await make(
      userLockCalls.update,
      between(4, 52).map((n) => ({
        guid: lockAt(n).guid,
        customerGuid: customers[n % Math.min(customers.length, 12)]?.guid,
        remark: remarks[n % remarks.length],
      })),
      { isTogether: true },
    )
  }

  /** What the lock does with an operation that it takes. */
  function perform(lock: DemoLock, operation: LockOperation): void {
    if ('until' in operation) lock.until = operation.until
    if (operation.op === 'toPermanent') lock.until = null
    if (operation.op === 'license') lock.licenses.add(operation.licenseId)
    if (operation.op === 'delete') lock.licenses.delete(operation.licenseId)
    if (operation.op === 'clear') lock.licenses.clear()
  }

  /** The lock asks the center, and takes what it gets. `result` replaces that of every operation. */
  async function contact(n: number, act: LockRequest, result: LockResult = 'done') {
    const lock = lockAt(n)
    lock.seq += 1
    const claims: LockRequestClaims = {
      iss: String(developerId),
      jti: digestOf(`${lock.serial} ${lock.seq}`).toString('base64url').slice(0, 22),
      iat: Math.floor(now().getTime() / 1000),
      act,
      serial: lock.serial,
      shell: lock.shell,
      firmware: '3.1.0',
      seq: lock.seq,
      last: lock.last,
      held: lock.licenses.size,
      until: lock.until,
      results: lock.results,
      keys: lock.pair.public,
    }
    const by = { developerId, way: 'runtime' as const, actorId: null, actorName: null, network: lock.network }
    const file = { claims, digest: digestOf(JSON.stringify(claims)) }
    const answer = await center.dongles.contact({ ...by, now: now() }, file)
    if ('refused' in answer) throw new Error(`a lock of the demo was refused: ${answer.refused.reason}`)
    for (const text of answer.packages) {
      const key = { kid: recipientId(lock.pair.public.seal), privateKey: lock.pair.open }
      const opened = openD2c(text, key, TOKEN_TYPES.lockPackage)
      if ('fault' in opened) throw new Error('a lock of the demo cannot open its package')
      const { number, known, operations } = opened.token.claims as unknown as LockPackageClaims // made by the center
      if (result === 'done') for (const operation of operations) perform(lock, operation)
      lock.last = number
      lock.results = [...lock.results.filter(([of]) => of > known), [number, ...operations.map(() => result)]]
    }
  }
  /** Without a report, the next contact tells the result. */
  const start = (n: number) => contact(n, 'activate')
  const activate = async (n: number) => {
    await start(n)
    await contact(n, 'report')
  }
  /** Locks do not wait for each other. */
  const each = async (numbers: readonly number[], work: (n: number) => Promise<unknown>) => {
    for (let from = 0; from < numbers.length; from += AT_ONCE)
      await Promise.all(numbers.slice(from, from + AT_ONCE).map(work))
  }
  const order = (n: number, act: LockAct, given: { offlineDays?: number; reason?: string } = {}) =>
    make(userLockCalls.act, [{ guid: lockAt(n).guid, act, ...given }])
  const issue = (template: TemplateKey, numbers: readonly number[], remark?: string) =>
    make(dongleLicenseCalls.issue, [
      {
        templateGuids: [template === FIRST_YEAR ? firstYear : templateOf(template)],
        guids: guidsOf(...numbers),
        pin: DEMO_PIN,
        ...(remark && { remark }),
      },
    ])
  const fetchAndReport = async (n: number) => {
    await contact(n, 'fetch')
    await contact(n, 'report')
  }

  async function empty(n: number) {
    const [task] = await make(dongleLicenseCalls.empty, [{ guids: guidsOf(n), pin: DEMO_PIN, remark: told.returned }])
    if (task) await finishTask(task.taskId)
  }
  async function withdraw() {
    const [made] = await issue(NEW_LICENSE, [3], told.wrong)
    await make(upgradeCalls.withdraw, [{ guids: made?.packages.map(({ guid }) => guid) ?? [] }])
  }

  return [
    { ago: 300, act: register },
    { ago: 296, act: handOut },
    { ago: 292, act: () => issue(NEW_LICENSE, [6, 7, ...between(10, 24), 29, ...between(33, 42)], told.first) },
    { ago: 290, act: () => issue(FIRST_YEAR, [...between(10, 24), 29]) },
    // Months ago everything was new.
    { ago: 288, act: () => each([...between(10, 21), 29], activate) },
    { ago: 288, act: () => each([6, 7, 22, 23, 24], start) },
    { ago: 287, act: () => each([34, 35, 36], (n) => contact(n, 'fetch')) },
    { ago: 287, act: () => each([33, ...between(37, 42)], fetchAndReport) },
    { ago: 62, act: () => issue(NEW_LICENSE, [28, 30], told.first) },
    { ago: 58, act: () => each([28, 30], activate) },
    { ago: 40, act: () => each([35, 36], (n) => order(n, 'toActivation', { offlineDays: 30 })) },
    { ago: 35, act: () => each([35, 36], fetchAndReport) },
    {
      ago: 30,
      act: () =>
        issue(NEW_LICENSE, [8, 9, ...between(25, 27), 31, 32, ...between(43, 45), ...between(52, 56)], told.first),
    },
    { ago: 28, act: () => issue(ANOTHER_YEAR, between(10, 20), told.renewal) },
    { ago: 30, act: () => make(userLockCalls.assign, [{ guids: guidsOf(57, 58, 59), integratorGuid: integrator() }]) },
    // A lock that reports a package which it did not take, and one that never reported.
    { ago: 24, act: () => issue(ANOTHER_YEAR, [21, 29]) },
    { ago: 22, act: () => contact(29, 'fetch') },
    { ago: 22, act: () => contact(21, 'fetch', 'full') },
    { ago: 21, act: () => contact(21, 'report') },
    // Locks 16 to 24, except 21, have not reported yet, so their packages wait for a result.
    ...between(8, 27).map((n) => ({
      ago: 1 + ((n * 7) % 27),
      act: () => (n > 15 && n < 25 && n !== 21 ? start(n) : activate(n)),
    })),
    ...[32, 44, 45, ...between(47, 51), ...between(53, 56)].map((n) => ({ ago: 20 + (n % 7), act: () => start(n) })),
    ...[31, 43, 46, 52].map((n) => ({ ago: 20 + (n % 7), act: () => activate(n) })),
    { ago: 18, act: () => order(56, 'lock', { reason: unpaid }) },
    { ago: 16, act: () => fetchAndReport(56) },
    { ago: 15, act: () => order(56, 'unlock', { reason: paid }) },
    { ago: 14, act: () => fetchAndReport(56) },
    { ago: 13, act: () => order(8, 'setOfflineDays', { offlineDays: 60 }) },
    { ago: 13, act: () => order(8, 'takeBack') },
    { ago: 12, act: () => each([48, 49, 50, 51], (n) => order(n, 'lock', { reason: unpaid })) },
    { ago: 11, act: () => each([48, 49, 50, 51], fetchAndReport) },
    { ago: 10, act: () => each([44, 45, 55], (n) => order(n, 'reportLost', { reason: told.lost })) },
    { ago: 9, act: () => each([45, 55], activate) },
    { ago: 9, act: () => start(44) },
    { ago: 8, act: () => order(54, 'setOfflineDays', { offlineDays: 180 }) },
    { ago: 7, act: () => contact(54, 'fetch', 'unsupported') },
    { ago: 7, act: () => contact(54, 'report') },
    { ago: 6, act: withdraw },
    { ago: 5, act: () => empty(27) },
    { ago: 5, act: () => order(55, 'cancelLost', { reason: told.found }) },
    { ago: 4, act: () => each([32], (n) => order(n, 'toPermanent')) },
    { ago: 4, act: () => each([34], (n) => order(n, 'toActivation')) },
    { ago: 4, act: () => order(47, 'lock', { reason: ended }) },
    { ago: 4, act: () => order(51, 'unlock', { reason: paid }) },
    { ago: 4, act: () => order(53, 'setOfflineDays', { offlineDays: 60 }) },
    { ago: 3, act: () => each([32, 34, 47, 51, 53], (n) => contact(n, 'fetch')) },
    { ago: 3, act: () => issue(NEW_LICENSE, between(0, 3), told.fresh) },
    { ago: 2, act: () => each([6, 7], start) },
    { ago: 1, act: () => each([4, 5], start) },
    { ago: 1, act: () => order(31, 'toPermanent') },
    { ago: 1, act: () => order(33, 'toActivation', { offlineDays: 60 }) },
    { ago: 1, act: () => order(43, 'reportLost', { reason: told.lost }) },
    { ago: 1, act: () => order(46, 'lock', { reason: ended }) },
    { ago: 1, act: () => order(50, 'unlock', { reason: paid }) },
    { ago: 0, act: () => order(52, 'setOfflineDays', { offlineDays: 60 }) },
  ]
}
