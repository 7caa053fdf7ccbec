// Licenses in locks through their calls: the PIN, issues, updates, packages and batches.
import {
  ERRORS,
  DAY_MS,
  LIMITS,
  TASK_STATUSES,
  UPGRADE_STATUSES,
  dashboardCalls,
  developerCalls,
  dongleLicenseCalls,
  identityCalls,
  operationLogCalls,
  pcTemplateCalls,
  productCalls,
  taskCalls,
  upgradeCalls,
} from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import {
  PASSWORD,
  createProgram,
  createTestCenter,
  createTestDongle,
  createVendor,
  pcTemplatePayload,
  productPayload,
  refused,
  registerLocks,
} from '@sealwright/testkit'
import type { Actor, TestCenter, TestDongle, Vendor } from '@sealwright/testkit'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createOperator } from '../../billing/index.ts'
import { dongleJob } from '../dongle.job.ts'

const PIN = 'abcdefgh12345678'
const { waiting, downloaded, withdrawn, upgraded, failed, notReported } = UPGRADE_STATUSES
let center: TestCenter
let of: Vendor
beforeAll(async () => {
  center = await createTestCenter()
  of = await newVendor()
})
afterAll(() => center.close())

const query = <Row extends object>(text: string, values: unknown[]) =>
  center.ground.database.owner.query<Row & Record<string, unknown>>(text, values)

async function setPin({ call }: Actor): Promise<void> {
  await call(identityCalls.confirm, { password: PASSWORD })
  await call(developerCalls.setPin, { pin: PIN, confirmPin: PIN })
}

async function newVendor(): Promise<Vendor> {
  const vendor = await createVendor(center)
  await setPin(vendor)
  return vendor
}

async function newLocks(vendor: Vendor, count = 1): Promise<TestDongle[]> {
  const program = await createProgram(center, vendor)
  const locks = await registerLocks(center, vendor, count)
  return Promise.all(locks.map((lock) => createTestDongle(program, center.clock, lock)))
}
const newLock = async (vendor = of): Promise<TestDongle> => {
  const [lock] = await newLocks(vendor)
  if (!lock) throw new Error('no lock')
  return lock
}
type Given = PayloadOf<typeof pcTemplateCalls.create>
const template = (given: Partial<Given> = {}) => of.pcTemplate('dongle', given)
async function otherTemplate(): Promise<{ licenseId: number; guid: string }> {
  const product = productPayload({ licenseForm: 3 })
  await of.call(productCalls.create, product)
  const { guid } = await of.call(pcTemplateCalls.create, pcTemplatePayload('dongle', product.licenseId))
  return { licenseId: product.licenseId, guid }
}
const issue = (locks: readonly { guid: string }[], templateGuids: string[], by: Actor = of, rest: object = {}) =>
  by.call(dongleLicenseCalls.issue, { templateGuids, guids: locks.map(({ guid }) => guid), pin: PIN, ...rest })
const licensesOf = async ({ guid }: { guid: string }) =>
  (await of.call(dongleLicenseCalls.find, { lockGuid: guid })).rows
const recordsOf = async ({ guid }: { guid: string }) => (await of.call(upgradeCalls.find, { lockGuid: guid })).rows

async function download(by: Actor, payload: object) {
  const response = await center.center.app.inject({
    method: 'POST',
    url: upgradeCalls.download.path,
    headers: { ...by.headers, 'content-type': 'application/json' },
    payload: JSON.stringify(payload),
  })
  return { body: response.body, raw: response.rawPayload, type: String(response.headers['content-type']) }
}

