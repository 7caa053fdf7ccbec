// What every operator command is made of, and how it answers: lines that a terminal can be trusted with, a sentence and
// 2 for what makes no sense.
import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'
import type { Ground } from './compose.ts'

export interface Command {
  usage: string
  summary: string
  options?: ParseArgsOptionsConfig
  run(ground: Ground, args: string[], options: Record<string, unknown>): Promise<number>
}

/** What was typed after the command's name; a sentence where an option is unknown or lacks its value. */
export function readArguments({ options = {} }: Pick<Command, 'options'>, args: readonly string[]) {
  try {
    // A negative amount would pass for an option.
    return parseArgs({
      args: args.map((text) => (/^-\d/.test(text) ? ` ${text}` : text)),
      allowPositionals: true,
      options,
    })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** A command enqueues; the running server delivers. */
export async function enqueueing<T>(ground: Ground, work: () => Promise<T>): Promise<T> {
  await ground.jobs.open([ground.mailer.job])
  try {
    return await work()
  } finally {
    await ground.jobs.stop()
  }
}

export const idOf = (text: string | undefined) =>
  text !== undefined && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined

/** What others wrote is shown without what a terminal would obey: nobody draws over an operator's lines. */
export function print(text: string): void {
  // oxlint-disable-next-line no-control-regex -- the point is to find control characters
  console.log(text.replace(/[\u0000-\u0009\u000B-\u001F\u007F-\u009F]/g, ' '))
}

export function wrong(sentence: string): number {
  console.error(sentence)
  return 2
}
