// SQL that writes the runtime log.
import { sql } from 'drizzle-orm'
import type { Db } from '../../../kernel/db/database.ts'
import { runtimeEvent } from '../runtime.tables.ts'
import type { NewEvent } from '../runtime.tables.ts'

export async function insertEvent(db: Db, row: NewEvent): Promise<void> {
  await db.insert(runtimeEvent).values(row)
}

/** Adds repetitions to a recorded refusal. */
export async function addTimes(db: Db, developerId: number, guid: string, times: number, at: Date): Promise<void> {
  await db.execute(
    sql`update runtime_event set times = times + ${times}::int, at = ${at}::timestamptz
      where developer_id = ${developerId} and guid = ${guid}::uuid`,
  )
}
