// The operator command that registers dongles.
import { openAsBlob } from 'node:fs'
import { REGISTER_COLUMNS } from '@sealwright/contract'
import { registerDongles, readRegistrations } from '../domains/dongle/index.ts'
import { SheetProblem, readSheet } from '../kernel/sheets/sheets.ts'
import { idOf, print, wrong } from './command.ts'
import type { Command } from './command.ts'

const LIMITS_OF_FILE = { rows: 100_001, unpackedBytes: 64 * 1024 * 1024, cellMax: 200 }
/** The rest is counted. */
const PROBLEMS_SHOWN = 50

/** The rows of a file, or undefined if it cannot be read. */
async function rowsOf(path: string): Promise<string[][] | undefined> {
  try {
    const file = new File([await openAsBlob(path)], 'dongles.csv')
    const rows: string[][] = []
    for await (const row of readSheet(file, LIMITS_OF_FILE)) rows.push(row)
    return rows
  } catch (error) {
    if (error instanceof SheetProblem || (error instanceof Error && 'code' in error)) return undefined
    throw error
  }
}

export const DONGLE_COMMANDS: Record<string, Command> = {
  'register-dongles': {
    usage: 'register-dongles FILE [--developer ID]',
    options: { developer: { type: 'string' } },
    summary:
      `Registers the dongles of a CSV file (${REGISTER_COLUMNS.join()}) for a ` +
      'developer; --developer may be left out if there is only one. All of them, or none if one is wrong.',
    async run(ground, [path], options) {
      if (!path) return wrong('register-dongles needs a CSV file.')
      const { developer } = options
      const id = typeof developer === 'string' ? idOf(developer) : undefined
      if (developer !== undefined && id === undefined) return wrong('--developer takes the id of a developer.')
      const { rows: developers } = await ground.database.owner.query<{ id: string }>(
        'select id from developer where $1::bigint is null or id = $1 order by id limit 2',
        [id ?? null],
      )
      const [one, other] = developers
      if (!one) {
        print(id === undefined ? 'There is no developer.' : `There is no developer ${id}.`)
        return 1
      }
      if (other) return wrong('There are several developers: name one with --developer ID.')
      const rows = await rowsOf(path)
      if (!rows) {
        print(`The file ${path} cannot be read.`)
        return 1
      }
      const read = readRegistrations(rows, ground.clock.now())
      const done = 'problems' in read ? read : await registerDongles(ground, Number(one.id), read.dongles)
      if ('problems' in done) {
        for (const problem of done.problems.slice(0, PROBLEMS_SHOWN)) print(problem)
        const more = done.problems.length - PROBLEMS_SHOWN
        print(`${more > 0 ? `And ${more} more. ` : ''}Nothing was registered.`)
        return 1
      }
      print(
        `Developer ${one.id}: ${done.added} ${done.added === 1 ? 'dongle' : 'dongles'} registered` +
          (done.known > 0 ? `, ${done.known} ${done.known === 1 ? 'was' : 'were'} registered already.` : '.'),
      )
      return 0
    },
  },
}
