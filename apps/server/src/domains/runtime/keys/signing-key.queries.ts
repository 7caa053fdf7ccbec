// SQL of the leases that depend on a key. Whoever sees a part of the licenses is held to their leases by the database.
import { and, eq, gt, sql } from 'drizzle-orm'
import { listOf, walkIds } from '../../../kernel/db/search.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { lease } from '../runtime.tables.ts'

const isOf = ({ developerId }: Pick<Scope, 'developerId'>, kid: string, now: Date) =>
  and(eq(lease.developerId, developerId), eq(lease.kid, kid), gt(lease.expiresAt, now))

/** Those that are good, by their end, ties by guid. */
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
      select l.guid, l.license_guid, m.name, l.issued_at, l.expires_at from lease l join bound_machine m on m.developer_id = l.developer_id and m.guid = l.machine_guid where l.developer_id = ${developerId} and l.guid = any (${sql.param(guids)}::uuid[])`)
    return rows.map(({ guid, license_guid: licenseGuid, name, issued_at: issuedAt, expires_at: expiresAt }) => ({
      guid,
      licenseGuid,
      machineName: name,
      issuedAt: new Date(issuedAt),
      expiresAt: new Date(expiresAt),
    }))
  })
}

/** How many leases that are good were signed with a key. */
export async function countLeasesOf(scope: Pick<Scope, 'db' | 'developerId'>, kid: string, now: Date): Promise<number> {
  return scope.db.$count(lease, isOf(scope, kid, now))
}
