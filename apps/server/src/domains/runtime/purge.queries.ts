// SQL that ends and deletes old runtime rows, as the owner, for all developers.
import type pg from 'pg'

/** Deletes changes that every process has read. */
export async function forgetChanges(owner: pg.Pool, keptMs: number): Promise<void> {
  await owner.query('delete from runtime_change where at < clock_timestamp() - make_interval(secs => $1)', [
    keptMs / 1000,
  ])
}

/** Records the end of seats without a heartbeat in time. Counts of seats use the clock and do not depend on it. */
export async function endSeats(owner: pg.Pool, now: Date): Promise<void> {
  // Skips locked rows: the transaction with the lock ends the seat itself.
  await owner.query(
    `with over as (select developer_id, guid from seat where ended_at is null and until <= $1 for update skip locked)
     update seat s set ended_at = s.until, end_kind = 'lost' from over o
     where s.developer_id = o.developer_id and s.guid = o.guid`,
    [now],
  )
}

export async function purge(
  owner: pg.Pool,
  now: Date,
  { logDays, endedSeatDays }: { logDays: number; endedSeatDays: number },
): Promise<void> {
  await owner.query('delete from runtime_event where at < $1::timestamptz - make_interval(days => $2)', [now, logDays])
  await owner.query('delete from seat where ended_at < $1::timestamptz - make_interval(days => $2)', [
    now,
    endedSeatDays,
  ])
  await owner.query('delete from user_token where expires_at < $1', [now])
  // The row of an exchange stays: a repeated file must not be exchanged again.
  await owner.query('update exchange set answer = null where answer is not null and valid_until < $1', [now])
  await owner.query('delete from device_login where expires_at < $1', [now])
  await owner.query('delete from use_taken where taken_at < $1::timestamptz - make_interval(days => $2)', [
    now,
    logDays,
  ])
}

export async function listKeyOwners(owner: pg.Pool): Promise<number[]> {
  const { rows } = await owner.query<{ developer_id: number }>(
    "select distinct developer_id from signing_key where kind = 'lease' order by 1",
  )
  return rows.map(({ developer_id: developerId }) => developerId)
}
