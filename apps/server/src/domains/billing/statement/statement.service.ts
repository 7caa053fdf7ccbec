// The statement of a month: the opening balance of each purse, every entry in order, the closing balance. It is written
// while it is read, page by page in short transactions. If the entries do not add up, the file breaks off.
import { LANGUAGE_TAGS, MOVEMENTS, PURSES, instantOf, movementWord, wallTime, yuanText } from '@sealwright/contract'
import type { Purse, billingCalls } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import type { FileAnswer, StreamContext } from '../../../kernel/http/context.ts'
import { writePdf } from '../../../kernel/pdf/pdf.ts'
import type { PdfRow, PdfTable } from '../../../kernel/pdf/pdf.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import { SHEET_TYPES, writeSheet } from '../../../kernel/sheets/sheets.ts'
import type { SheetCell, SheetColumn } from '../../../kernel/sheets/sheets.ts'
import { findBalanceAt, listNextEntries } from './reading.queries.ts'
import type { Entry } from './reading.queries.ts'
import { endOf, yuanNumber } from './reading.rules.ts'
import { withShownSubjects } from './subjects.service.ts'

const PAGE = 1000

/**
 * A purse between its last entry before the month and its last entry in the month. The sums are complete once all
 * entries are read.
 */
interface Account {
  purse: Purse
  opening: { n: number; balanceFen: number }
  closing: { n: number; balanceFen: number }
  sums: { inFen: number; outFen: number }
}

interface Words {
  columns: Record<'purse' | 'at' | 'movement' | 'subject' | 'amount' | 'balanceFen' | 'creator', string>
  /** In the developer's time zone, like the month. */
  moment(at: Date): string
  movement(entry: Entry): string
  creator(entry: Entry): string
  parts: Record<'opening' | 'income' | 'outgo' | 'closing', string>
  purse(purse: Purse): string
}

/** The current month has no closing balance yet; it shows the current balance. */
function wordsOf(say: Sentences, timeZone: string, isOver: boolean): Words {
  const field = (name: string) => fieldLabel(say, 'billing', name)
  // Looked up once, not in every row.
  const movements = new Map(
    ([...MOVEMENTS, 'topUpGift'] as const).map((word) => [word, say(`billing.movements.${word}`)]),
  )
  const platform = say('billing.overview.statement.platform')
  return {
    columns: {
      purse: field('purse'),
      at: field('at'),
      movement: field('movement'),
      subject: field('subject'),
      amount: say('billing.overview.statement.amount'),
      balanceFen: field('balanceFen'),
      creator: field('creator'),
    },
    moment: (at) => wallTime(at, timeZone).replace('T', ' '),
    movement: (entry) => movements.get(movementWord(entry)) ?? '',
    creator: ({ actorName }) => actorName ?? platform,
    parts: {
      opening: say('billing.overview.statement.opening'),
      income: say('billing.overview.statement.income'),
      outgo: say('billing.overview.statement.outgo'),
      closing: say(isOver ? 'billing.overview.statement.closing' : 'billing.overview.statement.present'),
    },
    purse: (purse) => say(`billing.purses.${purse}`),
  }
}

const broken = (purse: Purse, n: number) => new Error(`the statement does not add up: ${purse}, entry ${n}`)

/** Checks that every entry follows from the previous one and that the last one matches the closing balance. */
async function* entriesOf(
  { read, signal }: Pick<StreamContext, 'read' | 'signal'>,
  { purse, opening, closing, sums }: Account,
): AsyncGenerator<Entry> {
  let last = opening
  while (last.n < closing.n) {
    signal.throwIfAborted() // a partial statement must not look complete
    const after = last.n
    const page = await read(async (scope) =>
      withShownSubjects(scope, await listNextEntries(scope, purse, after, closing.n, PAGE)),
    )
    if (page.length === 0) throw broken(purse, after + 1)
    for (const entry of page) {
      if (entry.n !== last.n + 1 || entry.balanceFen !== last.balanceFen + entry.amountFen) throw broken(purse, entry.n)
      sums[entry.amountFen > 0 ? 'inFen' : 'outFen'] += entry.amountFen
      last = entry
      yield entry
    }
  }
  if (opening.balanceFen + sums.inFen + sums.outFen !== closing.balanceFen) throw broken(purse, last.n)
}

const SHEET_COLUMNS: readonly SheetColumn[] = [
  { width: 12 },
  { width: 20 },
  { width: 20 },
  { width: 36 },
  { width: 16, isAmount: true },
  { width: 16, isAmount: true },
  { width: 18 },
]

