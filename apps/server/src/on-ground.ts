// What every command runs in: a database that is visited or opened, the ground on it, and both closed whatever happens.
// Errors alone are logged: a command's answer is what it prints.
import pino from 'pino'
import { reasonOf } from './complaint.ts'
import { layGround } from './compose.ts'
import type { Ground } from './compose.ts'
import { readConfig } from './config.ts'
import { visitHome } from './data-folder.ts'

/** Runs a command where its database is, and answers its exit code. */
export type OnGround = (command: (ground: Ground) => Promise<number>) => Promise<number>

export const onGround: OnGround = async (command) => {
  const config = readConfig(process.env)
  const log = pino({ level: 'error' }, pino.destination(2))
  const home = await visitHome(config, log)
  try {
    const ground = await layGround(config, home.url, log)
    try {
      return await command(ground)
    } finally {
      await ground.close()
    }
  } finally {
    await home.close()
  }
}

/** Ends the process with what the command answers; a mistake of the surroundings is told in a sentence. */
export async function exitWith(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command()
  } catch (error) {
    console.error(reasonOf(error))
    process.exitCode = 1
  }
}
