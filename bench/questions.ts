// Asks two sides the same questions in turns, through the real calls, and compares the larger side's times with the
// smaller side's. An answer of the wrong size stops the bench, because empty pages would be fast.
import type { Call } from '@sealwright/contract'
import { measureInTurns } from './harness.ts'
import type { Figure, RunOptions, Seat, Stage } from './harness.ts'

/** How many rows are loaded and how often each question is asked. Without rounds, answers are only checked. */
export interface Sizes {
  small: number
  large: number
  /** Rows of another developer in the same tables. */
  beside: number
  rounds: number
  warmUps: number
}

export interface Side {
  seat: Seat
  rows: number
  /** The guid of one of its rows. */
  guid: string
  /** Where it is asked, if not on the stage of the bench: the desk sees all rows of a center. */
  stage?: Stage
}

export interface Question {
  what: string
  call: Call
  payload(side: Side): object
  /** The expected number of rows in the answer. */
  rows?: number
  /** Whether the larger side has more matches than are counted. */
  isCapped?: boolean
  unjudged?: string | undefined
}

interface Answer {
  records?: number
  recordsCapped?: boolean
  rows?: unknown[]
}

export async function measureQuestions(
  stage: Stage,
  questions: readonly Question[],
  sides: { ours: Side; baseline: Side },
  times: { rounds: number; warmUps: number },
  tell: RunOptions['tell'],
): Promise<Figure[]> {
  const { ours, baseline } = sides
  async function ask({ call, payload }: Question, side: Side): Promise<Answer> {
    const response = await (side.stage ?? stage).center.app.inject({
      method: 'POST',
      url: call.path,
      headers: side.seat.headers,
      payload: payload(side),
    })
    const { code, desc, data } = response.json<{ code: number; desc: string; data: Answer }>()
    if (code !== 0) throw new Error(`${call.path} refused: ${desc}`)
    return data
  }
  const figures: Figure[] = []
  for (const question of questions) {
    for (const side of new Set([ours, baseline])) {
      const answer = await ask(question, side)
      if (question.rows !== undefined && answer.rows?.length !== question.rows)
        throw new Error(
          `${question.what}: ${answer.rows?.length} rows instead of ${question.rows}, of ${answer.records} records`,
        )
      if (question.isCapped && side === ours && !answer.recordsCapped)
        throw new Error(`${question.what}: ${answer.records} records, not capped`)
    }
    if (times.rounds === 0) continue
    const spreads = await measureInTurns(
      async () => void (await ask(question, ours)),
      async () => void (await ask(question, baseline)),
      times,
    )
    figures.push({ what: question.what, unit: 'ms', ...spreads, unjudged: question.unjudged })
    tell(`${question.what}: ${spreads.ours.median.toFixed(1)} ms against ${spreads.baseline.median.toFixed(1)} ms`)
  }
  return figures
}
