// The SQL of promotion mails: who got one, and who wants none.
import { LIMITS } from '@sealwright/contract'
import { and, count, eq, gt, gte, inArray, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Scope } from '../../../kernel/scope.ts'
import { campaignMail, mailRefusal } from '../campaign.tables.ts'

type Within = Pick<Scope, 'db' | 'developerId'>

/** The users among these who got a mail of the campaign. */
export async function listMailed(
  { db, developerId }: Within,
  campaignGuid: string,
  userGuids: readonly string[],
): Promise<Set<string>> {
  const rows = await db
    .select({ userGuid: campaignMail.userGuid })
    .from(campaignMail)
    .where(
      and(
        eq(campaignMail.developerId, developerId),
        eq(campaignMail.campaignGuid, campaignGuid),
        inArray(campaignMail.userGuid, [...userGuids]),
      ),
    )
  return new Set(rows.map(({ userGuid }) => userGuid))
}

/** The users among these who got as many promotion mails since then as a user gets. */
export async function listSated(
  { db, developerId }: Within,
  userGuids: readonly string[],
  since: Date,
): Promise<Set<string>> {
  const rows = await db
    .select({ userGuid: campaignMail.userGuid })
    .from(campaignMail)
    .where(
      and(
        eq(campaignMail.developerId, developerId),
        inArray(campaignMail.userGuid, [...userGuids]),
        gt(campaignMail.sentAt, since),
      ),
    )
    .groupBy(campaignMail.userGuid)
    .having(gte(count(), LIMITS.campaign.mailsADay))
  return new Set(rows.map(({ userGuid }) => userGuid))
}

/** Notes a mail to each of these users and answers those who had none before. Two tasks cannot both get a user. */
export async function claimMails(
  { db, developerId }: Within,
  campaignGuid: string,
  userGuids: readonly string[],
  sentAt: Date,
): Promise<Set<string>> {
  if (userGuids.length === 0) return new Set()
  const rows = await db
    .insert(campaignMail)
    // In one order: two tasks could otherwise deadlock.
    .values([...userGuids].toSorted().map((userGuid) => ({ developerId, campaignGuid, userGuid, sentAt })))
    .onConflictDoNothing()
    .returning({ userGuid: campaignMail.userGuid })
  return new Set(rows.map(({ userGuid }) => userGuid))
}

/** The addresses among these that want no promotion mails of the developer. */
export async function listRefusals({ db, developerId }: Within, addresses: readonly string[]): Promise<Set<string>> {
  if (addresses.length === 0) return new Set()
  const rows = await db
    .select({ address: mailRefusal.address })
    .from(mailRefusal)
    .where(and(eq(mailRefusal.developerId, developerId), inArray(mailRefusal.address, [...addresses])))
  return new Set(rows.map(({ address }) => address))
}

export async function setRefusal(
  { db, developerId }: Within,
  address: string,
  isRefused: boolean,
  at: Date,
): Promise<void> {
  if (isRefused) await db.insert(mailRefusal).values({ developerId, address, at }).onConflictDoNothing()
  else
    await db
      .delete(mailRefusal)
      .where(and(eq(mailRefusal.developerId, developerId), sql`${mailRefusal.address} = ${address}`))
}

/** Whether the recipient of a mail in the outbox wants no promotion mails. For the sending job, which is the owner. */
export async function isRefusedMail(
  owner: pg.Pool,
  mail: { kind: string; developer_id: number | null; recipient: string },
): Promise<boolean> {
  if (mail.kind !== 'promotion') return false
  const { rows } = await owner.query('select from mail_refusal where developer_id = $1 and address = lower($2)', [
    mail.developer_id,
    mail.recipient,
  ])
  return rows.length > 0
}
