// A virtual dongle of a developer, with its command line, and the demo program that runs from it.
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { developerCalls, identityCalls, signingKeyCalls } from '@sealwright/contract'
import { PASSWORD } from '@sealwright/testkit/password'
import { fromEnvironment } from './fixtures.ts'
import type { Actor } from './people.ts'

const ROOT = join(import.meta.dirname, '../../apps')
const QUIET = '--disable-warning=ExperimentalWarning'
const run = promisify(execFile)
const env = { PATH: process.env['PATH'] }

interface Said {
  code: number
  output: string
}

export interface VirtualDongle {
  shell: string
  /** Runs a command of the dongle. */
  do(...args: string[]): Promise<Said>
  /** Starts the demo program, and ends it once it runs. Answers its words and its exit code. */
  runProgram(isRunning: string): Promise<Said>
  close(): Promise<void>
}

/** Makes a dongle and registers it. */
export async function makeDongle(vendor: Actor, url: string): Promise<VirtualDongle> {
  // Systems limit the path of a socket, so the folder has a short name.
  const folder = await mkdtemp(join(tmpdir(), 'sw-'))
  const { call, developerId } = vendor
  await call(identityCalls.confirm, { password: PASSWORD })
  const { apiPassword } = await call(developerCalls.revealApiPassword, {})
  const { rootKey, exchangeKey } = await call(signingKeyCalls.find, {})
  const keys = join(folder, 'keys.json')
  await writeFile(keys, JSON.stringify({ developerId: Number(developerId), rootKey, exchangeKey, apiPassword }))
  const shell = `99${developerId.padStart(9, '0')}`
  const csv = join(folder, 'dongles.csv')
  const places = ['--folder', join(folder, 'd'), '--language', 'zh']
  const command = async (...args: string[]): Promise<Said> => {
    const given = [QUIET, join(ROOT, 'dongle/src/main.ts'), ...args, ...places]
    const ended = await run(process.execPath, given, { env }).catch(
      (error: { code: number; stdout: string; stderr: string }) => error, // what `execFile` rejects with
    )
    return { code: 'code' in ended ? ended.code : 0, output: ended.stdout + ended.stderr }
  }
  const made = await command('make', '--keys', keys, '--shell', shell, '--csv', csv)
  if (made.code !== 0) throw new Error(made.output)
  await run(
    process.execPath,
    [QUIET, join(ROOT, 'server/src/platform.ts'), 'register-dongles', csv, '--developer', developerId],
    { env: { ...env, SEALWRIGHT_DATA_DIR: fromEnvironment('SEALWRIGHT_E2E_FOLDER') } },
  )
  return {
    shell,
    do: (name, ...args) =>
      command(name, ...args, ...(['activate', 'fetch', 'report'].includes(name) ? ['--keys', keys, '--url', url] : [])),
    runProgram: async (isRunning) => {
      const program = spawn(
        process.execPath,
        [
          QUIET,
          join(ROOT, 'demo-program/src/main.ts'),
          '--dongle',
          '--dongles',
          join(folder, 'd'),
          '--keys',
          keys,
          '--every',
          '0.2',
          '--language',
          'zh',
        ],
        { env, stdio: ['ignore', 'pipe', 'pipe'] },
      )
      let output = ''
      const read = (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes(isRunning)) program.kill('SIGTERM')
      }
      program.stdout.on('data', read)
      program.stderr.on('data', read)
      const [code] = (await once(program, 'close')) as [number] // the exit code comes first
      return { code, output }
    },
    close: async () => {
      await command('unplug')
      await rm(folder, { recursive: true, force: true })
    },
  }
}
