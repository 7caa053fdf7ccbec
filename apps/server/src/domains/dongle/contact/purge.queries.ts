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

/** A row is looked at in the days after it can go, so that the work does not grow with the table. */
const LOOK_DAYS = 8

/**
 * Deletes the issues of drafts that nobody started and of tasks that made no package, once the task is gone: drafts go
 * after `draftHours`, other tasks after `keptDays`.
 */
export async function purgeIssues(
  owner: pg.Pool,
  now: Date,
  { draftHours, keptDays }: { draftHours: number; keptDays: number },
): Promise<void> {
  for (const hours of [draftHours, keptDays * 24])
    await owner.query(
      `delete from dongle_issue i
       where i.at < $1::timestamptz - make_interval(hours => $2)
         and i.at > $1::timestamptz - make_interval(hours => $2, days => $3)
         and not exists (select from dongle_package p where p.developer_id = i.developer_id and p.issue_guid = i.guid)
         and not exists (select from task t where t.developer_id = i.developer_id
           and t.kind in ('dongleIssue', 'dongleClear') and t.options ->> 'issueGuid' = i.guid::text)`,
      [now, hours, LOOK_DAYS],
    )
}

/** The history of a lock keeps everything but old contacts, of which a lock may have one each minute. */
export async function purgeContactEvents(owner: pg.Pool, now: Date, days: number): Promise<void> {
  await owner.query(
    "delete from dongle_event where kind = 'contact' and at < $1::timestamptz - make_interval(days => $2)",
    [now, days],
  )
}
