// Statements and the export of bills: they add up, each format opens, a month follows the developer's calendar, and a
// long statement streams.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { inflateSync } from 'node:zlib'
import { billingCalls, instantOf, wallTime } from '@sealwright/contract'
import type { PayloadOf, Price } from '@sealwright/contract'
import { createTestCenter } from '@sealwright/testkit'
import type { Actor, TestCenter } from '@sealwright/testkit'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { StreamContext } from '../../../kernel/http/context.ts'
import { inScope } from '../../../kernel/in-scope.ts'
import { readSheet } from '../../../kernel/sheets/sheets.ts'
import { createCharging } from '../ledger/charging.service.ts'
import { credit } from '../ledger/credit.service.ts'
import { NONE } from '../ledger/ledger.kind.ts'
import type { Books } from '../ledger/ledger.kind.ts'
import { postTransfer } from '../ledger/ledger.queries.ts'
import { verifyLedger } from '../ledger/verify.queries.ts'
import { statement } from './statement.service.ts'

let center: TestCenter
beforeAll(async () => {
  center = await createTestCenter()
})
afterAll(async () => {
  expect((await verifyLedger(center.ground.database.owner)).problems).toEqual([])
  await center.close()
})

const charging = createCharging()
let serial = 0

const inBooks = <T>({ developerId }: Actor, now: Date, work: (books: Books) => Promise<T>) =>
  center.ground.database.inTenant(developerId, 'write', (db) =>
    work({ db, developerId, ids: center.ground.ids, now, actor: { id: null, name: '林小满' } }),
  )
const give = (who: Actor, now: Date, kind: 'wallet' | 'gift', amount: number, note = '入账') =>
  inBooks(who, now, (books) => credit(books, { kind, amount, purpose: `test-${++serial}`, note }))
const price = (totalFen: number): Price => ({
  totalFen,
  lines: [],
  units: null,
  perLicense: { term: totalFen, devices: 0, machines: 0 },
})
const charge = (who: Actor, now: Date, fen: number, subject = '许可') =>
  inBooks(who, now, (books) =>
    charging.charge(books, { purpose: `test:${++serial}`, category: 'issue', subject, count: 1, price: price(fen) }),
  )

async function developerIn(zone: string): Promise<Actor> {
  const who = await center.developer()
  await center.ground.database.owner.query('update developer set time_zone = $2 where id = $1', [who.developerId, zone])
  return who
}

async function download(who: Actor, call: typeof billingCalls.statement | typeof billingCalls.export, payload: object) {
  const response = await center.center.app.inject({ method: 'POST', url: call.path, headers: who.headers, payload })
  return {
    status: response.statusCode,
    type: String(response.headers['content-type']),
    fileName: decodeURIComponent(
      /filename\*=UTF-8''(.*)$/.exec(String(response.headers['content-disposition']))?.[1] ?? '',
    ),
    bytes: response.rawPayload,
  }
}
const refused = async (who: Actor, payload: PayloadOf<typeof billingCalls.statement>) =>
  (await download(who, billingCalls.statement, payload)).bytes.toString()

async function cellsOf(fileName: string, bytes: Uint8Array): Promise<string[][]> {
  const rows: string[][] = []
  for await (const row of readSheet(new File([Buffer.from(bytes)], fileName), {
    rows: 10_000,
    unpackedBytes: 50_000_000,
    cellMax: 1_000,
  }))
    rows.push(row)
  return rows
}
/** The drawing operators of the pages of a PDF. */
const drawnIn = (file: Buffer) =>
  [...file.toString('latin1').matchAll(/\/Length (\d+) \/Filter \/FlateDecode >>\nstream\n/g)]
    .map(({ index, 0: { length }, 1: bytes }) =>
      inflateSync(file.subarray(index + length, index + length + Number(bytes))).toString('latin1'),
    )
    .join('\n')
/** The text as it is encoded for the Chinese font. */
const spelled = (text: string) => `<${Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase()}>`
const fen = (cell: string | undefined) => Math.round(Number(cell) * 100)

