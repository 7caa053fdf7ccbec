// The senders as the outbox uses them: the default sender of a developer, and what became of its last mail.
import { LIMITS } from '@sealwright/contract'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import type { Senders } from '../../kernel/mail/delivery.ts'
import type { SmtpServer } from '../../kernel/mail/smtp.ts'
import type { Notify } from '../../kernel/notify.ts'
import * as queries from './sender.queries.ts'
import type { Sender } from './sender.tables.ts'

const PURPOSE = 'sender'

export const sealPassword = (box: SecretBox, password: string) => box.seal(PURPOSE, Buffer.from(password))

export const serverOf = (box: SecretBox, { host, port, tls, smtpUser, password }: Sender): SmtpServer => ({
  host,
  port,
  tls,
  user: smtpUser,
  password: password && box.open(PURPOSE, password).toString(),
})

export function createSenders(deps: { database: Database; clock: Clock; box: SecretBox; notify: Notify }): Senders {
  const { database, clock, box, notify } = deps
  return {
    findDefault(developerId) {
      return database.inTenant(developerId, 'read', async (db) => {
        const row = await queries.findDefault({ db, developerId })
        if (!row) return undefined
        const { guid, revision, email, name, failedAt } = row
        const restMs = LIMITS.sender.restSeconds * 1_000
        return {
          ...serverOf(box, row),
          developerId,
          guid,
          revision,
          email,
          name,
          isProven: row.failingSince === null && row.verifiedAt !== null,
          isResting: failedAt !== null && clock.now().getTime() - failedAt.getTime() < restMs,
        }
      })
    },
    markFailing({ developerId, ...sender }, { problem, said }) {
      return database.inTenant(developerId, 'write', async (db) => {
        const now = clock.now()
        if (await queries.markFailing({ db, developerId }, sender, { problem, said, at: now }))
          await notify(
            { db, developerId, now },
            { kind: 'senderFailing', link: '/addresserList', params: { email: sender.email, problem } },
          )
      })
    },
    markWorking({ developerId, ...sender }) {
      return database.inTenant(developerId, 'write', (db) =>
        queries.markWorking({ db, developerId }, sender, clock.now()),
      )
    },
  }
}
