// Mails to users about licenses that were issued to them, if the developer's settings say so. Written in the
// transaction that puts the licenses in force. Codes have no user: they are delivered by hand or by mail.
import type { Locale } from '@sealwright/contract'
import { DEFAULT_LOCALE } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { readConfig } from '../../../kernel/developer-config.ts'
import type { Mailer } from '../../../kernel/mail/outbox.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { listDisplayNames } from '../../product/index.ts'
import { termText } from '../delivery/wording.rules.ts'
import { endOrNull } from '../license.rules.ts'
import type { License } from '../license.tables.ts'
import { listLocales } from './issue-mail.queries.ts'

export interface IssueMailDeps {
  mailer: Pick<Mailer, 'queueMany'>
  languages: Record<Locale, Sentences>
}

type Told = Pick<License, 'guid' | 'userGuid' | 'account'>
type Terms = Parameters<typeof termText>[1]

/** Tells the users of these licenses, which share their terms. */
export type TellIssued = (
  scope: Scope,
  rows: readonly Told[],
  of: { licenseIds: readonly number[]; terms: Terms; isPreIssued: boolean; expiresAt: Date },
) => Promise<void>

export function createIssueMail({ mailer, languages }: IssueMailDeps): TellIssued {
  return async (scope, rows, { licenseIds, terms, isPreIssued, expiresAt }) => {
    const told = rows.flatMap(({ guid, userGuid, account }) =>
      account === null || userGuid === null ? [] : [{ guid, userGuid, account }],
    )
    if (told.length === 0 || !(await readConfig(scope, 'mailAtIssue'))) return
    const { developer } = scope.caller
    const names = await listDisplayNames(scope, licenseIds)
    const locales = await listLocales(
      scope.db,
      told.map(({ account }) => account),
    )
    const end = endOrNull(expiresAt)
    const product = licenseIds.map((id) => names.get(id) ?? String(id)).join(', ')
    await mailer.queueMany(
      scope.db,
      told.map(({ guid, userGuid, account }) => {
        const say = languages[locales.get(account) ?? DEFAULT_LOCALE]
        const term = termText(say, terms, isPreIssued, developer.timeZone, { end, isUsed: false })
        const params = { developer: developer.displayName, product, account, term }
        return {
          developerId: scope.developerId,
          kind: 'licenseIssued',
          to: account,
          subject: say('mail.licenseIssued.subject', params),
          body: say('mail.licenseIssued.body', params),
          text: say('mail.licenseIssued.text', params),
          about: [
            { kind: 'license' as const, guid },
            { kind: 'user' as const, guid: userGuid },
          ],
        }
      }),
    )
  }
}