/** Adds up each purse of a sheet and compares the sums with those in the sheet. */
function addUp(rows: readonly string[][]) {
  const purses = [...new Set(rows.slice(1).map(([purse = '']) => purse))]
  return purses.map((purse) => {
    const own = rows.filter(([of]) => of === purse)
    const part = (name: string) => own.find(([, , movement]) => movement === name)
    const entries = own.filter(([, at]) => at !== '')
    let balance = fen(part('期初余额')?.[5])
    const wrong = entries.filter(([, , , , amount, after]) => {
      balance += fen(amount)
      return fen(after) !== balance
    })
    expect(wrong).toEqual([])
    expect(fen(part('期末余额')?.[5])).toBe(balance)
    const sum = (isIn: boolean) =>
      entries
        .map((row) => fen(row[4]))
        .filter((amount) => amount > 0 === isIn)
        .reduce((total, amount) => total + amount, 0)
    expect([fen(part('收入合计')?.[4]), fen(part('支出合计')?.[4])]).toEqual([sum(true), sum(false)])
    return { purse, entries: entries.length, opening: fen(part('期初余额')?.[5]), closing: balance }
  })
}

describe('a statement', () => {
  it("has the month's opening balances, every movement and the closing balances, which add up", async () => {
    const who = await developerIn('Asia/Shanghai')
    await give(who, new Date('2026-08-05T08:00:00Z'), 'wallet', 100_000, '=1+1')
    await charge(who, new Date('2026-08-06T08:00:00Z'), 30_050)
    await give(who, new Date('2026-09-02T08:00:00Z'), 'gift', 5_000)
    const { orderGuid } = await charge(who, new Date('2026-09-03T08:00:00Z'), 7_001, '年度模板')
    await inBooks(who, new Date('2026-09-04T08:00:00Z'), (books) => charging.reverse(books, orderGuid))
    await inBooks(who, new Date('2026-09-05T08:00:00Z'), (books) =>
      charging.hold(books, { purpose: 'hold', category: 'issue', subject: '批量', count: 1, price: price(10_000) }),
    )
    await give(who, new Date('2026-10-01T08:00:00Z'), 'wallet', 1)
    const month = async (name: string) =>
      cellsOf('x.csv', (await download(who, billingCalls.statement, { month: name, format: 'csv' })).bytes)
    expect(addUp(await month('2026-08'))).toEqual([{ purse: '余额', entries: 2, opening: 0, closing: 69_950 }])
    const september = await month('2026-09')
    expect(addUp(september)).toEqual([
      { purse: '余额', entries: 3, opening: 69_950, closing: 64_950 },
      { purse: '赠送余额', entries: 4, opening: 0, closing: 0 },
    ])
    expect(september[0]).toEqual(['账户', '时间', '变动类型', '事项', '金额（元）', '余额', '操作人'])
    expect(september.filter(([, at]) => at !== '').slice(1, 4)).toEqual([
      ['余额', '2026-09-03 16:00:00', '扣费', '年度模板', '-20.01', '679.49', '林小满'],
      ['余额', '2026-09-04 16:00:00', '退回', '年度模板', '20.01', '699.50', '林小满'],
      ['余额', '2026-09-05 16:00:00', '冻结', '批量', '-50.00', '649.50', '林小满'],
    ])
    expect(addUp(await month('2026-10'))).toEqual([{ purse: '余额', entries: 1, opening: 64_950, closing: 64_951 }])
  })

  it('opens in each format, under a file name with its month', async () => {
    const who = await developerIn('Asia/Shanghai')
    await give(who, new Date('2026-09-02T08:00:00Z'), 'wallet', 123_456, '对公转账 (九月)')
    await charge(who, new Date('2026-09-03T08:00:00Z'), 56)
    const xlsx = await download(who, billingCalls.statement, { month: '2026-09', format: 'xlsx' })
    const csv = await download(who, billingCalls.statement, { month: '2026-09', format: 'csv' })
    expect([xlsx.fileName, csv.fileName]).toEqual(['对账单-2026-09.xlsx', '对账单-2026-09.csv'])
    const rows = await cellsOf('x.xlsx', xlsx.bytes)
    const asText = await cellsOf('x.csv', csv.bytes)
    expect(asText.map((row) => row.slice(4, 6))).toEqual([
      ['金额（元）', '余额'],
      ['', '0.00'],
      ['1234.56', '1234.56'],
      ['-0.56', '1234.00'],
      ['1234.56', ''],
      ['-0.56', ''],
      ['', '1234.00'],
    ])
    // A spreadsheet stores numbers and shows them with their decimals.
    const plain = (cell: string) => (/^-?\d+\.\d\d$/.test(cell) ? String(Number(cell)) : cell)
    expect(rows).toEqual(asText.map((row) => row.map(plain)))
    expect(addUp(rows)).toEqual([{ purse: '余额', entries: 2, opening: 0, closing: 123_400 }])
    const pdf = await download(who, billingCalls.statement, { month: '2026-09' })
    expect(pdf).toMatchObject({ type: 'application/pdf', fileName: '对账单-2026-09.pdf' })
    const file = pdf.bytes.toString('latin1')
    expect(file).toMatch(/^%PDF-1\.7[\s\S]*startxref\n\d+\n%%EOF\n$/)
    const drawn = drawnIn(pdf.bytes)
    for (const text of ['2026-09', '1,234.56', '-0.56', '1,234.00', 'Asia/Shanghai'])
      expect(drawn).toContain(`(${text}`.replace('(Asia', 'Asia').replace('(2026-09', '2026-09'))
    // Sums are bold and aligned with their column: income and spending under the amounts, the closing balance under the
    // balances.
    const placesOf = (text: string, font: string) =>
      [...drawn.matchAll(new RegExp(`([\\d.]+) [\\d.]+ Td /${font} 9 Tf \\(${text}\\)`, 'g'))].map(([, x]) => x)
    const [amount, balance] = placesOf('1,234\\.56', 'L')
    expect([placesOf('1,234\\.56', 'B'), placesOf('1,234\\.00', 'B')]).toEqual([[amount], [balance]])
    expect(placesOf('-0\\.56', 'B')).toEqual(placesOf('-0\\.56', 'L'))
    const english = await center.administrator(who, ['billing.view'])
    await center.ground.database.owner.query("update account set locale = 'en' where id = $1", [english.accountId])
    expect((await download(english, billingCalls.statement, { month: '2026-09' })).fileName).toBe(
      'Statement-2026-09.pdf',
    )
  })

  it('of the current month ends now, with the current balance', async () => {
    onTestFinished(center.clock.freeze())
    const who = await developerIn('Asia/Shanghai')
    const now = wallTime(center.clock.now(), 'Asia/Shanghai')
    const [month, today] = [now.slice(0, 7), now.slice(0, 10)]
    await give(who, instantOf(`${month}-01T00:00:00`, 'Asia/Shanghai'), 'wallet', 500)
    const rows = await cellsOf('x.csv', (await download(who, billingCalls.statement, { month, format: 'csv' })).bytes)
    expect(rows.at(-1)).toEqual(['余额', '', '当前余额', '', '', '5.00', ''])
    const drawn = drawnIn((await download(who, billingCalls.statement, { month })).bytes)
    for (const text of [
      `(${month}-01 \u0096 ${today} \\(Asia/Shanghai\\))`,
      spelled('当前余额'),
      spelled('出具方'),
      '(Sealwright )',
    ])
      expect(drawn).toContain(text)
    expect(drawn).not.toContain(spelled('期末余额'))
  })

  it('shows the gift of a top-up apart from the payment', async () => {
    const who = await developerIn('Asia/Shanghai')
    const at = new Date('2026-09-02T08:00:00Z')
    const guid = center.ground.ids.guid()
    await center.ground.database.owner.query(
      `insert into top_up (developer_id, guid, serial, amount_fen, gift_fen, method, status, created_by, creator,
         created_at, paid_at)
       values ($1, $2, 'TU2026090200001', 10000, 600, 'sandbox', 'paid', $3, '林小满', $4, $4)`,
      [who.developerId, guid, who.accountId, at],
    )
    await inBooks(who, at, (books) =>
      postTransfer(books, {
        purpose: `topUp:${guid}`,
        movement: 'topUp',
        subject: 'TU2026090200001',
        legs: [
          { kind: 'payments', amount: -10_000 },
          { kind: 'wallet', amount: 10_000 },
          { kind: 'grants', amount: -600 },
          { kind: 'gift', amount: 600 },
        ],
      }),
    )
    const rows = await cellsOf(
      'x.csv',
      (await download(who, billingCalls.statement, { month: '2026-09', format: 'csv' })).bytes,
    )
    expect(
      rows
        .filter(([, at]) => at !== '')
        .slice(1)
        .map((row) => [row[0], row[2], row[4]]),
    ).toEqual([
      ['余额', '充值', '100.00'],
      ['赠送余额', '充值赠送', '6.00'],
    ])
  })

  it.each(['Asia/Shanghai', 'America/New_York'])(
    "covers a month of the developer's calendar in %s, to the millisecond",
    async (zone) => {
      const who = await developerIn(zone)
      const [from, to] = [
        instantOf('2026-03-01T00:00:00', zone).getTime(),
        instantOf('2026-04-01T00:00:00', zone).getTime(),
      ]
      for (const [moment, amount] of [
        [from - 1, 1],
        [from, 10],
        [to - 1, 100],
        [to, 1_000],
      ] as const)
        await give(who, new Date(moment), 'wallet', amount)
      const sums = async (month: string) =>
        addUp(
          await cellsOf('x.csv', (await download(who, billingCalls.statement, { month, format: 'csv' })).bytes),
        ).map(({ opening, closing, entries }) => [opening, closing, entries])
      expect([await sums('2026-02'), await sums('2026-03'), await sums('2026-04')]).toEqual([
        [[0, 1, 1]],
        [[1, 111, 2]],
        [[111, 1_111, 1]],
      ])
    },
  )

  it('of a month without entries shows the balance; without a balance: billing.noStatement', async () => {
    const who = await developerIn('Asia/Shanghai')
    await give(who, new Date('2026-05-15T08:00:00Z'), 'wallet', 500)
    await charge(who, new Date('2026-07-15T08:00:00Z'), 500)
    const sums = async (month: string) =>
      addUp(await cellsOf('x.csv', (await download(who, billingCalls.statement, { month, format: 'csv' })).bytes))
    expect(await sums('2026-06')).toEqual([{ purse: '余额', entries: 0, opening: 500, closing: 500 }])
    for (const month of ['2026-04', '2026-08']) expect(await refused(who, { month })).toContain('"code":')
    expect(await who.call(billingCalls.statement, { month: '2026-04' }).catch((error: unknown) => error)).toMatchObject(
      { error: 'billing.noStatement' },
    )
    await give(who, center.clock.now(), 'wallet', 1)
    expect(await who.call(billingCalls.statement, { month: '2099-01' }).catch((error: unknown) => error)).toMatchObject(
      { error: 'billing.noStatement' },
    )
    expect(await who.call(billingCalls.statement, { month: '2026-13' }).catch((error: unknown) => error)).toMatchObject(
      { error: 'platform.badPayload' },
    )
  })
})

