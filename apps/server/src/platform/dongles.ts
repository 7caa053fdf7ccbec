// The operator command that registers dongles.
import { openAsBlob } from 'node:fs'
import { REGISTER_COLUMNS } from '@sealwright/contract'
import type { Ground } from '../compose/ground.ts'
import { missingColumns, problemText, readRegistrations, registerDongles } from '../domains/dongle/index.ts'
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

/** The developer who gets the dongles, or why there is none. Undefined if there are several. */
async function holderOf({ database }: Ground, id: number | undefined): Promise<number | string | undefined> {
  const { rows } = await database.owner.query<{ id: number }>(
    'select id from developer where $1::bigint is null or id = $1 order by id limit 2',
    [id ?? null],
  )
  const [one, other] = rows
  if (!one) return id === undefined ? 'There is no developer.' : `There is no developer ${id}.`
  return other ? undefined : one.id
}

export const DONGLE_COMMANDS: Record<string, Command> = {
  'register-dongles': {
    usage: 'register-dongles FILE [--developer ID | --stock]',
    options: { developer: { type: 'string' }, stock: { type: 'boolean' } },
    summary:
      `Registers the dongles of a CSV file (${REGISTER_COLUMNS.join()}) for a ` +
      'developer; --developer may be left out if there is only one. With --stock, no developer gets them yet. ' +
      'All of them, or none if one is wrong.',
    async run(ground, [path], options) {
      if (!path) return wrong('register-dongles needs a CSV file.')
      const { developer } = options
      const id = typeof developer === 'string' ? idOf(developer) : undefined
      if (developer !== undefined && id === undefined) return wrong('--developer takes the id of a developer.')
      if (options['stock'] === true && id !== undefined) return wrong('Give either --developer or --stock.')
      const holder = options['stock'] === true ? null : await holderOf(ground, id)
      if (typeof holder === 'string') {
        print(holder)
        return 1
      }
      if (holder === undefined) return wrong('There are several developers: name one with --developer ID.')
      const rows = await rowsOf(path)
      if (!rows) {
        print(`The file ${path} cannot be read.`)
        return 1
      }
      const missing = missingColumns(rows)
      const read = readRegistrations(rows, ground.clock.now())
      const unread =
        missing.length > 0
          ? `The first line must name the columns: ${missing.join(', ')} missing.`
          : read.dongles.length === 0
            ? 'The file has no dongles.'
            : undefined
      if (unread !== undefined) {
        print(`${unread} Nothing was registered.`)
        return 1
      }
      const done = read.problems.length > 0 ? read : await registerDongles(ground, holder, read.dongles)
      if ('problems' in done) {
        for (const problem of done.problems.slice(0, PROBLEMS_SHOWN)) print(problemText(ground.languages.en, problem))
        const more = done.problems.length - PROBLEMS_SHOWN
        print(`${more > 0 ? `And ${more} more. ` : ''}Nothing was registered.`)
        return 1
      }
      print(
        `${holder === null ? 'Stock' : `Developer ${holder}`}: ${done.added} ` +
          `${done.added === 1 ? 'dongle' : 'dongles'} registered` +
          (done.known > 0 ? `, ${done.known} ${done.known === 1 ? 'was' : 'were'} registered already.` : '.'),
      )
      return 0
    },
  },
}
