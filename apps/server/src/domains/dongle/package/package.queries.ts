// SQL of packages for dongles and of the licenses that they write.
import { UPGRADE_STATUSES } from '@sealwright/contract'
import type { LockOperation, StoredUpgradeStatus } from '@sealwright/contract'
import { and, asc, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import type { Of } from '../dongle.kind.ts'
import { PACKAGE_COLUMNS, dongle, dongleIssue, dongleLicense, donglePackage } from '../dongle.tables.ts'
import type { Dongle, DongleIssue, DongleLicense, DonglePackage } from '../dongle.tables.ts'

/** A file can be large, so it is read only to be handed out. */
const { file: _file, ...TOLD } = PACKAGE_COLUMNS

const LOCK = {
  guid: dongle.guid,
  shellNumber: dongle.shellNumber,
  serialNumber: dongle.serialNumber,
  signKey: dongle.signKey,
  sealKey: dongle.sealKey,
  customerGuid: dongle.customerGuid,
  integratorGuid: dongle.integratorGuid,
  assignedTo: dongle.assignedTo,
  lastNumber: dongle.lastNumber,
  takenNumber: dongle.takenNumber,
}
export type PackageLock = Pick<Dongle, keyof typeof LOCK>

const inGuids = (column: typeof dongle.guid | typeof dongleLicense.dongleGuid, guids: readonly string[]) =>
  sql`${column} = any (${sql.param([...guids])}::uuid[])`

const ofUsers = ({ developerId }: Of, guids: readonly string[]) =>
  and(
    eq(dongle.developerId, developerId),
    inGuids(dongle.guid, guids),
    eq(dongle.kind, 'user'),
    isNull(dongle.deletedAt),
  )

/** User locks. Unknown ones are missing. */
export async function listLocks(of: Of, guids: readonly string[]): Promise<Map<string, PackageLock>> {
  const rows = await of.db.select(LOCK).from(dongle).where(ofUsers(of, guids))
  return new Map(rows.map((row) => [row.guid, row]))
}

/** The licenses of these locks that have not ended. */
export function listOfLocks({ db, developerId }: Of, guids: readonly string[]): Promise<DongleLicense[]> {
  return db
    .select()
    .from(dongleLicense)
    .where(
      and(
        eq(dongleLicense.developerId, developerId),
        inGuids(dongleLicense.dongleGuid, guids),
        isNull(dongleLicense.endedAt),
      ),
    )
}

const OPEN = {
  guid: donglePackage.guid,
  dongleGuid: donglePackage.dongleGuid,
  issueGuid: donglePackage.issueGuid,
  licenseIds: donglePackage.licenseIds,
  number: donglePackage.number,
  status: donglePackage.status,
  validUntil: donglePackage.validUntil,
}
export type OpenPackage = Pick<DonglePackage, keyof typeof OPEN>

/** The packages of these locks without a result, in order of number. With `after`, only those that end later. */
export function listOpen({ db, developerId }: Of, guids: readonly string[], after?: Date): Promise<OpenPackage[]> {
  return db
    .select(OPEN)
    .from(donglePackage)
    .where(
      and(
        eq(donglePackage.developerId, developerId),
        sql`${donglePackage.dongleGuid} = any (${sql.param([...guids])}::uuid[])`,
        inArray(donglePackage.status, [0, 1]),
        after && gt(donglePackage.validUntil, after),
      ),
    )
    .orderBy(asc(donglePackage.number))
}

/** The operations of issues, by issue. */
export async function listOperations(
  { db, developerId }: Of,
  issueGuids: readonly string[],
): Promise<Map<string, LockOperation[]>> {
  if (issueGuids.length === 0) return new Map()
  const rows = await db
    .select({ guid: dongleIssue.guid, operations: dongleIssue.operations })
    .from(dongleIssue)
    .where(and(eq(dongleIssue.developerId, developerId), inArray(dongleIssue.guid, [...new Set(issueGuids)])))
  return new Map(rows.map(({ guid, operations }) => [guid, operations]))
}

export async function findIssue({ db, developerId }: Of, guid: string): Promise<DongleIssue | undefined> {
  const [row] = await db
    .select()
    .from(dongleIssue)
    .where(and(eq(dongleIssue.developerId, developerId), eq(dongleIssue.guid, guid)))
  return row
}

export async function insertIssue({ db }: Of, row: DongleIssue): Promise<void> {
  await db.insert(dongleIssue).values(row)
}

export type NewPackage = Pick<
  DonglePackage,
  'guid' | 'dongleGuid' | 'shellNumber' | 'number' | 'file' | 'digest' | 'fileName'
>
export type SharedByPackages = Pick<
  DonglePackage,
  'issueGuid' | 'licenseIds' | 'madeAt' | 'validUntil' | 'taskGuid' | 'actorId' | 'actorName'
>

/** In one statement. They are waiting (0). */
export async function insertPackages(
  { db, developerId }: Of,
  shared: SharedByPackages,
  rows: readonly NewPackage[],
): Promise<void> {
  const column = <Name extends keyof NewPackage>(name: Name) => sql.param(rows.map((row) => row[name]))
  await db.execute(sql`
    insert into dongle_package (developer_id, issue_guid, license_ids, status, made_at, valid_until, task_guid,
      actor_id, actor_name, guid, dongle_guid, shell_number, number, file, digest, file_name)
    select ${developerId}::bigint, ${shared.issueGuid}::uuid, ${sql.param(shared.licenseIds)}::bigint[], 0,
      ${shared.madeAt}::timestamptz, ${shared.validUntil}::timestamptz, ${shared.taskGuid}::uuid,
      ${shared.actorId}::uuid, ${shared.actorName}::text, p.*
    from unnest(${column('guid')}::uuid[], ${column('dongleGuid')}::uuid[], ${column('shellNumber')}::text[],
      ${column('number')}::bigint[], ${column('file')}::text[], ${column('digest')}::bytea[],
      ${column('fileName')}::text[]) as p`)
}

/** Notes the numbers that were given. The locks are locked. */
export async function advanceLocks(
  { db, developerId }: Of,
  rows: readonly Pick<Dongle, 'guid' | 'lastNumber'>[],
): Promise<void> {
  const column = (name: 'guid' | 'lastNumber') => sql.param(rows.map((row) => row[name]))
  await db.execute(sql`
    update dongle d set last_number = n.last_number
    from unnest(${column('guid')}::uuid[], ${column('lastNumber')}::bigint[]) as n (guid, last_number)
    where d.developer_id = ${developerId} and d.guid = n.guid`)
}

export type ChangedLicense = Pick<
  DongleLicense,
  | 'guid'
  | 'inside'
  | 'planned'
  | 'expiresAt'
  | 'isExpired'
  | 'templateGuid'
  | 'packageGuid'
  | 'upgradeStatus'
  | 'remark'
  | 'updatedAt'
  | 'endedAt'
>
export type NewLicense = Omit<DongleLicense, 'developerId'>

const CHANGED = sql`inside jsonb, planned jsonb, "expiresAt" timestamptz, "isExpired" boolean, "templateGuid" uuid,
  "packageGuid" uuid, "upgradeStatus" int, remark text, "updatedAt" timestamptz, "endedAt" timestamptz`

/** In one statement. */
export async function updateLicenses({ db, developerId }: Of, rows: readonly ChangedLicense[]): Promise<void> {
  if (rows.length === 0) return
  await db.execute(sql`
    update dongle_license l set inside = c.inside, planned = c.planned, expires_at = c."expiresAt",
      is_expired = c."isExpired", template_guid = c."templateGuid", package_guid = c."packageGuid",
      upgrade_status = c."upgradeStatus", remark = c.remark, updated_at = c."updatedAt", ended_at = c."endedAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c (guid uuid, ${CHANGED})
    where l.developer_id = ${developerId} and l.guid = c.guid`)
}

/** In one statement. */
export async function insertLicenses({ db, developerId }: Of, rows: readonly NewLicense[]): Promise<void> {
  if (rows.length === 0) return
  const arrays = rows.map((row) => ({ ...row, assignedTo: `{${row.assignedTo.join()}}` }))
  await db.execute(sql`
    insert into dongle_license (developer_id, guid, dongle_guid, shell_number, license_id, inside, planned, expires_at,
      is_expired, template_guid, package_guid, upgrade_status, remark, updated_at, ended_at, customer_guid,
      integrator_guid, assigned_to, issued_by, issuer_name, issued_at)
    select ${developerId}::bigint, c.guid, c."dongleGuid", c."shellNumber", c."licenseId", c.inside, c.planned,
      c."expiresAt", c."isExpired", c."templateGuid", c."packageGuid", c."upgradeStatus", c.remark, c."updatedAt",
      c."endedAt", c."customerGuid", c."integratorGuid", c."assignedTo"::uuid[], c."issuedBy", c."issuerName",
      c."issuedAt"
    from jsonb_to_recordset(${JSON.stringify(arrays)}::jsonb) as c (guid uuid, ${CHANGED}, "dongleGuid" uuid,
      "shellNumber" text, "licenseId" bigint, "customerGuid" uuid, "integratorGuid" uuid, "assignedTo" text,
      "issuedBy" uuid, "issuerName" text, "issuedAt" timestamptz)`)
}

/** Licenses show the status of their latest package. */
export async function showStatus(
  { db, developerId }: Of,
  packageGuids: readonly string[],
  status: StoredUpgradeStatus,
): Promise<void> {
  if (packageGuids.length === 0) return
  await db.execute(sql`
    update dongle_license set upgrade_status = ${status} where developer_id = ${developerId}
      and package_guid = any (${sql.param([...packageGuids])}::uuid[]) and upgrade_status <> ${status}`)
}

/** The kinds of issues. */
export async function listKinds({ db, developerId }: Of, issueGuids: readonly string[]) {
  const rows = await db
    .select({ guid: dongleIssue.guid, kind: dongleIssue.kind })
    .from(dongleIssue)
    .where(and(eq(dongleIssue.developerId, developerId), inArray(dongleIssue.guid, [...issueGuids])))
  return new Map(rows.map(({ guid, kind }) => [guid, kind]))
}

/** Packages in order of number for each lock, locked, without their files. */
export async function lockPackages(
  { db, developerId }: Of,
  guids: readonly string[],
): Promise<Omit<DonglePackage, 'file'>[]> {
  return db
    .select(TOLD)
    .from(donglePackage)
    .where(and(eq(donglePackage.developerId, developerId), inArray(donglePackage.guid, [...guids])))
    .orderBy(asc(donglePackage.guid))
    .for('update')
}

/** The locks of these packages, in guid order. Lock them before the packages. */
export async function listLocksOf({ db, developerId }: Of, packageGuids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ guid: donglePackage.dongleGuid })
    .from(donglePackage)
    .where(and(eq(donglePackage.developerId, developerId), inArray(donglePackage.guid, [...packageGuids])))
  return rows.map(({ guid }) => guid).toSorted()
}