describe('the hosted lock PIN', () => {
  it('is needed to issue, and wrong ones must wait like wrong passwords (pinNotSet, pinWrong, pinTries)', async () => {
    const bare = await createVendor(center)
    const [lock] = await registerLocks(center, bare, 1)
    const templateGuids = [await bare.pcTemplate('dongle')]
    const tryPin = (pin: string) =>
      refused(bare.call(dongleLicenseCalls.issue, { templateGuids, guids: [lock?.guid ?? ''], pin }))
    expect((await tryPin(PIN)).error).toBe('dongleLicense.pinNotSet')
    await setPin(bare)
    for (let n = 0; n < LIMITS.guessing.freeFailures; n++)
      expect(await tryPin(`${PIN}x`)).toMatchObject({
        error: 'dongleLicense.pinWrong',
        fields: [expect.objectContaining({ path: 'pin' })],
      })
    expect((await tryPin(`${PIN}x`)).error).toBe('dongleLicense.pinTries')
    expect((await tryPin(PIN)).error).toBe('dongleLicense.pinTries')
    // Another administrator is not kept waiting.
    const staff = await center.administrator(bare, ['dongleLicense.issue'])
    expect((await issue([{ guid: lock?.guid ?? '' }], templateGuids, staff)).packages).toHaveLength(1)
  })

  it('that is right is not counted, also if the issue is refused', async () => {
    const lock = await newLock()
    const templateGuids = [await template()]
    await issue([lock], templateGuids)
    for (let n = 0; n <= LIMITS.guessing.freeFailures; n++)
      expect((await refused(issue([lock], templateGuids))).error).toBe('dongleLicense.unfit')
  })
})

