// Lends and borrows the seats of one group code, by many at once, on a real server that is killed and restarted at
// random moments: administrators make lending codes, programs borrow seats themselves or take them for a session, and
// everybody repeats a request that got no answer. There must never be more seats out than the code has, and at the end
// every answered loan must be there, once, in the state that was answered last.
import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { Refusal, Unreachable } from '@sealwright/client'
import type { Client } from '@sealwright/client'
import {
  OPERATION_TYPES,
  lendingCalls,
  pcLicenseCalls,
  pcTemplateCalls,
  productCalls,
  runtimeCalls,
} from '@sealwright/contract'
import type { StoredLendingState } from '@sealwright/contract'
import { startCenter } from '../support/center-process.ts'
import { callerAt, giveMoney, programKeyOf, signInDemo, turnFlowsOff } from '../support/demo-seat.ts'
import { conclude, differencesIn, grown, numberIn, say, withDatabase } from './proof.ts'
import { answered } from './repeat.ts'

const SEATS = 20
const LENDABLE = 12
const [LENDERS, BORROWERS, PROGRAMS] = [12, 16, 8]
/** Devices that want the seats that are left at the end. */
const LAST = 50
const WALLET_FEN = 1_000_000_000
/** A kill comes after this many loans, sessions and refusals, or up to twice as many, and up to so much later. */
const ANSWERS = 50
const LONGEST_MS = 300
/** The longest time that a seat is held, and the longest pause of somebody who got none. */
const [HELD_MS, REFUSED_MS] = [500, 1_000]
const NAME = 'drill-lending'
const LICENSE_ID = 77_007

interface Pool {
  licenseGuid: string
  code: string
  developerId: number
  apiPassword: string
}

/** A group code whose seats are lent by administrators and borrowed by programs. */
async function prepare(call: Client, databaseUrl: string): Promise<Pool> {
  await withDatabase(databaseUrl, (database) => giveMoney(database, WALLET_FEN))
  await turnFlowsOff(call)
  await call(productCalls.create, { name: NAME, displayName: NAME, licenseForm: 3, licenseId: LICENSE_ID })
  const { guid } = await call(pcTemplateCalls.create, {
    kind: 'sn',
    name: NAME,
    licenseId: LICENSE_ID,
    billingMode: 'oneTime',
    isForever: true,
    licenseKeyType: 2,
    concurrentType: 'machine',
    groupUsers: SEATS,
    lending: true,
    lendingDays: 30,
    lendingSeats: LENDABLE,
    lanBorrow: 7,
  })
  const {
    licenses: [license],
  } = await call(pcLicenseCalls.issue, { kind: 'sn', templateGuids: [guid] })
  if (!license) throw new Error('no license was issued')
  return { licenseGuid: license.guid, code: license.serial, ...(await programKeyOf(call)) }
}

interface Crowd {
  /** The answered loans by lending code, in the state that was answered last. */
  loans: Map<string, StoredLendingState>
  /** The device of each loan. */
  holders: Map<string, string>
  /** Refused because no seat was left. */
  refused: number
  /** Requests without an answer, which were repeated. */
  repeated: number
  sessions: number
  /** Anything else; there must be nothing. */
  wrong: string[]
}

interface Said {
  lendingCode?: string
  session?: string
  /** Of a problem document. */
  type?: string
}

