// The operator command for a developer whose own settings keep everybody out.
import { clearNetworks } from './domains/config/index.ts'
import { findDeveloperOf } from './domains/identity/index.ts'
import { idOf, print, wrong } from './platform-command.ts'
import type { Command } from './platform-command.ts'

export const CONFIG_COMMANDS: Record<string, Command> = {
  'clear-networks': {
    usage: 'clear-networks DEVELOPER_ID|ACCOUNT',
    summary:
      'Clears the networks from which the administrators of a developer may sign in, so that all networks are ' +
      'allowed again.',
    async run(ground, [who]) {
      if (!who) return wrong('clear-networks needs the id of a developer, or an account of one.')
      const developerId =
        idOf(who.length < 11 ? who : undefined) ?? (await ground.database.asOwner((db) => findDeveloperOf(db, who)))
      if (developerId === undefined) {
        print(`There is no developer ${who}.`)
        return 1
      }
      const isCleared = await clearNetworks(ground, developerId)
      print(
        isCleared
          ? `Administrators of developer ${developerId} can sign in from every network now.`
          : `Developer ${developerId} allows every network already.`,
      )
      return 0
    },
  },
}