describe('an issue', () => {
  it('makes one package for each lock, which only that lock can open, and writes what the template says', async () => {
    const [one, two] = await newLocks(of, 2)
    if (!one || !two) throw new Error('no locks')
    const guid = await template({
      isForever: false,
      endTime: '2031-01-01',
      counter: 7,
      concurrentType: 'process',
      concurrentNum: 3,
      modules: [{ moduleId: 1 }],
      rom: { source: 'text', text: '机密' },
    })
    const { packages } = await issue([one, two], [guid], of, { remark: '首批', validDays: 5 })
    expect(packages.map(({ shellNumber }) => shellNumber).toSorted()).toEqual(
      [one, two].map((l) => l.shellNumber).toSorted(),
    )
    const file = await download(of, { guids: [packages.find((p) => p.shellNumber === one.shellNumber)?.guid] })
    expect(() => two.take(file.body)).toThrow('otherDevice')
    expect(one.take(file.body)).toEqual([['done']])
    expect(one.take(file.body)).toEqual(['replayed'])
    expect(one.state.licenses.get(of.licenseId)).toMatchObject({
      end: Date.parse('2031-01-01T23:59:59+08:00') / 1000,
      counter: 7,
      seats: { kind: 'process', most: 3 },
      modules: [1],
      rom: Buffer.from('机密').toString('base64'),
    })
    expect(await licensesOf(one)).toMatchObject([
      {
        licenseForm: 4,
        status: 1,
        inside: null,
        planned: { counter: 7, concurrentType: 'process', concurrentNum: 3, modules: [1], hasRom: true, hasPub: false },
        upgradeKind: 'issue',
        upgradeStatus: downloaded,
        acts: ['refresh', 'delete'],
      },
    ])
    // The content of data areas is stored once, not for each lock.
    const { rows } = await query<{ planned: object }>('select planned from dongle_license where dongle_guid = $1', [
      one.guid,
    ])
    expect(JSON.stringify(rows)).not.toContain(Buffer.from('机密').toString('base64'))
    expect(await recordsOf(two)).toMatchObject([
      { number: 1, status: waiting, remark: '首批', canDownload: true, canWithdraw: true, canReissue: false },
    ])
  })

  it('checks all locks first: one that has the license stops all (unfit), and force overwrites', async () => {
    const [one, two] = await newLocks(of, 2)
    if (!one || !two) throw new Error('no locks')
    const [plain, forced] = [await template(), await template({ forceWrite: true, isForever: false, spanTime: 10 })]
    await issue([one], [plain])
    const again = { templateGuids: [plain], guids: [two.guid, one.guid] }
    expect(await of.call(dongleLicenseCalls.preview, again)).toMatchObject({
      isAllowed: false,
      fit: 1,
      unfit: 1,
      locks: [{ shellNumber: one.shellNumber, isAllowed: false }, { shellNumber: two.shellNumber }],
    })
    expect((await refused(issue([two, one], [plain]))).error).toBe('dongleLicense.unfit')
    expect(await recordsOf(two)).toEqual([])
    await issue([two, one], [forced])
    expect((await licensesOf(one))[0]?.planned).toMatchObject({ spanTime: 10 })
    const update = await template({ opType: 1, isForever: false, endTimeOp: 2, endTimeDays: 30 })
    expect((await refused(issue([one], [update]))).error).toBe('dongleLicense.unfit')
  })

  it('takes several templates for different products, and refuses others by name', async () => {
    const lock = await newLock()
    const [own, other] = [await template(), await otherTemplate()]
    await issue([lock], [own, other.guid])
    expect((await licensesOf(lock)).map(({ licenseId }) => licenseId).toSorted((a, b) => a - b)).toEqual(
      [of.licenseId, other.licenseId].toSorted((a, b) => a - b),
    )
    expect((await recordsOf(lock))[0]?.parts).toHaveLength(2)
    const errorOf = async (templateGuids: string[], given: object = {}) =>
      (await refused(issue([lock], templateGuids, of, given))).error
    expect(await errorOf([own, await template()])).toBe('dongleLicense.sameProduct')
    expect(await errorOf([await of.pcTemplate('sn')])).toBe('template.notFound')
    expect(await errorOf([own], { guids: [], shellNumbers: ['6199999999'] })).toBe('userLock.notFound')
    expect(await errorOf([own], { guids: [] })).toBe('userLock.noneChosen')
    expect(await errorOf([own], { changes: { counter: 5 } })).toBe('license.changeNotAllowed')
    const old = await template({ isForever: false, endTime: '2030-01-02' })
    await query('update template_version set terms = terms || $2 where template_guid = $1', [
      old,
      { endTime: '2020-01-01T00:00:00.000Z' },
    ])
    expect(await errorOf([old])).toBe('license.templateExpired')
  })

  it('is closed to developers with overdue bills, like an update or a new package (billing.overdue)', async () => {
    const poor = await newVendor()
    const lock = await newLock(poor)
    const templateGuids = [await poor.pcTemplate('dongle')]
    await issue([lock], templateGuids, poor)
    const [license] = (await poor.call(dongleLicenseCalls.find, {})).rows
    const [made] = (await poor.call(upgradeCalls.find, {})).rows
    const batch = { templateGuids, guids: [lock.guid] }
    const { taskId } = await poor.call(dongleLicenseCalls.batchIssue, { ...batch, dryRun: true })
    const day = new Date(center.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10)
    await createOperator(center.ground).bill(poor.developerId, { amountFen: 100_000_000, day, note: '专项服务' })
    // Due and past its grace, without moving the clock of the other tests.
    await query("update bill set due_at = due_at - interval '30 days' where developer_id = $1", [poor.developerId])
    const attempts: Record<string, () => Promise<unknown>> = {
      issue: () => issue([lock], templateGuids, poor),
      batchIssue: () => poor.call(dongleLicenseCalls.batchIssue, { ...batch, pin: PIN }),
      start: () => poor.call(dongleLicenseCalls.start, { taskId, pin: PIN }),
      refresh: () => poor.call(dongleLicenseCalls.refresh, { guid: license?.guid ?? '', changes: {}, pin: PIN }),
      reissue: () => poor.call(upgradeCalls.reissue, { guids: [made?.guid ?? ''], pin: PIN }),
    }
    const answers: string[][] = []
    for (const [name, attempt] of Object.entries(attempts)) {
      const answer = attempt().then(
        () => 'allowed',
        ({ error }: { error: string }) => error,
      )
      answers.push([name, await answer])
    }
    expect(answers).toEqual(Object.keys(attempts).map((name) => [name, 'billing.overdue']))
  })
})