/** Everybody who wants a seat of the pool. They go on until `isOver`, and then leave what they hold as it is. */
function startCrowd(center: () => { url: string }, headers: Record<string, string>, pool: Pool) {
  const crowd: Crowd = { loans: new Map(), holders: new Map(), refused: 0, repeated: 0, sessions: 0, wrong: [] }
  const { licenseGuid, code, developerId, apiPassword } = pool
  let isOver = false

  /** A call of a program, repeated until it is answered. */
  const ask = (name: 'borrow' | 'return' | 'openSession' | 'closeSession', payload: object): Promise<Said> =>
    answered(crowd, async () => {
      const response = await fetch(center().url + runtimeCalls[name].path, {
        method: 'POST',
        headers: { authorization: `Bearer ${apiPassword}`, 'content-type': 'application/json' },
        body: JSON.stringify({ developerId, ...payload }),
      }).catch((error: unknown) => Promise.reject(new Unreachable(String(error))))
      // An outage, or too many calls in a minute.
      if (response.status === 503 || response.status === 429) throw new Unreachable(`status ${response.status}`)
      const said = await response.json().catch((error: unknown) => Promise.reject(new Unreachable(String(error))))
      return said as Said // our own server
    })

  const noSeat = async () => {
    crowd.refused += 1
    await pause(Math.random() * REFUSED_MS)
  }

  /** Takes the seat of a lending code, or one of the pool. False if there is none. */
  async function borrow(device: string, payload: object): Promise<string | undefined> {
    const { lendingCode, type } = await ask('borrow', { machine: { fingerprint: device, name: device }, ...payload })
    if (lendingCode === undefined) {
      if (type !== 'SEAT_LIMIT') crowd.wrong.push(`${device} borrowed: ${type}`)
      await noSeat()
      return undefined
    }
    const holder = crowd.holders.get(lendingCode)
    if (holder !== undefined && holder !== device) crowd.wrong.push(`${lendingCode} is held by ${holder} and ${device}`)
    crowd.holders.set(lendingCode, device)
    crowd.loans.set(lendingCode, 'bound')
    return lendingCode
  }

  async function giveBack(device: string, lendingCode: string): Promise<void> {
    const { type } = await ask('return', { lendingCode, machine: { fingerprint: device, name: device } })
    // Returned already: the answer was lost.
    if (type !== undefined && type !== 'LENDING_RETURNED') crowd.wrong.push(`${device} returned: ${type}`)
    crowd.loans.set(lendingCode, 'returned')
  }

  /** Takes a seat back or deletes its code. If the first answer was lost, the repetition finds that it is over. */
  const end = (call: typeof lendingCalls.revoke | typeof lendingCalls.delete, guid: string) =>
    answered(crowd, () => callerAt(center().url, headers)(call, { guid })).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.error === 'lending.stateForbids')) throw error
    })

  async function lend(n: number): Promise<void> {
    const [idempotencyKey, payload] = [randomUUID(), { licenseGuid, person: `${NAME}-${n}`, days: 2 }]
    const request = () => callerAt(center().url, headers)(lendingCalls.create, payload, { idempotencyKey })
    const made = await answered(crowd, request).catch((error: unknown) => {
      if (error instanceof Refusal && error.error === 'lending.noSeat') return undefined
      throw error
    })
    if (!made) return noSeat()
    crowd.loans.set(made.code, 'created')
    if (isOver) return
    const kind = Math.floor(Math.random() * 3)
    if (kind === 0) {
      await end(lendingCalls.delete, made.guid)
      crowd.loans.set(made.code, 'deleted')
      return
    }
    const device = `lent-${randomUUID()}`
    await borrow(device, { lendingCode: made.code })
    await pause(Math.random() * HELD_MS)
    if (isOver) return
    if (kind === 1) return giveBack(device, made.code)
    await end(lendingCalls.revoke, made.guid)
    crowd.loans.set(made.code, 'revoked')
  }

  async function borrowOwn(n: number): Promise<void> {
    const device = `borrower-${n}`
    const lendingCode = await borrow(device, { code, days: 3 })
    await pause(Math.random() * HELD_MS)
    if (lendingCode !== undefined && !isOver) await giveBack(device, lendingCode)
  }

  async function useSeat(n: number): Promise<void> {
    const { session, type } = await ask('openSession', { code, machine: { fingerprint: `program-${n}` } })
    if (session === undefined) {
      if (type !== 'SEAT_LIMIT') crowd.wrong.push(`program ${n}: ${type}`)
      return noSeat()
    }
    crowd.sessions += 1
    await pause(Math.random() * HELD_MS)
    const closed = await ask('closeSession', { session })
    if (closed.type !== undefined) crowd.wrong.push(`program ${n} closed its session: ${closed.type}`)
  }

  const keepOn = (count: number, work: (n: number) => Promise<void>) =>
    Array.from({ length: count }, async (_, n) => {
      while (!isOver)
        await work(n).catch((error: unknown) => {
          crowd.wrong.push(error instanceof Refusal ? `${error.error}: ${error.message}` : String(error))
        })
    })
  const all = [...keepOn(LENDERS, lend), ...keepOn(BORROWERS, borrowOwn), ...keepOn(PROGRAMS, useSeat)]

  return {
    crowd,
    async stop() {
      isOver = true
      await Promise.all(all)
    },
    /** Many devices want what is left, at once. */
    takeTheRest: () =>
      Promise.all(Array.from({ length: LAST }, (_, n) => borrow(`last-comer-${n}`, { code, days: 3 }))),
  }
}

const OUT = `
  select (select count(*) from lending where license_guid = $1 and state in ('created', 'bound'))
    + (select count(*) from seat where license_guid = $1 and ended_at is null) as out,
    (select count(*) from lending
      where license_guid = $1 and state in ('created', 'bound') and not is_borrowed) as lent`

