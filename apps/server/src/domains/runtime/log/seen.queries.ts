// SQL that writes when devices were last seen, as the owner, for all developers together.
import type pg from 'pg'

export interface Seen {
  developerId: number
  machineGuid: string
  at: Date
  /** Of the program, if it told one. */
  version: number | undefined
}

/** Locks rows in key order: two processes must not deadlock. Never moves a time back. */
export async function writeSeen(owner: pg.Pool, seen: readonly Seen[]): Promise<void> {
  await owner.query(
    `with heard as (
       select m.developer_id, m.guid, s.at, s.version
       from unnest($1::bigint[], $2::uuid[], $3::timestamptz[], $4::int[]) as s (developer_id, guid, at, version)
         join bound_machine m on m.developer_id = s.developer_id and m.guid = s.guid
       where m.seen_at < s.at order by m.developer_id, m.guid for update of m
     )
     update bound_machine m set seen_at = h.at, program_version = coalesce(h.version, m.program_version)
     from heard h where m.developer_id = h.developer_id and m.guid = h.guid`,
    [
      seen.map(({ developerId }) => developerId),
      seen.map(({ machineGuid }) => machineGuid),
      seen.map(({ at }) => at),
      seen.map(({ version }) => version ?? null),
    ],
  )
}