describe('a license in a lock', () => {
  it('is updated by operations on what the lock will hold (unfit, changeNotAllowed)', async () => {
    const lock = await newLock()
    await issue([lock], [await template({ isForever: false, spanTime: 10, counter: 5 })])
    const [{ guid } = { guid: '' }] = await licensesOf(lock)
    const changes = { spanTimeOp: 2, spanTime: 20, counterOp: 3, counter: 2 } as const
    expect(await of.call(dongleLicenseCalls.previewRefresh, { guid, changes })).toMatchObject({
      isAllowed: true,
      planned: { spanTime: 30, counter: 3 },
    })
    await of.call(dongleLicenseCalls.refresh, { guid, changes, pin: PIN })
    expect((await licensesOf(lock))[0]).toMatchObject({ planned: { spanTime: 30, counter: 3 }, upgradeKind: 'refresh' })
    const low = { counterOp: 3, counter: 4 } as const
    expect(await of.call(dongleLicenseCalls.previewRefresh, { guid, changes: low })).toMatchObject({ isAllowed: false })
    expect((await refused(of.call(dongleLicenseCalls.refresh, { guid, changes: low, pin: PIN }))).error).toBe(
      'dongleLicense.unfit',
    )
    const kind = of.call(dongleLicenseCalls.refresh, { guid, changes: { opType: 0 }, pin: PIN })
    expect((await refused(kind)).error).toBe('license.changeNotAllowed')
    expect(await lock.contact('fetch')).toMatchObject({ results: [['done'], ['done']] })
    expect(lock.state.licenses.get(of.licenseId)).toMatchObject({ span: 30, counter: 3 })
  })

  it('can be given a module of its product that is not inside yet', async () => {
    const lock = await newLock()
    await issue([lock], [await template({ modules: [{ moduleId: 1 }] })])
    const [{ guid } = { guid: '' }] = await licensesOf(lock)
    const { moduleNames, planned } = await of.call(dongleLicenseCalls.get, { guid })
    expect(planned?.modules).toEqual([1])
    expect(moduleNames.map(({ moduleId }) => moduleId)).toEqual([1, 2, 64])
    const changes = { modules: [{ moduleId: 1 }, { moduleId: 64 }] }
    await of.call(dongleLicenseCalls.refresh, { guid, changes, pin: PIN })
    expect((await licensesOf(lock))[0]?.planned?.modules).toEqual([1, 64])
  })

  it('is deleted by a package; it stays listed until the lock reports it (notFound)', async () => {
    const lock = await newLock()
    await issue([lock], [await template()])
    await lock.contact('fetch')
    await lock.contact('report')
    const [row] = await licensesOf(lock)
    expect(row).toMatchObject({ status: 4, upgradeStatus: upgraded })
    await of.call(dongleLicenseCalls.delete, { guids: [row?.guid ?? ''], pin: PIN })
    expect((await licensesOf(lock))[0]).toMatchObject({ status: 4, planned: null, acts: [], upgradeStatus: waiting })
    await lock.contact('fetch')
    await lock.contact('report')
    expect(await licensesOf(lock)).toEqual([])
    const gone = of.call(dongleLicenseCalls.get, { guid: row?.guid ?? '' })
    expect((await refused(gone)).error).toBe('dongleLicense.notFound')
  })

  it('expires by the clock, and the job notes it for lists', async () => {
    const lock = await newLock()
    await issue([lock], [await template({ isForever: false, endTime: '2031-01-01' })])
    await lock.contact('fetch')
    await lock.contact('report')
    await query("update dongle_license set expires_at = now() - interval '1 day' where dongle_guid = $1", [lock.guid])
    expect((await licensesOf(lock))[0]?.status).toBe(6)
    const listed = async () => (await of.call(dongleLicenseCalls.find, { lockGuid: lock.guid, status: [6] })).records
    expect(await listed()).toBe(0)
    await dongleJob({ database: center.ground.database, clock: center.clock }).run({}, { isLast: true })
    expect(await listed()).toBe(1)
  })
})

