// SQL of the mails at issue.
import type { Locale } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'

/** The languages of accounts, by their address. */
export async function listLocales(db: Db, addresses: readonly string[]): Promise<Map<string, Locale>> {
  const { rows } = await db.execute<{ address: string; locale: Locale }>(sql`
    select email as address, locale from account where email = any (${sql.param([...addresses])}::text[])
    union all
    select mobile, locale from account where mobile = any (${sql.param([...addresses])}::text[])`)
  return new Map(rows.map(({ address, locale }) => [address, locale]))
}
