// The operator command that prints the keys for a developer's programs.
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { findDeveloperOf } from '../domains/identity/index.ts'
import { readProgramKeys } from '../domains/runtime/index.ts'
import { idOf, print, wrong } from './command.ts'
import type { Command } from './command.ts'

export const RUNTIME_COMMANDS: Record<string, Command> = {
  'program-keys': {
    usage: 'program-keys DEVELOPER_ID|ACCOUNT [--json] [--file PATH]',
    options: { json: { type: 'boolean' }, file: { type: 'string' } },
    summary:
      'Prints the developer id, the API password and the root key that the programs of a developer need, ' +
      'or writes them to a file for the demo program.',
    async run(ground, [who], options) {
      if (!who) return wrong('program-keys needs the id of a developer, or an account of one.')
      const developerId =
        idOf(who.length < 11 ? who : undefined) ?? (await ground.database.asOwner((db) => findDeveloperOf(db, who)))
      const keys = developerId === undefined ? undefined : await readProgramKeys(ground, developerId)
      if (!keys) {
        print(`There is no developer ${who}.`)
        return 1
      }
      const text = JSON.stringify(keys, null, 2)
      const { file } = options
      if (typeof file === 'string') {
        await mkdir(dirname(resolve(file)), { recursive: true })
        await writeFile(file, `${text}\n`, { mode: 0o600 })
        print(`Written to ${file}.`)
      } else
        print(
          options['json']
            ? text
            : [
                `Developer id  ${keys.developerId}`,
                `API password  ${keys.apiPassword}`,
                `Root key      ${keys.rootKey}`,
                `Exchange key  ${keys.exchangeKey}`,
              ].join('\n'),
        )
      return 0
    },
  },
}