async function* sheetRows(
  context: StreamContext,
  words: Words,
  accounts: readonly Account[],
): AsyncGenerator<readonly SheetCell[]> {
  const { columns, parts, moment, movement, creator } = words
  yield [
    columns.purse,
    columns.at,
    columns.movement,
    columns.subject,
    columns.amount,
    columns.balanceFen,
    columns.creator,
  ]
  for (const account of accounts) {
    const purse = words.purse(account.purse)
    yield [purse, '', parts.opening, '', '', yuanNumber(account.opening.balanceFen), '']
    for await (const entry of entriesOf(context, account))
      yield [
        purse,
        moment(entry.at),
        movement(entry),
        entry.subject,
        yuanNumber(entry.amountFen),
        yuanNumber(entry.balanceFen),
        creator(entry),
      ]
    yield [purse, '', parts.income, '', yuanNumber(account.sums.inFen), '', '']
    yield [purse, '', parts.outgo, '', yuanNumber(account.sums.outFen), '', '']
    yield [purse, '', parts.closing, '', '', yuanNumber(account.closing.balanceFen), '']
  }
}

async function* pdfRows(
  context: StreamContext,
  { moment, movement, creator }: Words,
  account: Account,
): AsyncGenerator<PdfRow> {
  for await (const entry of entriesOf(context, account))
    yield [
      moment(entry.at),
      movement(entry),
      entry.subject,
      yuanText(entry.amountFen),
      yuanText(entry.balanceFen),
      creator(entry),
    ]
}

function pdfTable(context: StreamContext, words: Words, account: Account): PdfTable {
  const { columns, parts } = words
  return {
    title: words.purse(account.purse),
    // Wide enough for a whole time, and for amounts up to a billion.
    columns: [
      { title: columns.at, width: 21 },
      { title: columns.movement, width: 13 },
      { title: columns.subject, width: 27 },
      { title: columns.amount, width: 17, align: 'right' },
      { title: columns.balanceFen, width: 17, align: 'right' },
      { title: columns.creator, width: 14 },
    ],
    opening: [[parts.opening, '', '', '', yuanText(account.opening.balanceFen)]],
    rows: pdfRows(context, words, account),
    closing: () => [
      [parts.income, '', '', yuanText(account.sums.inFen)],
      [parts.outgo, '', '', yuanText(account.sums.outFen)],
      [parts.closing, '', '', '', yuanText(account.closing.balanceFen)],
    ],
  }
}

export async function statement(
  context: StreamContext,
  { month, format }: z.output<typeof billingCalls.statement.payload>,
): Promise<FileAnswer> {
  const {
    caller: { developer, locale },
    asking: { now },
    say,
    read,
  } = context
  const { timeZone } = developer
  const from = instantOf(`${month}-01T00:00:00`, timeZone)
  const to = endOf(month, timeZone)
  const accounts = await read(async (scope) => {
    const found: Account[] = []
    for (const purse of PURSES)
      found.push({
        purse,
        opening: await findBalanceAt(scope, purse, from),
        closing: await findBalanceAt(scope, purse, to),
        sums: { inFen: 0, outFen: 0 },
      })
    return found.filter(({ opening, closing }) => closing.n > opening.n || closing.balanceFen > 0)
  })
  if (accounts.length === 0 || from > now) throw new Refusal('billing.noStatement')

  const isOver = to <= now
  const words = wordsOf(say, timeZone, isOver)
  const fileName = `${say('billing.overview.statement.fileName', { month })}.${format}`
  if (format !== 'pdf')
    return {
      fileName,
      type: SHEET_TYPES[format],
      body: writeSheet(format, sheetRows(context, words, accounts), SHEET_COLUMNS),
    }
  const day = (at: Date) => wallTime(at, timeZone).slice(0, 10)
  const title = say('billing.overview.statement.title', { month })
  const body = writePdf({
    title,
    lang: LANGUAGE_TAGS[locale],
    facts: [
      [say('billing.overview.statement.issuer'), say('common.productName')],
      [say('billing.overview.statement.developer'), developer.displayName],
      [
        say('billing.overview.statement.period'),
        `${day(from)} – ${day(isOver ? new Date(to.getTime() - 1) : now)} (${timeZone})`,
      ],
      [say('billing.overview.statement.madeAt'), words.moment(now)],
      [say('billing.overview.statement.unit'), say('billing.overview.statement.yuan')],
    ],
    tables: accounts.map((account) => pdfTable(context, words, account)),
    footer: (page) => say('billing.overview.statement.page', { title, page }),
  })
  return { fileName, type: 'application/pdf', body }
}
