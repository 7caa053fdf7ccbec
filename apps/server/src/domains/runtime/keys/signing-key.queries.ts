// SQL of the leases of a key. The database limits callers with a row scope to the leases of their licenses.
import { and, eq, gt, sql } from 'drizzle-orm'
import { listOf, walkIds } from '../../../kernel/db/search.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { lease } from '../runtime.tables.ts'

const isOf = ({ developerId }: Pick<Scope, 'developerId'>, kid: string, now: Date) =>
  and(eq(lease.developerId, developerId), eq(lease.kid, kid), gt(lease.expiresAt, now))

/** Valid leases, ordered by expiry, ties by guid. */
export async function listLeases(scope: Scope, kid: string, order: 'asc' | 'desc') {
  const {
    db,
    developerId,
    asking: { now },
  } = scope
  const ids = await walkIds(scope, { table: lease, where: isOf(scope, kid, now), column: lease.expiresAt, order })
  return listOf(ids, async (guids) => {
    const { rows } = await db.execute<{
      guid: string
      license_guid: string
      name: string
      issued_at: string
      expires_at: string
    }>(sql`
      select l.guid, l.license_guid, m.name, l.issued_at, l.expires_at from lease l
      join bound_machine m on m.developer_id = l.developer_id and m.guid = l.machine_guid
      where l.developer_id = ${developerId} and l.guid = any (${sql.param(guids)}::uuid[])`)
    return rows.map(({ guid, license_guid: licenseGuid, name, issued_at: issuedAt, expires_at: expiresAt }) => ({
      guid,
      licenseGuid,
      machineName: name,
      issuedAt: new Date(issuedAt),
      expiresAt: new Date(expiresAt),
    }))
  })
}

/** Counts the valid leases of a key. */
export async function countLeasesOf(scope: Pick<Scope, 'db' | 'developerId'>, kid: string, now: Date): Promise<number> {
  return scope.db.$count(lease, isOf(scope, kid, now))
}
