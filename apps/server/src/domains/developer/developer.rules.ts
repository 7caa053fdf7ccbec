// Pure decisions about developers: how a payload becomes a row, and what the operation log keeps of it.
import { createHash } from 'node:crypto'
import type { DeveloperContact } from '@sealwright/contract'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import type { Contact, DeveloperProfile, FormalApplication } from './developer.tables.ts'

/** What people edit: the profile, and the display name, which is stored with the developer. */
export type Information = Pick<DeveloperProfile, 'website' | 'brief' | 'introduction' | 'logo' | 'contacts'> & {
  displayName: string | null
}

export function keptContacts(given: readonly DeveloperContact[] | null): Contact[] {
  return (given ?? []).map(({ name, title, phone, email }) => ({
    name,
    title: title ?? null,
    phone: phone ?? null,
    email: email ?? null,
  }))
}

const contactText = ({ name, title, phone, email }: Contact) =>
  [name, title, phone, email].filter((part) => part !== null).join(' · ')

/**
 * The facts for the log. A picture is identified by its size and the start of its digest, so that another picture of
 * the same size shows as a change.
 */
export function informationFacts(row: Information): LoggedFacts {
  return {
    displayName: row.displayName,
    website: row.website,
    brief: row.brief,
    introduction: row.introduction,
    logo: row.logo
      ? `PNG · ${row.logo.length} B · ${createHash('sha256').update(row.logo).digest('hex').slice(0, 8)}`
      : null,
    contacts: row.contacts.map(contactText).join('; ') || null,
  }
}

export function applicationFacts(
  row: Pick<FormalApplication, 'companyName' | 'contactName' | 'contactPhone' | 'contactEmail' | 'statement'>,
): LoggedFacts {
  const { companyName, contactName, contactPhone, contactEmail, statement } = row
  return { companyName, contactName, contactPhone, contactEmail, statement }
}
