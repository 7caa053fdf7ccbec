// Confirms to a user that their account is active, in the words of the developer that invited them.
import type { Mailer } from '../../kernel/mail/outbox.ts'
import { findDeveloper } from '../developer/index.ts'
import type { Mailing } from '../email-template/index.ts'
import type { ConfirmActivation } from '../identity/index.ts'
import { findUserOfAccount } from './user.queries.ts'

export const createUserActivation =
  ({ mailer, mailing }: { mailer: Mailer; mailing: Mailing }): ConfirmActivation =>
  async (of, { accountId, address, locale }) => {
    const user = await findUserOfAccount(of.db, of.developerId, accountId)
    const developer = (await findDeveloper(of))?.developer
    // The developer may have deleted the user since the invitation.
    if (!user || !developer) return
    const compose = await mailing.open(of, 'registration', locale)
    await mailer.queue(of.db, {
      developerId: of.developerId,
      kind: 'registration',
      to: address,
      about: [{ kind: 'user', guid: user.guid }],
      ...compose({
        developerName: developer.displayName ?? developer.name,
        account: address,
        userName: user.userName ?? address,
      }),
    })
  }
