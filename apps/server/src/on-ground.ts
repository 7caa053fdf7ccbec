// Runs a command with a database and a ground, and closes both whatever happens. Only errors are logged; a command
// prints its result.
import pino from 'pino'
import { reasonOf } from './complaint.ts'
import { layGround } from './compose/ground.ts'
import type { Ground } from './compose/ground.ts'
import { readConfig } from './config.ts'
import { requireCenter, visitHome } from './data-folder.ts'

/**
 * Runs a command on its database and returns its exit code. Without a center there, it refuses, unless the command can
 * be the first on a new one.
 */
export type OnGround = (
  command: (ground: Ground) => Promise<number>,
  options?: { canBeFirst?: boolean | undefined },
) => Promise<number>

export const onGround: OnGround = async (command, { canBeFirst = false } = {}) => {
  const config = readConfig(process.env)
  if (!canBeFirst) await requireCenter(config)
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

/** Sets the exit code of the process to that of the command, and prints an error as complaint.ts words it. */
export async function exitWith(command: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await command()
  } catch (error) {
    console.error(reasonOf(error))
    process.exitCode = 1
  }
}
