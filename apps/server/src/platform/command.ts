// The parts that all operator commands share: reading arguments, printing lines that are safe for a terminal, and exit
// code 2 with a sentence for wrong usage.
import { parseArgs } from 'node:util'
import type { ParseArgsOptionsConfig } from 'node:util'
import type { Ground } from '../compose/ground.ts'

export interface Command {
  usage: string
  summary: string
  options?: ParseArgsOptionsConfig
  /** Makes a center where there is none yet. Other commands refuse. */
  canBeFirst?: boolean
  run(ground: Ground, args: string[], options: Record<string, unknown>): Promise<number>
}

/** The arguments after the name of the command, or a sentence if an option is unknown or lacks its value. */
export function readArguments({ options = {} }: Pick<Command, 'options'>, args: readonly string[]) {
  try {
    // Without the space, a negative amount would count as an option.
    return parseArgs({
      args: args.map((text) => (/^-\d/.test(text) ? ` ${text}` : text)),
      allowPositionals: true,
      options,
    })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Lets a command enqueue messages. A running server delivers them. */
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

export const guidOf = (text: string | undefined) =>
  text !== undefined && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text.toLowerCase() : undefined

/** Replaces control and invisible characters, so that text of others cannot control or reorder what is shown. */
export function print(text: string): void {
  console.log(text.replace(/(?!\n)[\p{Cc}\p{Cf}]/gu, ' '))
}

export function wrong(sentence: string): number {
  console.error(sentence)
  return 2
}
