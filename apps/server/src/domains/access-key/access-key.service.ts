// Use cases of access keys. A secret is answered once, when it is made, and never logged. A key acts as an account of
// its own: its products are assigned to that account, and what it does has that author, also after its deletion.
import { HOUR_MS, LIMITS } from '@sealwright/contract'
import type { Privilege, accessKeyCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { listAccountNames } from '../../kernel/account-names.ts'
import type { LoggedFacts } from '../../kernel/audit/record.ts'
import { readPage } from '../../kernel/db/list.ts'
import { changedNow, createdNow, deletedNow, logOf } from '../../kernel/entity/change.ts'
import { found, nameTaken, refuseFull, refuseStale, unlessTaken } from '../../kernel/entity/refuse.ts'
import { countRows, findRow, insertRow, lockRow, updateRow } from '../../kernel/entity/rows.ts'
import type { SecretBox } from '../../kernel/keys/secret-box.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { changeAssigned } from '../access/index.ts'
import { lockDeveloper } from '../developer/index.ts'
import * as queries from './access-key.queries.ts'
import { SECRET_BYTES, newKeyId, sealPurpose, stateOf } from './access-key.rules.ts'
import { accessKey } from './access-key.tables.ts'
import type { AccessKey } from './access-key.tables.ts'

type Payload<Name extends keyof typeof accessKeyCalls> = z.output<(typeof accessKeyCalls)[Name]['payload']>

const NO_CALLS: queries.Counts = { done: 0, refused: 0, limited: 0, failed: 0 }

/** A key with the names of its products, for the log. */
type Logged = AccessKey & { productNames: readonly string[] }

const factsOf = (key: Logged): LoggedFacts => ({
  name: key.name,
  keyId: key.keyId,
  privileges: key.privileges.join(', '),
  productGuids: key.isLimited ? key.productNames.join(', ') : null,
  networks: key.networks.length > 0 ? key.networks.join(', ') : null,
  endTime: key.endsAt?.toISOString() ?? null,
  isEnabled: key.isEnabled,
})
const log = logOf('accessKey', factsOf)

export function createAccessKeyService({ box }: { box: SecretBox }) {
  const seal = (guid: string, secret: string) => box.seal(sealPurpose(guid), Buffer.from(secret))
  const locked = async (scope: Scope, guid: string) =>
    found(await lockRow(scope, accessKey, guid), 'accessKey.notFound')

  function toldOf(
    key: AccessKey,
    now: Date,
    {
      products,
      creator,
      calls = NO_CALLS,
    }: { products: queries.KeyProduct[]; creator: string; calls?: queries.Counts },
  ) {
    return {
      ...key,
      state: stateOf(key, now),
      privileges: key.privileges as Privilege[], // checked when they were given
      products,
      endTime: key.endsAt,
      formerUntil: key.formerUntil !== null && key.formerUntil > now ? key.formerUntil : null,
      lastUsedTime: key.lastUsedAt,
      calls,
      creator,
      createTime: key.createdAt,
    }
  }

  async function tell(scope: Scope, keys: readonly AccessKey[]) {
    const products = await queries.listProducts(
      scope,
      keys.filter(({ isLimited }) => isLimited).map(({ accountId }) => accountId),
    )
    const names = await listAccountNames(
      scope,
      keys.map(({ createdBy }) => createdBy),
    )
    const calls = await queries.countCalls(scope)
    return keys.map((key) => {
      const counts = calls.get(key.guid)
      return toldOf(key, scope.asking.now, {
        products: products.get(key.accountId) ?? [],
        creator: names.get(key.createdBy) ?? '',
        ...(counts && { calls: counts }),
      })
    })
  }

  async function find(scope: Scope, { name, state, ...query }: Payload<'find'>) {
    const list = await queries.listKeys(scope, { name, state }, query)
    const page = await readPage(query, list.count, list.page)
    return { ...page, rows: await tell(scope, page.rows) }
  }

  async function get(scope: Scope, { guid }: Payload<'get'>) {
    const key = found(await findRow(scope, accessKey, guid), 'accessKey.notFound')
    const [told] = await tell(scope, [key])
    return { ...found(told, 'accessKey.notFound'), days: await queries.countCallsByDay(scope, guid) }
  }

  function refusePast(endTime: Date | null | undefined, { asking }: Scope): void {
    if (endTime && endTime <= asking.now) throw new Refusal('platform.timeIllegal', { field: 'endTime' })
  }

  async function productsOf(scope: Scope, { accountId, isLimited }: AccessKey): Promise<queries.KeyProduct[]> {
    return isLimited ? ((await queries.listProducts(scope, [accountId])).get(accountId) ?? []) : []
  }

  /** Assigns exactly these products to the key, and answers their names. None: the key sees all. */
  async function setProducts(scope: Scope, { accountId }: AccessKey, guids: readonly string[]): Promise<string[]> {
    const wanted = new Set(guids)
    const present = (await queries.listProducts(scope, [accountId])).get(accountId) ?? []
    const had = new Set(present.map(({ guid }) => guid))
    const add = [...wanted].filter((guid) => !had.has(guid))
    const remove = [...had].filter((guid) => !wanted.has(guid))
    const { added } = await changeAssigned(scope, 'product', accountId, { add, remove })
    if (added.length < add.length) throw new Refusal('product.notFound', { field: 'productGuids' })
    return [...present.filter(({ guid }) => wanted.has(guid)).map(({ name }) => name), ...added].toSorted()
  }

  const nameInUse = (name: string) => () => nameTaken('accessKey.nameTaken', name)

  async function create(scope: Scope, payload: Payload<'create'>) {
    const { name, privileges, productGuids, networks, endTime } = payload
    refusePast(endTime, scope)
    // The lock keeps two callers from both creating the last one.
    await lockDeveloper(scope)
    refuseFull(await countRows(scope, accessKey), LIMITS.accessKey.perDeveloper, 'accessKey.limit')
    const secret = scope.ids.token(SECRET_BYTES)
    const made = createdNow(scope)
    const key: AccessKey = {
      ...made,
      accountId: scope.ids.guid(),
      keyId: newKeyId(),
      name,
      secret: seal(made.guid, secret),
      formerSecret: null,
      formerUntil: null,
      privileges: [...new Set(privileges)],
      isLimited: productGuids.length > 0,
      networks: [...new Set(networks)],
      endsAt: endTime ?? null,
      isEnabled: true,
      lastUsedAt: null,
      lastNetwork: null,
    }
    await queries.openKeyAccount(scope, { id: key.accountId, name, locale: scope.caller.locale })
    await unlessTaken(insertRow(scope, accessKey, key), nameInUse(name))
    const productNames = await setProducts(scope, key, productGuids)
    await log.added(scope, { ...key, productNames })
    return { guid: key.guid, keyId: key.keyId, secret }
  }

  async function update(scope: Scope, { guid, revision, endTime, ...payload }: Payload<'update'>) {
    const before = await locked(scope, guid)
    await refuseStale(scope, before, revision)
    if (endTime?.getTime() !== before.endsAt?.getTime()) refusePast(endTime, scope)
    const beforeNames = (await productsOf(scope, before)).map(({ name }) => name)
    const { name = before.name, privileges = before.privileges, networks = before.networks, productGuids } = payload
    const after: AccessKey = {
      ...before,
      ...changedNow(scope, before),
      name,
      privileges: [...new Set(privileges)],
      networks: [...new Set(networks)],
      isLimited: productGuids === undefined ? before.isLimited : productGuids.length > 0,
      endsAt: endTime === undefined ? before.endsAt : endTime,
    }
    await unlessTaken(updateRow(scope, accessKey, guid, after), nameInUse(name))
    if (name !== before.name) await queries.renameKeyAccount(scope, before.accountId, name)
    const afterNames = productGuids === undefined ? beforeNames : await setProducts(scope, before, productGuids)
    await log.changed(scope, { ...before, productNames: beforeNames }, { ...after, productNames: afterNames })
    return { guid }
  }

  async function setEnabled(scope: Scope, { guid, isEnabled }: Payload<'setEnabled'>) {
    const key = await locked(scope, guid)
    if (key.isEnabled === isEnabled) return {}
    await updateRow(scope, accessKey, guid, { isEnabled, ...changedNow(scope, key) })
    await log.noted(scope, key, { before: { isEnabled: key.isEnabled }, after: { isEnabled } })
    return {}
  }

  async function rotate(scope: Scope, { guid, overlapHours }: Payload<'rotate'>) {
    const key = await locked(scope, guid)
    const secret = scope.ids.token(SECRET_BYTES)
    const overlaps = overlapHours > 0
    await updateRow(scope, accessKey, guid, {
      secret: seal(guid, secret),
      formerSecret: overlaps ? key.secret : null,
      formerUntil: overlaps ? new Date(scope.asking.now.getTime() + overlapHours * HOUR_MS) : null,
      ...changedNow(scope, key),
    })
    await log.noted(scope, key, { after: { overlapHours } })
    return { guid, keyId: key.keyId, secret }
  }

  async function remove(scope: Scope, { guid }: Payload<'delete'>) {
    const key = await locked(scope, guid)
    const products = await productsOf(scope, key)
    // Nothing can use the secrets anymore.
    await updateRow(scope, accessKey, guid, {
      secret: Buffer.alloc(0),
      formerSecret: null,
      formerUntil: null,
      ...deletedNow(scope),
    })
    await queries.forgetProducts(scope, key.accountId)
    await log.deleted(scope, { ...key, productNames: products.map(({ name }) => name) })
    return {}
  }

  return { find, get, create, update, setEnabled, rotate, remove }
}
