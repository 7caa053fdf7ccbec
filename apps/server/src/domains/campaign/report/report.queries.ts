// The SQL of reports. The caller must have found the campaign first.
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Scope } from '../../../kernel/scope.ts'
import { campaignSource } from '../campaign.tables.ts'

type Within = Pick<Scope, 'db' | 'developerId'>

/** The counters of a campaign, exact for committed rows. */
export async function listNumbers({ db }: Within, campaignGuid: string) {
  const { rows } = await db.execute<{ name: string; value: number }>(
    sql`select name, value from campaign_numbers(${campaignGuid}::uuid)`,
  )
  return rows
}

/** The values behind these numbers. */
export async function listSources({ db, developerId }: Within, campaignGuid: string, numbers: readonly number[]) {
  if (numbers.length === 0) return []
  return db
    .select({ n: campaignSource.n, source: campaignSource.source, value: campaignSource.value })
    .from(campaignSource)
    .where(
      and(
        eq(campaignSource.developerId, developerId),
        eq(campaignSource.campaignGuid, campaignGuid),
        inArray(campaignSource.n, [...numbers]),
      ),
    )
}
