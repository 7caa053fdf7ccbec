// Who may register as a developer: anyone, holders of an invitation code, or nobody. Keeps which terms they accepted.
import type { RegistrationMode } from '@sealwright/contract'
import type { Db } from '../../kernel/db/database.ts'
import { Refusal } from '../../kernel/refusal.ts'
import * as queries from './center.queries.ts'

/** As people type it: in any case, with spaces or hyphens. */
const normalized = (code: string) => code.toUpperCase().replace(/[\s-]/g, '')

const closed = () => new Refusal('center.registrationClosed')
const invalid = () => new Refusal('center.invitationInvalid', { field: 'invitationCode' })

export interface Door {
  registration: RegistrationMode
  termsVersion: number | undefined
}

export async function readDoor(db: Db): Promise<Door> {
  const [{ registration }, terms] = [await queries.readSettings(db), await queries.findTerms(db)]
  return { registration, termsVersion: terms && terms.zh !== '' ? terms.version : undefined }
}

/** Refuses early, before a code is sent or a password hashed. */
export async function requireRegistration(db: Db): Promise<void> {
  if ((await readDoor(db)).registration === 'closed') throw closed()
}

export interface Registrant {
  invitationCode?: string | undefined
  termsVersion?: number | undefined
}

/** In the transaction that founds the developer: uses up the code and keeps the consent. */
export async function admitDeveloper(
  db: Db,
  developerId: number,
  { invitationCode, termsVersion }: Registrant,
  now: Date,
): Promise<void> {
  const door = await readDoor(db)
  if (door.registration === 'closed') throw closed()
  if (door.registration === 'invitation') {
    if (invitationCode === undefined) throw new Refusal('center.invitationNeeded', { field: 'invitationCode' })
    if (!(await queries.useInvitation(db, normalized(invitationCode), developerId, now))) throw invalid()
  }
  if (door.termsVersion === undefined) return
  if (termsVersion !== undefined && termsVersion !== door.termsVersion)
    throw new Refusal('center.termsChanged', { field: 'acceptTerms' })
  await queries.insertConsent(db, developerId, door.termsVersion, now)
}
