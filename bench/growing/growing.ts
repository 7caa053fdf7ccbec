// One way to measure every list whose table grows without limit: a list is an entry of desk.ts, dongles.ts, money.ts,
// use.ts or work.ts, with the tables to fill and the questions to ask. fill.ts fills the tables for a large, a small
// and a third developer; this file derives the questions that every list has, and asks them.
import { DAY_MS } from '@sealwright/contract'
import type { Call } from '@sealwright/contract'
import { defineBench, openStage } from '../harness.ts'
import type { Bar, Bench, Figure, RunOptions, Stage } from '../harness.ts'
import { measureQuestions } from '../questions.ts'
import type { Question, Sizes } from '../questions.ts'
import { columnsOf, emptyTables, fillTables } from './fill.ts'
import type { Fill, GrowingSide } from './fill.ts'
import { atDesk, prepare } from './sides.ts'

const FULL: Sizes = { small: 10_000, large: 1_000_000, beside: 100_000, rounds: 40, warmUps: 5 }
const QUICK: Sizes = { small: 10_000, large: 50_000, beside: 10_000, rounds: 20, warmUps: 4 }
const PAGE_SIZE = 10

export interface GrowingList {
  /** Of the bench. */
  name: string
  /** What its rows are called. */
  noun: string
  /** The first one is the table of the list. */
  fills: readonly Fill[]
  /** Operators of the platform ask, about all developers of a center. The smaller size is another center. */
  isDesk?: true
  sizes?: Pick<Sizes, 'small' | 'large'>
  /** Triggers of these tables do not fire. */
  silent?: readonly string[]
  questions: readonly GrowingQuestion[]
  bar?: Bar
  shortfall?: string
}

interface GrowingQuestion extends Omit<Question, 'payload'> {
  payload(side: GrowingSide): object
  /** Left out at tiny sizes, where there are not enough rows. */
  needsRows?: number
}

/** Asks the questions of a list, after its tables are filled. */
export async function measureGrowing(
  stage: Stage,
  list: GrowingList,
  sides: { ours: GrowingSide; baseline: GrowingSide },
  sizes: Sizes,
  tell: RunOptions['tell'],
): Promise<Figure[]> {
  const table = list.fills[0]?.table ?? ''
  const hasGuid = (await columnsOf(stage, table)).some(({ name }) => name === 'guid')
  async function withGuid(side: GrowingSide): Promise<GrowingSide> {
    if (!hasGuid) return side
    const { rows } = await (side.stage ?? stage).ground.database.owner.query<{ guid: string }>(
      `select guid from ${table} where developer_id = $1 limit 1 offset 42`,
      [side.seat.developerId],
    )
    return { ...side, guid: rows[0]?.guid ?? '' }
  }
  const ours = await withGuid(sides.ours)
  const baseline = sides.baseline === sides.ours ? ours : await withGuid(sides.baseline)
  const asked = list.questions
    .filter(({ needsRows = 0 }) => sizes.small >= needsRows)
    .map((question): Question => ({
      ...question,
      payload: (side) => question.payload(side as GrowingSide), // every side of this bench is one
      isCapped: (question.isCapped ?? false) && sizes.large > 200_000,
    }))
  return measureQuestions(stage, asked, { ours, baseline }, sizes, tell)
}

type Asked = object | ((side: GrowingSide) => object)
type Expected = Partial<Pick<GrowingQuestion, 'rows' | 'isCapped' | 'unjudged' | 'needsRows'>>

/**
 * The questions of one list: its pages, and each filter with the number of rows in its answer (a page if not given).
 * `base` is part of every question. With `from`, its questions begin with a name.
 */
export function asksOf(
  call: Call,
  filters: Record<string, readonly [Asked, Expected?]>,
  { base = {}, from = '' }: { base?: Asked; from?: string } = {},
): GrowingQuestion[] {
  const whole = (asked: Asked, side: GrowingSide) => (typeof asked === 'function' ? asked(side) : asked)
  const ask = (what: string, asked: Asked, expected: Expected = {}): GrowingQuestion => ({
    what: from === '' ? what : `${from}: ${what}`,
    call,
    payload: (side) => ({ pageSize: PAGE_SIZE, ...whole(base, side), ...whole(asked, side) }),
    rows: PAGE_SIZE,
    ...expected,
  })
  return [
    ask('first page', {}),
    ask('next page', { currentPage: 2 }),
    // The middle page of the smaller side, asked of both.
    ask('page 500', { currentPage: 500 }, { needsRows: 10_000 }),
    ...Object.entries(filters).map(([what, [asked, expected]]) => ask(what, asked, expected)),
  ]
}

export const ask = (what: string, call: Call, asked: Asked, expected: Expected = {}): GrowingQuestion => ({
  what,
  call,
  payload: (side) => (typeof asked === 'function' ? asked(side) : asked),
  ...expected,
})

const sizesOf = ({ sizes }: GrowingList, isQuick: boolean): Sizes => (isQuick ? QUICK : { ...FULL, ...sizes })

type Run = (stage: Stage, list: GrowingList, sizes: Sizes, tell: RunOptions['tell']) => Promise<Figure[]>

const runOfDevelopers: Run = async (stage, list, sizes, tell) => {
  const ours = await prepare(stage, '大', sizes.large)
  const beside = await prepare(stage, '旁邻', sizes.beside)
  const baseline = await prepare(stage, '小', sizes.small)
  await fillTables(stage, list, [ours, beside, baseline], tell)
  return measureGrowing(stage, list, { ours, baseline }, sizes, tell)
}

const runAtDesk: Run = async (stage, list, sizes, tell) => {
  const other = await openStage()
  try {
    const ours = await atDesk(stage, await prepare(stage, '大', sizes.large))
    const baseline = await atDesk(other, await prepare(other, '小', sizes.small))
    await fillTables(stage, list, [ours], tell)
    await fillTables(other, list, [baseline], tell)
    return await measureGrowing(stage, list, { ours, baseline }, sizes, tell)
  } finally {
    await other.close()
  }
}

export const growingBench = (list: GrowingList): Bench =>
  defineBench({
    name: list.name,
    bar: list.bar ?? { ratioAtMost: 2, p95BelowMs: 50 },
    ...(list.shortfall !== undefined && { shortfall: list.shortfall }),
    sides({ isQuick }) {
      const { large, small } = sizesOf(list, isQuick)
      return {
        ours: `${large.toLocaleString('en')} ${list.noun}`,
        baseline: `${small.toLocaleString('en')} ${list.noun}`,
      }
    },
    async run(stage, { isQuick, tell }) {
      const sizes = sizesOf(list, isQuick)
      const run = list.isDesk ? runAtDesk : runOfDevelopers
      const figures = await run(stage, list, sizes, tell)
      await emptyTables(stage, list)
      return figures
    },
  })

/** The last days before the questions. */
export const lastDays =
  (days: number) =>
  ({ now }: GrowingSide) => ({
    startTime: new Date(now.getTime() - days * DAY_MS).toISOString(),
    endTime: now.toISOString(),
  })