describe('a package', () => {
  it('can be taken back until somebody fetches it (cannotWithdraw)', async () => {
    const lock = await newLock()
    const { packages } = await issue([lock], [await template()])
    const guids = packages.map(({ guid }) => guid)
    expect(await of.call(upgradeCalls.withdraw, { guids })).toEqual({ withdrawn: 1 })
    expect(await licensesOf(lock)).toEqual([])
    expect((await recordsOf(lock))[0]).toMatchObject({ status: withdrawn, canDownload: false })
    const [second] = (await issue([lock], [await template()])).packages
    await download(of, { guids: [second?.guid] })
    const late = of.call(upgradeCalls.withdraw, { guids: [second?.guid ?? ''] })
    expect((await refused(late)).error).toBe('dongleLicense.cannotWithdraw')
  })

  it('that ended is reissued only if the lock cannot have written it (mayBeWritten)', async () => {
    const lock = await newLock()
    const { packages } = await issue([lock], [await template({ isForever: false, spanTime: 10 })])
    const guids = packages.map(({ guid }) => guid)
    await download(of, { guids })
    await query("update dongle_package set valid_until = now() - interval '1 day' where guid = $1", [guids[0]])
    const canReissue = async () => (await recordsOf(lock)).find(({ guid }) => guid === guids[0])?.canReissue
    expect(await canReissue()).toBe(false)
    const reissue = () => of.call(upgradeCalls.reissue, { guids, pin: PIN })
    expect((await refused(reissue())).error).toBe('dongleLicense.mayBeWritten')
    // It is seen, and has not taken the package.
    await lock.contact('report')
    expect(await canReissue()).toBe(true)
    await reissue()
    const other = await newLock()
    const unfetched = (await issue([other], [await template()])).packages.map(({ guid }) => guid)
    await query("update dongle_package set valid_until = now() - interval '1 day' where guid = $1", unfetched)
    expect((await of.call(upgradeCalls.reissue, { guids: unfetched, pin: PIN })).packages).toHaveLength(1)
  })

  it('is counted at each download; several come in a zip; an ended one does not come (packageEnded)', async () => {
    const locks = await newLocks(of, 3)
    const { packages } = await issue(locks, [await template()])
    const guids = packages.map(({ guid }) => guid)
    const zip = await download(of, { guids })
    expect(zip.type).toContain('zip')
    const files = Object.values(unzipSync(new Uint8Array(zip.raw))).map((bytes) => Buffer.from(bytes).toString())
    for (const lock of locks) {
      const mine = files.find((text) => text.includes('SEALWRIGHT D2C') && isFor(lock, text))
      expect(lock.take(mine ?? '')).toEqual([['done']])
    }
    await download(of, { guids: guids.slice(0, 1) })
    expect((await of.call(upgradeCalls.find, {})).rows.find(({ guid }) => guid === guids[0])).toMatchObject({
      downloads: 2,
      status: downloaded,
    })
    await query("update dongle_package set valid_until = now() - interval '1 day' where guid = $1", [guids[0]])
    for (const [guid, error] of [
      [guids[0], 'dongleLicense.packageEnded'],
      [center.ground.ids.guid(), 'dongleLicense.packageNotFound'],
    ] as const)
      expect(JSON.parse((await download(of, { guids: [guid] })).body)).toMatchObject({ code: ERRORS[error].code })
    await query("update dongle_package set downloaded_at = now() - interval '15 days' where guid = $1", [guids[1]])
    const forgotten = await of.call(upgradeCalls.find, { status: notReported })
    expect(forgotten.rows.map(({ guid }) => guid)).toEqual([guids[1]])
    expect((await of.call(dongleLicenseCalls.find, { upgradeStatus: notReported })).records).toBe(1)
  })

  it('that failed is reissued with the parts that the lock has not done (cannotReissue)', async () => {
    const lock = await newLock()
    const other = await otherTemplate()
    // The lock has a license that the center does not know.
    await issue([lock], [await template()])
    await lock.contact('fetch')
    const blank = lock.state.licenses.get(of.licenseId)
    if (!blank) throw new Error('no license')
    lock.state.licenses.set(other.licenseId, { ...blank, licenseId: other.licenseId })
    await lock.contact('report')
    const [made] = (await issue([lock], [await template({ opType: 1, isForever: true }), other.guid])).packages
    expect((await lock.contact('fetch')).results[0]).toEqual(['done', 'exists'])
    await lock.contact('report')
    expect((await recordsOf(lock)).find(({ guid }) => guid === made?.guid)).toMatchObject({
      status: failed,
      reason: 'exists',
      parts: [{ result: 'done' }, { result: 'exists' }],
      canReissue: true,
    })
    lock.state.licenses.delete(other.licenseId)
    const reissue = () => of.call(upgradeCalls.reissue, { guids: [made?.guid ?? ''], pin: PIN })
    const { packages } = await reissue()
    expect((await recordsOf(lock)).find(({ guid }) => guid === packages[0]?.guid)?.parts).toMatchObject([
      { licenseId: other.licenseId },
    ])
    expect((await lock.contact('fetch')).results[0]).toEqual(['done'])
    expect((await refused(reissue())).error).toBe('dongleLicense.cannotReissue')
  })
})

