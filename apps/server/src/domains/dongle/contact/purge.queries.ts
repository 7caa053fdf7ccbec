// SQL that deletes what has ended, as the owner, for all developers.
import type pg from 'pg'

/**
 * Deletes files that no lock can take any more. The rows of packages stay. A contact is deleted later, because its
 * operations explain a late result. After that, `last_seq` of the lock still refuses its request.
 */
export async function purgeFiles(owner: pg.Pool, now: Date, contactDays: number): Promise<void> {
  await owner.query('update dongle_package set file = null where file is not null and valid_until < $1', [now])
  await owner.query('update dongle_contact set file = null where file is not null and valid_until < $1', [now])
  await owner.query('delete from dongle_contact where valid_until < $1::timestamptz - make_interval(days => $2)', [
    now,
    contactDays,
  ])
}

/** Notes licenses whose end has passed, at most so many. */
export async function expireLicenses(owner: pg.Pool, now: Date, most: number): Promise<number> {
  const { rows } = await owner.query<{ n: number }>('select expire_dongle_licenses($1, $2) as n', [now, most])
  return rows[0]?.n ?? 0
}
