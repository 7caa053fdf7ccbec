// Mails to customers before their licenses end, for developers that switched them on: one mail per person, day and
// interval, to the user of an account license or the recipient of a code. The developer's promotion template carries
// it if it says what ends and when, or else the platform's own text. Part of the daily round.
import { DEFAULT_LOCALE, isEmail, reminderWindows } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Round, RoundPart } from '../../../kernel/daily-round.ts'
import { readConfig } from '../../../kernel/developer-config.ts'
import type { Mailer, Message } from '../../../kernel/mail/outbox.ts'
import { findDeveloper, findSuperAdministrator } from '../../developer/index.ts'
import type { Mailing } from '../../email-template/index.ts'
import { listDisplayNames } from '../../product/index.ts'
import { listHolders } from './ending.queries.ts'
import type { Holder } from './ending.queries.ts'

export interface CustomerReminderDeps {
  mailer: Pick<Mailer, 'queueMany'>
  mailing: Mailing
  languages: Record<Locale, Sentences>
  /** The address of the console. */
  baseUrl: () => string
}

/** Mails per statement. */
const STEP = 500

export function createCustomerReminders({ mailer, mailing, languages, baseUrl }: CustomerReminderDeps): RoundPart {
  async function writer(round: Round) {
    const row = (await readConfig(round, 'remindCustomers')) ? await findDeveloper(round) : undefined
    if (!row) return undefined
    const { developer, developer_profile: profile } = row
    const own = (await findSuperAdministrator(round.db, round.developerId))?.locale ?? DEFAULT_LOCALE
    const contact = profile?.contacts.find(({ email }) => email !== null)?.email ?? null
    const developerName = developer.displayName ?? developer.name
    const campaignUrl = profile?.website ?? baseUrl()
    const texts = {
      zh: await mailing.open(round, 'promotion', 'zh', 'licensesEnding'),
      en: await mailing.open(round, 'promotion', 'en', 'licensesEnding'),
    } satisfies Record<Locale, unknown>

    return function mailTo(holder: Holder, products: ReadonlyMap<number, string>): Message {
      const locale = holder.locale ?? own
      const stop = languages[locale](contact === null ? 'mail.licensesEnding.stop' : 'mail.licensesEnding.stopAt', {
        developer: developerName,
        contact: contact ?? '',
      })
      const values = {
        userName: holder.userName ?? holder.address,
        account: holder.address,
        developerName,
        productName: holder.licenseIds.map((id) => products.get(id) ?? String(id)).join(', '),
        expireTime: holder.day,
        campaignUrl,
      }
      return {
        developerId: round.developerId,
        kind: 'licensesEnding',
        to: holder.address,
        ...texts[locale](values, stop),
        about: [
          ...holder.licenseGuids.map((guid) => ({ kind: 'license' as const, guid })),
          ...(holder.userGuid === null ? [] : [{ kind: 'user' as const, guid: holder.userGuid }]),
        ],
        ...(contact !== null && { unsubscribe: contact }),
      }
    }
  }

  return {
    name: 'customers',
    async run(round) {
      const mailTo = await writer(round)
      if (!mailTo) return
      for (const period of reminderWindows(round.now, round.timeZone, round.lastDay)) {
        let after: Holder | undefined
        do {
          const holders = await listHolders(round, { period, timeZone: round.timeZone, after, limit: STEP })
          const products = await listDisplayNames(
            round,
            holders.flatMap(({ licenseIds }) => licenseIds),
          )
          const reachable = holders.filter(({ address }) => isEmail(address))
          await mailer.queueMany(
            round.db,
            reachable.map((holder) => mailTo(holder, products)),
          )
          after = holders.length < STEP ? undefined : holders.at(-1)
        } while (after)
      }
    },
  }
}
