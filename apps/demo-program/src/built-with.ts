// What a vendor builds its program with: the developer id, the API password and the root key. A real program has them
// inside; this one takes them from a file, else asks the center of this folder for those of its demo developer, by the
// operator's command, which works beside a running center.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SealwrightOptions } from '@sealwright/sdk'
import type { Words } from './words.ts'

export type BuiltWith = Pick<SealwrightOptions, 'apiPassword' | 'developerId' | 'rootKey'>

/** A sentence for whoever started the program. */
export class Mistake extends Error {}

const PLATFORM = join(import.meta.dirname, '../../server/src/platform.ts')
const DEMO = 'demo@sealwright.example'

/** Throws a `Mistake` where there is neither a file nor a center. */
export async function readBuiltWith(file: string | undefined, words: Words): Promise<BuiltWith> {
  return file === undefined ? (JSON.parse(await askCenter(words)) as BuiltWith) : readKeys(file, words) // what the command prints
}

function readKeys(file: string, words: Words): BuiltWith {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BuiltWith // written by the same command; the SDK checks it
  } catch {
    throw new Mistake(words.unreadableKeys + file)
  }
}

async function askCenter(words: Words): Promise<string> {
  // The command would make a center where there is none.
  if (process.env['DATABASE_URL'] === undefined && !existsSync(process.env['SEALWRIGHT_DATA_DIR'] ?? '.data'))
    throw new Mistake(words.noCenter)
  try {
    return (
      await promisify(execFile)(process.execPath, [
        '--disable-warning=ExperimentalWarning',
        PLATFORM,
        'program-keys',
        DEMO,
        '--json',
      ])
    ).stdout
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string } // of a command that ended with a number
    throw new Mistake(`${stdout}${stderr}`.trim())
  }
}