export async function withdrawPackages({ db, developerId }: Of, guids: readonly string[]): Promise<void> {
  await db
    .update(donglePackage)
    .set({ status: UPGRADE_STATUSES.withdrawn, file: null })
    .where(and(eq(donglePackage.developerId, developerId), inArray(donglePackage.guid, [...guids])))
  await showStatus({ db, developerId }, guids, UPGRADE_STATUSES.withdrawn)
  // The licenses show the latest package that is left. A clear names no products.
  await db.execute(sql`
    update dongle_license l set package_guid = r.package, upgrade_status = r.status
    from (
      select o.guid, p.guid as package, p.status from dongle_license o cross join lateral (
        select guid, status from dongle_package
        where developer_id = o.developer_id and dongle_guid = o.dongle_guid and status <> 2
          and (license_ids @> array[o.license_id] or license_ids = '{}')
        order by number desc limit 1) p
      where o.developer_id = ${developerId} and o.package_guid = any (${sql.param([...guids])}::uuid[])
    ) r
    where l.developer_id = ${developerId} and l.guid = r.guid`)
}

/** Counts a download. A waiting package is downloaded (1) from then on. */
export async function countDownload({ db, developerId }: Of, guids: readonly string[], now: Date): Promise<void> {
  if (guids.length === 0) return
  await db.execute(sql`
    update dongle_package set downloads = downloads + 1, downloaded_at = coalesce(downloaded_at, ${now}::timestamptz),
      status = case when status = 0 then 1 else status end
    where developer_id = ${developerId} and guid = any (${sql.param([...guids])}::uuid[])`)
  await db.execute(sql`
    update dongle_license set upgrade_status = 1 where developer_id = ${developerId} and upgrade_status = 0
      and package_guid = any (${sql.param([...guids])}::uuid[])`)
}

export async function setReissued(
  { db, developerId }: Of,
  pairs: readonly { guid: string; by: string }[],
): Promise<void> {
  const [guids, by] = [pairs.map(({ guid }) => guid), pairs.map((pair) => pair.by)]
  await db.execute(sql`
    update dongle_package p set reissued_by = r.by
    from unnest(${sql.param(guids)}::uuid[], ${sql.param(by)}::uuid[]) as r (guid, by)
    where p.developer_id = ${developerId} and p.guid = r.guid`)
}

/** The package whose file has this digest. */
export async function findByDigest(
  { db, developerId }: Of,
  digest: Buffer,
): Promise<Omit<DonglePackage, 'file'> | undefined> {
  const [row] = await db
    .select(TOLD)
    .from(donglePackage)
    .where(and(eq(donglePackage.developerId, developerId), eq(donglePackage.digest, digest)))
  return row
}