describe('a long statement', () => {
  const BEGINS = '2026-06-01T00:00:00Z'

  /** Inserts entries as the database owner, as if each had been posted. Two of three add a fen, the third takes one. */
  async function busy(entries: number): Promise<Actor> {
    const who = await developerIn('UTC')
    const { developerId } = who
    await center.ground.database.asOwner(async (db) => {
      // Skips the foreign keys, for speed. The rows are consistent, and the ledger is verified at the end.
      await db.execute(sql`set local session_replication_role = replica`)
      await db.execute(sql`
        create temp table moved on commit drop as
          select n, gen_random_uuid() as guid, case when n % 3 = 0 then -1 else 1 end as amount,
            ${BEGINS}::timestamptz + make_interval(secs => n) as at
          from generate_series(1, ${entries}::int) n`)
      await db.execute(sql`
        insert into ledger_transfer (developer_id, guid, purpose, movement, subject, at)
          select ${developerId}::bigint, guid, 'many:' || n, 'credit', '模板 ' || n, at from moved`)
      await db.execute(sql`
        insert into ledger_entry (developer_id, transfer_guid, kind, ref, hold, amount, n, balance, at)
          select ${developerId}::bigint, guid, 'wallet', ${NONE}::uuid, ${NONE}::uuid, amount, n,
            sum(amount) over (order by n), at
          from moved
          union all
          select ${developerId}::bigint, guid, 'grants', ${NONE}::uuid, ${NONE}::uuid, -amount, null, null, at
          from moved`)
      await db.execute(sql`
        insert into ledger_account (developer_id, kind, ref, hold, balance, entries, last_at)
          select ${developerId}::bigint, 'wallet', ${NONE}::uuid, ${NONE}::uuid, sum(amount), count(*), max(at)
          from moved`)
      // Without statistics, the plan depends on whether autovacuum has run: seconds or minutes.
      await db.execute(sql`analyze ledger_transfer, ledger_entry, ledger_account`)
    })
    return who
  }

  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void // exists because of the flag above
  const liveMb = () => {
    collect()
    return process.memoryUsage().heapUsed / 1_048_576
  }

  async function contextOf(who: Actor) {
    const caller = await center.center.findMember(who.developerId, who.accountId, center.clock.now())
    if (!caller) throw new Error('nobody')
    const { ids, log, languages, database, clock } = center.ground
    const asking = {
      requestId: 'test',
      network: '10.0.0.1',
      fingerprint: undefined,
      userAgent: undefined,
      origin: undefined,
      now: clock.now(),
      log,
    }
    const given = { caller, asking, ids, say: languages.zh, call: billingCalls.statement }
    let reads = 0
    const context: StreamContext = {
      ...given,
      signal: new AbortController().signal,
      read: (work) => {
        reads += 1
        return inScope(database, given, 'read', work)
      },
    }
    return { context, reads: () => reads }
  }

  /** Reads the file in chunks and measures the live heap meanwhile. */
  async function taken(who: Actor, format: 'csv' | 'xlsx' | 'pdf', readsALook: number) {
    const { context, reads } = await contextOf(who)
    const { body } = await statement(context, { month: '2026-06', format })
    const heaps: number[] = []
    const chunks: Buffer[] = []
    let [readsAtFirst, nextLook] = [0, 0]
    for await (const chunk of body) {
      if (chunks.length === 0) readsAtFirst = reads()
      chunks.push(Buffer.from(chunk)) // buffers are not on the measured heap
      if (reads() >= nextLook) {
        heaps.push(liveMb())
        nextLook = reads() + readsALook
      }
    }
    return { heaps, bytes: Buffer.concat(chunks), reads: reads(), readsAtFirst }
  }

  async function streams(entries: number, format: 'csv' | 'xlsx' | 'pdf') {
    const [small, large] = [await busy(entries / 10), await busy(entries)]
    const [few, many] = [
      await taken(small, format, 1 + entries / 50_000),
      await taken(large, format, 1 + entries / 5_000),
    ]
    expect(many.reads).toBe(1 + entries / 1_000)
    expect(many.readsAtFirst).toBeLessThan(many.reads / 2)
    expect(Math.max(...many.heaps) - (many.heaps[0] ?? 0)).toBeLessThan(16)
    expect(Math.max(...many.heaps) - Math.max(...few.heaps)).toBeLessThan(16)
    return many.bytes
  }

  it('streams: the first chunk comes before the last page is read, memory stays flat, and it adds up', async () => {
    const bytes = await streams(40_000, 'csv')
    // Every cell is quoted, and none contains a quote.
    const rows = bytes
      .toString()
      .slice(1)
      .trimEnd()
      .split('\r\n')
      .map((line) => line.slice(1, -1).split('","'))
    expect(addUp(rows)).toEqual([{ purse: '余额', entries: 40_000, opening: 0, closing: 13_334 }])
  }, 240_000)

  it.each(['xlsx', 'pdf'] as const)('streams as %s too', async (format) => {
    expect((await streams(10_000, format)).length).toBeGreaterThan(200_000)
  })

  it('breaks off if the entries do not add up', async () => {
    const who = await busy(10)
    const { owner } = center.ground.database
    const forge = (balance: number) =>
      owner.query("update ledger_entry set balance = $2 where developer_id = $1 and kind = 'wallet' and n = 5", [
        who.developerId,
        balance,
      ])
    const {
      rows: [true_],
    } = await owner.query<{ balance: number }>(
      "select balance::int from ledger_entry where developer_id = $1 and kind = 'wallet' and n = 5",
      [who.developerId],
    )
    await owner.query('alter table ledger_entry disable trigger append_only')
    try {
      await forge(999)
      const { context } = await contextOf(who)
      const { body } = await statement(context, { month: '2026-06', format: 'csv' })
      const read = async () => {
        for await (const _chunk of body);
      }
      await expect(read()).rejects.toThrow('does not add up: wallet, entry 5')
    } finally {
      await forge(true_?.balance ?? 0)
      await owner.query('alter table ledger_entry enable trigger append_only')
    }
  })

  it('ends with an error when the server stops, so that it does not look complete', async () => {
    const { context } = await contextOf(await busy(3_000))
    const stopping = new AbortController()
    const { body } = await statement({ ...context, signal: stopping.signal }, { month: '2026-06', format: 'csv' })
    const read = async () => {
      for await (const _chunk of body) stopping.abort()
    }
    await expect(read()).rejects.toThrow(/abort/i)
  })
})

