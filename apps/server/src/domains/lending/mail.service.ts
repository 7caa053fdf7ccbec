// The mails about lending: the link of a lending administrator (type 3) and the code of a borrower (type 4). They are
// written in the language of whoever causes them, because the center does not know that of the reader.
import { CODE_PAGE, pageInMessage, shownCode } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import { shownMoment } from '../../kernel/moment.ts'
import { findDeveloper } from '../developer/index.ts'
import type { Mailing } from '../email-template/index.ts'
import { listNamed } from '../license/index.ts'
import { listDisplayNames } from '../product/index.ts'
import type { Tenant } from './lending.kind.ts'
import type { Lending, LendingAdmin } from './lending.tables.ts'

export interface LendingMailDeps {
  mailer: Pick<Mailer, 'queue'>
  mailing: Mailing
  /** The URL of this center, without a trailing slash. */
  baseUrl: () => string
}

export function createLendingMails({ mailer, mailing, baseUrl }: LendingMailDeps) {
  async function send(
    tenant: Tenant,
    type: 'lendingAdmin' | 'lendingCode',
    { licenseGuid, to, locale, until }: { licenseGuid: string; to: string; locale: Locale; until: Date },
    values: { lendingLink: string; account: string } | { lendingCode: string },
  ): Promise<void> {
    const { db, developerId } = tenant
    const found = await findDeveloper(tenant)
    const license = (await listNamed(tenant, [licenseGuid])).get(licenseGuid)
    if (!found || !license) throw new Error('a lending without a developer or a license')
    const { developer } = found
    const names = await listDisplayNames(tenant, [license.content.licenseId])
    const compose = await mailing.open(tenant, type, locale)
    await mailer.queue(db, {
      developerId,
      kind: type,
      to,
      ...compose({
        developerName: developer.displayName ?? developer.name,
        productName: names.get(license.content.licenseId) ?? license.productName,
        expireTime: shownMoment(until, locale, developer.timeZone),
        ...values,
      }),
      about: [{ kind: 'license', guid: licenseGuid }],
    })
  }

  return {
    sendLink: (
      tenant: Tenant,
      { licenseGuid, email }: Pick<LendingAdmin, 'licenseGuid' | 'email'>,
      { link, until, locale }: { link: string; until: Date; locale: Locale },
    ) =>
      send(
        tenant,
        'lendingAdmin',
        { licenseGuid, to: email, locale, until },
        { account: email, lendingLink: `${baseUrl()}${pageInMessage(CODE_PAGE, locale, link)}` },
      ),
    sendCode: (
      tenant: Tenant,
      { licenseGuid, code, dueAt }: Pick<Lending, 'licenseGuid' | 'code' | 'dueAt'>,
      { to, locale }: { to: string; locale: Locale },
    ) => send(tenant, 'lendingCode', { licenseGuid, to, locale, until: dueAt }, { lendingCode: shownCode(code) }),
  }
}

export type LendingMails = ReturnType<typeof createLendingMails>