/** Looks again and again how many seats are out, in one statement, while the database is up. */
function startWatching(databaseUrl: () => string, licenseGuid: string) {
  const seen = { times: 0, out: 0, lent: 0 }
  let isOver = false
  const look = () =>
    withDatabase(databaseUrl(), async (database) => {
      while (!isOver) {
        const { rows } = await database.query<{ out: string; lent: string }>(OUT, [licenseGuid])
        seen.times += 1
        seen.out = Math.max(seen.out, Number(rows[0]?.out))
        seen.lent = Math.max(seen.lent, Number(rows[0]?.lent))
        await pause(20)
      }
    })
  const watching = (async () => {
    while (!isOver) await look().catch(() => pause(100))
  })()
  return {
    seen,
    async stop() {
      isOver = true
      await watching
    },
  }
}

const problemsIn = (url: string, { licenseGuid }: Pool, { loans }: Crowd) =>
  withDatabase(url, async (database) => {
    const { rows } = await database.query<{ code: string; state: StoredLendingState; borrowed: boolean }>(
      'select code, state, is_borrowed as borrowed from lending where license_guid = $1',
      [licenseGuid],
    )
    const events = (kind: string) =>
      numberIn(database, 'select count(*) as n from license_event where license_guid = $1 and kind = $2', [
        licenseGuid,
        kind,
      ])
    const logged = (type: number) =>
      numberIn(
        database,
        `select count(*) as n from operation_log o
         join lending l on l.developer_id = o.developer_id and l.guid = o.target_guid
         where o.target_kind = 'lending' and l.license_guid = $1 and o.type = $2`,
        [licenseGuid, type],
      )
    const ended = (...states: StoredLendingState[]) => rows.filter(({ state }) => states.includes(state)).length
    return [
      ...rows.flatMap(({ code, state }) =>
        loans.get(code) === state ? [] : [`loan ${code} is ${state}, but the answer was ${loans.get(code) ?? 'none'}`],
      ),
      ...differencesIn({
        loans: [rows.length, loans.size],
        'seats out at the end': [
          Number((await database.query<{ out: string }>(OUT, [licenseGuid])).rows[0]?.out),
          SEATS,
        ],
        'loans in the history': [await events('lend'), rows.length],
        'returns in the history': [await events('giveBack'), ended('returned')],
        'seats taken back in the history': [await events('takeBack'), ended('revoked', 'deleted')],
        'logged lending codes': [await logged(OPERATION_TYPES.add), rows.filter(({ borrowed }) => !borrowed).length],
        'logged seats taken back': [await logged(OPERATION_TYPES.update), ended('revoked')],
        'logged deletions': [await logged(OPERATION_TYPES.delete), ended('deleted')],
      }),
    ]
  })

/** Returns the number of problems. */
export async function drillLending(kills: number): Promise<number> {
  let center = await startCenter({ isFromSource: true, isQuiet: true })
  const { folder } = center
  try {
    const headers = await signInDemo(center.url)
    const pool = await prepare(callerAt(center.url, headers), center.databaseUrl)
    const { crowd, ...people } = startCrowd(() => center, headers, pool)
    const watch = startWatching(() => center.databaseUrl, pool.licenseGuid)
    const done = () => crowd.loans.size + crowd.sessions + crowd.refused
    for (let kill = 1; kill <= kills; kill += 1) {
      await grown(done, done() + ANSWERS * (1 + Math.random()))
      await pause(Math.random() * LONGEST_MS)
      await center.kill()
      center = await startCenter({ isFromSource: true, isQuiet: true, folder })
      say(`kill ${kill}: ${crowd.loans.size} loans, ${crowd.sessions} sessions, ${crowd.refused} refused`)
    }
    await grown(done, done() + ANSWERS)
    await people.stop()
    await people.takeTheRest()
    await watch.stop()
    const { seen } = watch
    say(`looked ${seen.times} times: at most ${seen.out} of ${SEATS} seats out, ${seen.lent} of ${LENDABLE} lent`)
    const problems = [
      ...crowd.wrong,
      ...(seen.out > SEATS ? [`${seen.out} seats were out at once`] : []),
      ...(seen.lent > LENDABLE ? [`${seen.lent} seats were lent at once`] : []),
      ...(await problemsIn(center.databaseUrl, pool, crowd)),
    ]
    // The server signs the end of the log when it stops.
    await center.stop()
    return conclude(
      folder,
      ['ledger', 'log'],
      problems,
      `${kills} kills, ${crowd.loans.size} loans, ${crowd.sessions} sessions, ${crowd.refused} refused, ` +
        `${crowd.repeated} repeated requests: never more than ${SEATS} seats out, each answered loan once.`,
    )
  } finally {
    await center.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