describe('the export of bills', () => {
  it('has them newest first, filtered by number, category, status and time, in both formats', async () => {
    const who = await developerIn('Asia/Shanghai')
    await give(who, new Date('2026-09-01T08:00:00Z'), 'wallet', 10_000)
    await give(who, new Date('2026-09-01T08:00:00Z'), 'gift', 25)
    await charge(who, new Date('2026-09-02T08:00:00Z'), 150, '=HYPERLINK("x")')
    await inBooks(who, new Date('2026-09-03T08:00:00Z'), (books) =>
      charging.billDue(
        books,
        { purpose: 'due', category: 'platform', subject: '专项', count: 1, price: price(5_000) },
        new Date('2099-01-01T00:00:00Z'),
      ),
    )
    const { orderGuid } = await charge(who, new Date('2026-09-04T08:00:00Z'), 1)
    await inBooks(who, new Date('2026-09-05T08:00:00Z'), (books) => charging.reverse(books, orderGuid))
    const file = async (asked: object) => {
      const { bytes, fileName } = await download(who, billingCalls.export, asked)
      return { fileName, rows: await cellsOf(fileName, bytes) }
    }
    const all = await file({})
    expect(all.fileName).toBe('账单.xlsx')
    expect(all.rows[0]).toEqual([
      '账单编号',
      '订单编号',
      '类别',
      '事项',
      '应扣金额',
      '实扣金额',
      '赠送金额',
      '状态',
      '付款期限',
      '创建时间',
      '结清时间',
      '操作人',
    ])
    expect(all.rows.slice(1).map((row) => row.slice(2, 9))).toEqual([
      ['签发许可', '许可', '0.01', '0.01', '0', '退回', ''],
      ['平台账单', '专项', '50', '0', '0', '待扣费', '2099-01-01 08:00:00'],
      ['签发许可', '=HYPERLINK("x")', '1.5', '1.5', '0.25', '成功', ''],
    ])
    const asText = (await file({ format: 'csv' })).rows
    expect(asText.slice(1).map((row) => row.slice(4, 7))).toEqual([
      ['0.01', '0.01', '0.00'],
      ['50.00', '0.00', '0.00'],
      ['1.50', '1.50', '0.25'],
    ])
    expect(asText.map((row) => row.toSpliced(4, 3))).toEqual(all.rows.map((row) => row.toSpliced(4, 3)))
    const subjects = async (asked: object) =>
      (await file({ format: 'csv', ...asked })).rows.slice(1).map((row) => row[3])
    expect(await subjects({ billingId: all.rows[2]?.[0]?.toLowerCase() })).toEqual(['专项'])
    expect(await subjects({ category: 'platform' })).toEqual(['专项'])
    expect(await subjects({ status: 'success' })).toEqual(['许可', '=HYPERLINK("x")'])
    expect(await subjects({ startTime: '2026-09-03T00:00:00Z', endTime: '2026-09-03T23:00:00Z' })).toEqual(['专项'])
    expect(
      (
        await download(who, billingCalls.export, { startTime: '2026-09-03T00:00:00Z', endTime: '2026-09-01T00:00:00Z' })
      ).bytes.toString(),
    ).toContain('startTime')
    expect(
      await who
        .call(billingCalls.export, { startTime: '2026-09-03T00:00:00Z', endTime: '2026-09-01T00:00:00Z' })
        .catch((error: unknown) => error),
    ).toMatchObject({ error: 'platform.timeIllegal' })
  })

  it('continues after each page, even within bills of the same time', async () => {
    const who = await developerIn('Asia/Shanghai')
    await center.ground.database.owner.query(
      `with made as (
         insert into billing_order (developer_id, guid, order_id, purpose, category, subject, count, amount_fen, status,
           created_at)
         select $1, gen_random_uuid(), 'OD' || n, 'n' || n, 'issue', n::text, 1, 1, 'insufficient',
           '2026-09-01T00:00:00Z'::timestamptz + make_interval(secs => n / 700)
         from generate_series(1, 2500) n returning *)
       insert into bill (developer_id, guid, billing_id, order_guid, category, subject, projected_fen, status,
         created_at, settled_at)
       select $1, gen_random_uuid(), replace(order_id, 'OD', 'BL'), guid, category, subject, 1, 'failedInsufficient',
         created_at, created_at
       from made`,
      [who.developerId],
    )
    const { bytes } = await download(who, billingCalls.export, { format: 'csv' })
    const subjects = (await cellsOf('x.csv', bytes)).slice(1).map((row) => row[3])
    expect(new Set(subjects).size).toBe(2_500)
    expect(subjects).toHaveLength(2_500)
  })
})