const isFor = (lock: TestDongle, text: string) => {
  try {
    return lock.open(text).serial === lock.serialNumber
  } catch {
    return false
  }
}

describe('a batch', () => {
  it('is checked without a PIN, starts only with it, and makes exactly one package for each lock', async () => {
    const vendor = await newVendor()
    const locks = await registerLocks(center, vendor, 260)
    const templateGuids = [await vendor.pcTemplate('dongle')]
    await issue(locks.slice(0, 1), templateGuids, vendor)
    const asked = { templateGuids, shellNumbers: [...locks.map(({ shellNumber }) => shellNumber), '6100000001'] }
    const { taskId } = await vendor.call(dongleLicenseCalls.batchIssue, { ...asked, dryRun: true })
    const draft = await vendor.call(taskCalls.get, { guid: taskId })
    expect(draft).toMatchObject({ total: 261, fail: 2, skip: 0 })
    expect((await refused(vendor.call(taskCalls.start, { guid: taskId }))).error).toBe('task.stateForbids')
    const wrong = vendor.call(dongleLicenseCalls.start, { taskId, pin: `${PIN}x` })
    expect((await refused(wrong)).error).toBe('dongleLicense.pinWrong')
    await vendor.call(dongleLicenseCalls.start, { taskId, pin: PIN })
    await center.finishTask(vendor, taskId)
    expect(await vendor.call(taskCalls.get, { guid: taskId })).toMatchObject({
      status: TASK_STATUSES.partly,
      success: 259,
      fail: 2,
      skip: 0,
    })
    const zip = await download(vendor, { taskId })
    expect(Object.keys(unzipSync(new Uint8Array(zip.raw)))).toHaveLength(259)
    expect((await refused(vendor.call(dongleLicenseCalls.batchIssue, asked))).fields[0]).toMatchObject({ path: 'pin' })
  })

  it('whose server crashes between chunks makes one package for each lock, with numbers without gaps', async () => {
    const vendor = await newVendor()
    await registerLocks(center, vendor, 510)
    const templateGuids = [await vendor.pcTemplate('dongle')]
    const { taskId } = await vendor.call(dongleLicenseCalls.batchIssue, { templateGuids, filter: {}, pin: PIN })
    // Every other chunk fails as in a power cut, after its packages, its log and its outcomes are written.
    await query(
      `create sequence chunks; grant usage on sequence chunks to sealwright_app;
       create function cut() returns trigger language plpgsql as $$ begin
         if current_setting('sealwright.developer_id', true) = '${vendor.developerId}' and nextval('chunks') % 2 = 1
           then raise exception 'cut' using errcode = '57P01'; end if; return null;
       end $$;
       create trigger cut after update on task for each statement execute function cut()`,
      [],
    )
    let cuts = 0
    while ((await vendor.call(taskCalls.get, { guid: taskId })).status < TASK_STATUSES.completed)
      await center.finishTask(vendor, taskId).catch(() => void (cuts += 1))
    expect(cuts).toBeGreaterThan(1)
    const { rows } = await query(
      `select count(*)::int as packages, count(distinct dongle_guid)::int as locks, max(number)::int as last,
         (select count(*)::int from dongle_license where developer_id = $1) as licenses,
         (select count(*)::int from dongle where developer_id = $1 and last_number = 1) as numbered,
         (select count(*)::int from operation_log where developer_id = $1 and call = 'task.dongleIssue')
           as logged
       from dongle_package where developer_id = $1`,
      [vendor.developerId],
    )
    expect(rows).toEqual([{ packages: 510, locks: 510, last: 1, licenses: 510, numbered: 510, logged: 510 }])
  })

  it('can be undone for the packages that nobody has fetched', async () => {
    const vendor = await newVendor()
    const locks = await newLocks(vendor, 3)
    const templateGuids = [await vendor.pcTemplate('dongle')]
    const guids = locks.map(({ guid }) => guid)
    const { taskId } = await vendor.call(dongleLicenseCalls.batchIssue, { templateGuids, guids, pin: PIN })
    await center.finishTask(vendor, taskId)
    await locks[0]?.contact('fetch')
    await center.undoTask(vendor, taskId)
    const rows = (await vendor.call(upgradeCalls.find, { taskId })).rows
    expect(rows.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([downloaded, withdrawn, withdrawn])
    expect((await vendor.call(dongleLicenseCalls.find, {})).records).toBe(1)
  })

  it('empties locks; an administrator who sees only some products cannot', async () => {
    const vendor = await newVendor()
    const [lock] = await newLocks(vendor, 1)
    if (!lock) throw new Error('no lock')
    await issue([lock], [await vendor.pcTemplate('dongle')], vendor)
    await lock.contact('fetch')
    const asked = { guids: [lock.guid], pin: PIN }
    const staff = await center.administrator(vendor, ['dongleLicense.delete'], { limited: ['product'] })
    expect((await refused(staff.call(dongleLicenseCalls.empty, asked))).error).toBe('platform.noPermission')
    const { taskId } = await vendor.call(dongleLicenseCalls.empty, asked)
    await center.finishTask(vendor, taskId)
    await lock.contact('fetch')
    expect(lock.state.licenses.size).toBe(0)
    await lock.contact('report')
    expect((await vendor.call(dongleLicenseCalls.find, {})).records).toBe(0)
    expect((await vendor.call(upgradeCalls.find, { lockGuid: lock.guid })).rows[0]).toMatchObject({
      kind: 'clear',
      status: upgraded,
      parts: [],
    })
  })

  it('that clears keeps a license whose package waits until the lock has done both; its undo shows it', async () => {
    const vendor = await newVendor()
    const [lock] = await newLocks(vendor, 1)
    if (!lock) throw new Error('no lock')
    await issue([lock], [await vendor.pcTemplate('dongle')], vendor)
    const listed = async () => (await vendor.call(dongleLicenseCalls.find, {})).rows
    const [before] = await listed()
    const clear = async () => {
      const { taskId } = await vendor.call(dongleLicenseCalls.empty, { guids: [lock.guid], pin: PIN })
      await center.finishTask(vendor, taskId)
      return taskId
    }
    const taskId = await clear()
    expect(await listed()).toMatchObject([{ guid: before?.guid, planned: null, upgradeKind: 'clear' }])
    await center.undoTask(vendor, taskId)
    expect(await listed()).toMatchObject([
      { guid: before?.guid, planned: before?.planned, upgradeKind: 'issue', upgradeStatus: waiting },
    ])
    await clear()
    expect((await lock.contact('fetch')).results).toEqual([['done'], ['done']])
    expect(await listed()).toMatchObject([{ guid: before?.guid, planned: null }])
    await lock.contact('report')
    expect(await listed()).toEqual([])
    // A package is a change of its lock. Only its registration added it.
    const { rows } = await vendor.call(operationLogCalls.find, { targetGuid: lock.guid, pageSize: 100 })
    expect(rows.map(({ type }) => type).filter((type) => type !== 1)).toEqual([0])
  })
})

describe('counts of licenses', () => {
  it('of templates and products include those in locks, and tell those that expired apart', async () => {
    const vendor = await newVendor()
    const locks = await registerLocks(center, vendor, 2)
    const guid = await vendor.pcTemplate('dongle')
    await issue(locks, [guid], vendor)
    const limited = await center.administrator(vendor, ['product.view', 'dongleTemplate.view'], {
      limited: ['userLock'],
      assigned: { userLock: [locks[0]?.guid ?? ''] },
    })
    const counts = async (by: Actor) => {
      const [template] = (await by.call(pcTemplateCalls.find, { kind: 'dongle' })).rows
      const [product] = (await by.call(productCalls.find, {})).rows
      return [template, product].map((row) => [row?.licenseCount, row?.effectiveLicenseCount])
    }
    expect(await counts(vendor)).toEqual([
      [2, 2],
      [2, 2],
    ])
    await query('update dongle_license set is_expired = true, inside = planned where dongle_guid = $1', [
      locks[0]?.guid,
    ])
    expect(await counts(vendor)).toEqual([
      [2, 1],
      [2, 1],
    ])
    expect(await counts(limited)).toEqual([
      [1, 0],
      [1, 0],
    ])
  })

  it('count an end by the clock, before it is noted', async () => {
    const vendor = await newVendor()
    const locks = await registerLocks(center, vendor, 2)
    await issue(locks, [await vendor.pcTemplate('dongle')], vendor)
    const limited = await center.administrator(vendor, ['product.view', 'dongleTemplate.view', 'dongleLicense.view'], {
      limited: ['userLock'],
      assigned: { userLock: [locks[0]?.guid ?? ''] },
    })
    const counts = async (by: Actor) => {
      const [template] = (await by.call(pcTemplateCalls.find, { kind: 'dongle' })).rows
      const [product] = (await by.call(productCalls.find, {})).rows
      const { glance } = await by.call(dashboardCalls.get, {})
      return [template?.effectiveLicenseCount, product?.effectiveLicenseCount, glance.inForce?.byCarrier.dongle]
    }
    expect(await counts(vendor)).toEqual([2, 2, 2])
    await query('update dongle_license set expires_at = $2 where dongle_guid = $1', [
      locks[0]?.guid,
      new Date(center.clock.now().getTime() - DAY_MS),
    ])
    expect(await counts(vendor)).toEqual([1, 1, 1])
    expect(await counts(limited)).toEqual([0, 0, 0])
  })
})

describe('the purge', () => {
  it('deletes issues of drafts that are gone and old contacts from histories, and keeps what is in use', async () => {
    const vendor = await newVendor()
    const [lock] = await newLocks(vendor, 1)
    if (!lock) throw new Error('no lock')
    const templateGuids = [await vendor.pcTemplate('dongle')]
    const asked = { templateGuids, guids: [lock.guid], dryRun: true }
    const { taskId: gone } = await vendor.call(dongleLicenseCalls.batchIssue, asked)
    await vendor.call(dongleLicenseCalls.batchIssue, asked)
    await issue([lock], templateGuids, vendor)
    await lock.contact('fetch')
    await query('delete from task where guid = $1', [gone])
    const purge = async () => {
      await dongleJob({ database: center.ground.database, clock: center.clock }).run({}, { isLast: true })
      const { rows } = await query(
        `select (select count(*)::int from dongle_issue where developer_id = $1) as issues,
           array(select distinct kind from dongle_event where developer_id = $1 order by 1) as events`,
        [vendor.developerId],
      )
      return rows[0]
    }
    const age = (table: string, days: number) =>
      query(`update ${table} set at = at - make_interval(days => $2) where developer_id = $1`, [
        vendor.developerId,
        days,
      ])
    expect(await purge()).toEqual({ issues: 3, events: ['contact', 'package', 'registered'] })
    await age('dongle_issue', 2)
    await age('dongle_event', LIMITS.dongle.contactsKeptDays + 1)
    expect(await purge()).toEqual({ issues: 2, events: ['package', 'registered'] })
  })
})
