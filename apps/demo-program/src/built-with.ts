// The values that a developer builds into a program: developer id, API password, root key and exchange key. A real
// program contains them. The demo program reads them from a file or, by default, gets those of the demo developer from
// the center in this folder through an operator command, which also works while the center runs.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { SealwrightOptions } from '@sealwright/sdk'
import type { Words } from './words.ts'

export type BuiltWith = Pick<SealwrightOptions, 'apiPassword' | 'developerId' | 'exchangeKey' | 'rootKey'>

/** A mistake of the user, with a message. */
export class Mistake extends Error {}

const PLATFORM = join(import.meta.dirname, '../../server/src/platform.ts')
const DEMO = 'demo@sealwright.example'

/** Throws a `Mistake` if there is neither a file nor a center. */
export async function readBuiltWith(file: string | undefined, words: Words): Promise<BuiltWith> {
  return file === undefined ? (JSON.parse(await askCenter(words)) as BuiltWith) : readKeys(file, words) // printed JSON
}

function readKeys(file: string, words: Words): BuiltWith {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as BuiltWith // from the same command; the SDK checks it
  } catch {
    throw new Mistake(words.unreadableKeys + file)
  }
}

async function askCenter(words: Words): Promise<string> {
  // Without this check, the command would create a new center.
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
    const { stdout, stderr } = error as { stdout: string; stderr: string } // a command that failed
    throw new Mistake(`${stdout}${stderr}`.trim())
  }
}
