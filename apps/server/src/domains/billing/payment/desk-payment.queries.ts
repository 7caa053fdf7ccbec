// SQL of payments of all developers for the platform desk, and of the comparisons with statements.
import { RECONCILED } from '@sealwright/contract'
import type { PaymentMethod, Reconciled, TopUpState } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { countCapped, directionOf } from '../../../kernel/db/list.ts'
import type { Period, Slice } from '../../../kernel/db/list.ts'
import type { StatementLine } from './statement.kind.ts'

type PaymentLine = {
  guid: string
  serial: string
  developer_id: number
  developer: string
  amount_fen: number
  gift_fen: number
  method: PaymentMethod
  status: TopUpState
  is_refunded: boolean
  creator: string
  created_at: string
  paid_at: string | null
  provider_ref: string | null
  asked_at: string | null
}
const instant = (text: string | null) => (text === null ? null : new Date(text))
const toldPayment = (row: PaymentLine) => ({
  guid: row.guid,
  serial: row.serial,
  developerId: String(row.developer_id),
  developerName: row.developer,
  amountFen: row.amount_fen,
  giftFen: row.gift_fen,
  paymentMethod: row.method,
  status: row.status,
  isRefunded: row.is_refunded,
  creator: row.creator,
  createTime: new Date(row.created_at),
  payTime: instant(row.paid_at),
  providerRef: row.provider_ref,
  askTime: instant(row.asked_at),
})

export interface PaymentFilter extends Period {
  serial?: string | undefined
  developerId?: number | undefined
  status?: TopUpState | undefined
  paymentMethod?: PaymentMethod | undefined
}

/** Serials match by prefix and ignore case. */
export function listPayments(db: Db, filter: PaymentFilter, order: 'asc' | 'desc') {
  const { serial, developerId, status, paymentMethod, startTime, endTime } = filter
  const where = sql.join(
    [
      sql`true`,
      ...(serial === undefined ? [] : [sql`starts_with(t.serial, ${serial.toUpperCase()})`]),
      ...(developerId === undefined ? [] : [sql`t.developer_id = ${developerId}`]),
      ...(status === undefined ? [] : [sql`t.status = ${status}`]),
      ...(paymentMethod === undefined ? [] : [sql`t.method = ${paymentMethod}`]),
      ...(startTime === undefined ? [] : [sql`t.created_at >= ${startTime}`]),
      ...(endTime === undefined ? [] : [sql`t.created_at <= ${endTime}`]),
    ],
    sql` and `,
  )
  return {
    count: () => countCapped(db, sql`top_up t where ${where}`),
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<PaymentLine>(sql`
        select t.*, d.name as developer from top_up t join developer d on d.id = t.developer_id where ${where}
        order by t.created_at ${direction}, t.guid ${direction} limit ${limit} offset ${offset}`)
      return rows.map(toldPayment)
    },
  }
}

export async function findPayment(db: Db, guid: string) {
  const { rows } = await db.execute<PaymentLine>(sql`
    select t.*, d.name as developer from top_up t join developer d on d.id = t.developer_id where t.guid = ${guid}`)
  return rows[0] && toldPayment(rows[0])
}

/** A top-up of any developer. */
export async function findTopUpAnywhere(
  db: Db,
  guid: string,
): Promise<{ developerId: number; serial: string } | undefined> {
  const { rows } = await db.execute<{ developer_id: number; serial: string }>(
    sql`select developer_id, serial from top_up where guid = ${guid}`,
  )
  return rows[0] && { developerId: rows[0].developer_id, serial: rows[0].serial }
}

/** What the provider told about a top-up, in order. */
export async function listEvents(db: Db, developerId: number, guid: string) {
  const { rows } = await db.execute<{
    id: number
    source: 'callback' | 'query' | 'close'
    state: string
    amount_fen: number
    provider_ref: string | null
    outcome: string
    at: string
  }>(sql`
    select id, source, state, amount_fen, provider_ref, outcome, at from payment_event
    where developer_id = ${developerId} and top_up_guid = ${guid} order by id`)
  return rows.map((row) => ({
    id: String(row.id),
    source: row.source,
    state: row.state,
    amountFen: row.amount_fen,
    providerRef: row.provider_ref,
    outcome: row.outcome,
    at: new Date(row.at),
  }))
}

export interface Run {
  guid: string
  method: PaymentMethod
  fileName: string
  startsAt: Date
  endsAt: Date
  maker: { guid: string; name: string }
  madeAt: Date
}
export type Counts = Record<Reconciled, number>

/**
 * Stores a comparison. Each payment of the statement is compared with the top-up of its number; the paid top-ups of
 * this method and period that the statement lacks are missing there. One statement, so all rows see the same books.
 */
