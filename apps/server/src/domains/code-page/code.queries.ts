// SQL of the public page of a code. A visitor names only the code; the tenant follows from it. Nothing here has a row
// scope.
import { LIMITS } from '@sealwright/contract'
import { sql } from 'drizzle-orm'
import type { Db } from '../../kernel/db/database.ts'
import type { Scope } from '../../kernel/scope.ts'

type Tenant = Pick<Scope, 'db' | 'developerId'>

/** Needs no tenant. */
export async function findOwner(db: Db, code: string) {
  const { rows } = await db.execute<{ developer_id: number; license_guid: string }>(
    sql`select developer_id, license_guid from code_owner(${code})`,
  )
  const [row] = rows
  return row && { developerId: row.developer_id, licenseGuid: row.license_guid }
}

export interface ShownMachine {
  guid: string
  name: string
  boundAt: Date
  isOffline: boolean
}

/** The devices that are bound now, latest first. */
export async function listBound({ db, developerId }: Tenant, licenseGuid: string): Promise<ShownMachine[]> {
  const { rows } = await db.execute<{ guid: string; name: string; bound_at: string; is_offline: boolean }>(sql`
    select guid, name, bound_at, is_offline from bound_machine
    where developer_id = ${developerId} and license_guid = ${licenseGuid} and state = 'bound'
    order by bound_at desc, guid desc limit ${LIMITS.codePage.machinesShown}`)
  return rows.map(({ guid, name, bound_at: boundAt, is_offline: isOffline }) => ({
    guid,
    name,
    boundAt: new Date(boundAt),
    isOffline,
  }))
}