export async function insertRun(db: Db, run: Run, lines: readonly StatementLine[]): Promise<Counts> {
  const column = (of: (line: StatementLine) => unknown) => sql.param(lines.map(of))
  await db.execute(sql`
    insert into reconciliation (guid, method, file_name, starts_at, ends_at, maker_guid, maker, made_at, matched,
      missing_here, missing_there, amount_differs, state_differs)
    values (${run.guid}, ${run.method}, ${run.fileName}, ${run.startsAt}, ${run.endsAt}, ${run.maker.guid},
      ${run.maker.name}, ${run.madeAt}, 0, 0, 0, 0, 0)`)
  const { rows } = await db.execute<{ outcome: Reconciled; n: number }>(sql`
    with told as (
      select * from unnest(
        ${column(({ serial }) => serial)}::text[], ${column(({ amountFen }) => amountFen)}::bigint[],
        ${column(({ at }) => at?.toISOString() ?? null)}::timestamptz[], ${column(({ state }) => state)}::text[],
        ${column(({ isPaid }) => isPaid)}::boolean[]) as told (serial, fen, at, state, is_paid)),
    compared as (
      select
        case
          when t.guid is null then 'missingHere'
          when t.amount_fen <> l.fen then 'amountDiffers'
          when l.is_paid <> (t.status = 'paid') then 'stateDiffers'
          else 'matched' end as outcome,
        l.serial, l.fen, l.at, l.state, t.amount_fen, t.guid, t.developer_id
      from told l left join top_up t on t.serial = l.serial and t.method = ${run.method}
      -- A payment that failed on both sides needs no top-up here.
      where l.is_paid or t.guid is not null
      union all
      select 'missingThere', t.serial, null, null, null, t.amount_fen, t.guid, t.developer_id
      from top_up t
      where t.status = 'paid' and t.method = ${run.method}
        and t.paid_at >= ${run.startsAt} and t.paid_at < ${run.endsAt}
        and not exists (select from told l where l.serial = t.serial)),
    written as (
      insert into reconciliation_row (run_guid, n, outcome, serial, told_fen, told_at, told_state, booked_fen,
        top_up_guid, payer_id)
      select ${run.guid},
        row_number() over (order by array_position(${sql.param([...RECONCILED])}::text[], outcome), serial),
        outcome, serial, fen, at, state, amount_fen, guid, developer_id from compared
      returning outcome)
    select outcome, count(*)::int as n from written group by outcome`)
  const of = (outcome: Reconciled) => rows.find((row) => row.outcome === outcome)?.n ?? 0
  const counts: Counts = {
    matched: of('matched'),
    missingHere: of('missingHere'),
    missingThere: of('missingThere'),
    amountDiffers: of('amountDiffers'),
    stateDiffers: of('stateDiffers'),
  }
  await db.execute(sql`
    update reconciliation set matched = ${counts.matched}, missing_here = ${counts.missingHere},
      missing_there = ${counts.missingThere}, amount_differs = ${counts.amountDiffers},
      state_differs = ${counts.stateDiffers}
    where guid = ${run.guid}`)
  return counts
}

type RunLine = {
  guid: string
  method: PaymentMethod
  file_name: string
  starts_at: string
  ends_at: string
  maker: string
  made_at: string
  matched: number
  missing_here: number
  missing_there: number
  amount_differs: number
  state_differs: number
}
const toldRun = (row: RunLine) => ({
  guid: row.guid,
  paymentMethod: row.method,
  fileName: row.file_name,
  startTime: new Date(row.starts_at),
  endTime: new Date(row.ends_at),
  maker: row.maker,
  createTime: new Date(row.made_at),
  counts: {
    matched: row.matched,
    missingHere: row.missing_here,
    missingThere: row.missing_there,
    amountDiffers: row.amount_differs,
    stateDiffers: row.state_differs,
  },
})

export function listRuns(db: Db, order: 'asc' | 'desc') {
  return {
    count: () => countCapped(db, sql`reconciliation`),
    async page({ offset, limit, isReversed }: Slice) {
      const direction = directionOf(order, isReversed)
      const { rows } = await db.execute<RunLine>(sql`
        select * from reconciliation order by made_at ${direction}, guid ${direction} limit ${limit} offset ${offset}`)
      return rows.map(toldRun)
    },
  }
}

export async function findRun(db: Db, guid: string) {
  const { rows } = await db.execute<RunLine>(sql`select * from reconciliation where guid = ${guid}`)
  return rows[0] && toldRun(rows[0])
}

/** The rows of a comparison, differences first. */
export function listCompared(db: Db, guid: string, outcome: Reconciled | undefined) {
  const where = sql`r.run_guid = ${guid} ${outcome === undefined ? sql`` : sql`and r.outcome = ${outcome}`}`
  return {
    count: () => countCapped(db, sql`reconciliation_row r where ${where}`),
    async page({ offset, limit, isReversed }: Slice) {
      const direction = sql.raw(isReversed ? 'desc' : 'asc')
      const { rows } = await db.execute<{
        n: number
        outcome: Reconciled
        serial: string
        told_fen: number | null
        told_at: string | null
        told_state: string | null
        booked_fen: number | null
        top_up_guid: string | null
        status: TopUpState | null
        payer_id: number | null
        developer: string | null
      }>(sql`
        select r.*, t.status, d.name as developer from reconciliation_row r
          left join top_up t on t.developer_id = r.payer_id and t.guid = r.top_up_guid
          left join developer d on d.id = r.payer_id
        where ${where} order by r.n ${direction} limit ${limit} offset ${offset}`)
      return rows.map((row) => ({
        id: String(row.n),
        outcome: row.outcome,
        serial: row.serial,
        toldFen: row.told_fen,
        toldTime: instant(row.told_at),
        toldState: row.told_state,
        bookedFen: row.booked_fen,
        topUpGuid: row.top_up_guid,
        status: row.status,
        developerId: row.payer_id === null ? null : String(row.payer_id),
        developerName: row.developer,
      }))
    },
  }
}
