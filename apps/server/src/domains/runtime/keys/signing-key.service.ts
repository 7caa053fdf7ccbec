// Signing keys for administrators: the root key, the list of keys, rotating to a new key, and retiring a leaked one. A
// lock orders changes, and every process drops its cached keys after a change.
import { developerGuid } from '@sealwright/contract'
import type { signingKeyCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { listAccountNames } from '../../../kernel/account-names.ts'
import { readPage } from '../../../kernel/db/list.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { listNamed } from '../../license/index.ts'
import type { SigningKeyRow } from '../runtime.tables.ts'
import * as queries from './key.queries.ts'
import type { Keyring } from './keyring.service.ts'
import { countLeasesOf, listLeases } from './signing-key.queries.ts'
import { keyStateAt } from './signing-key.rules.ts'

type Payload<Name extends keyof typeof signingKeyCalls> = z.output<(typeof signingKeyCalls)[Name]['payload']>

const ofScope = ({ db, developerId, asking: { now } }: Scope) => ({ db, developerId, now })
const listSigning = async (scope: Scope) => (await queries.listKeys(scope)).filter(({ kind }) => kind === 'lease')

export function createSigningKeys({ keyring }: { keyring: Keyring }) {
  const told = ({ developerId }: Scope, kid: string) =>
    ({ kind: 'signingKey', guid: developerGuid(developerId), name: kid }) as const
  const state = (scope: Scope, key: SigningKeyRow, keys: readonly SigningKeyRow[]) =>
    keyStateAt(key, keys, scope.asking.now)
  const stateLabel = (scope: Scope, key: SigningKeyRow, keys: readonly SigningKeyRow[]) =>
    scope.say(`runtime.keyStates.${state(scope, key, keys)}`)

  async function make(scope: Scope, reason: string | undefined): Promise<SigningKeyRow> {
    const made = await keyring.makeKey(ofScope(scope), scope.asking.now)
    await scope.record({
      type: 'add',
      target: told(scope, made.kid),
      after: {
        kid: made.kid,
        signsUntil: made.signsUntil.toISOString(),
        goodUntil: made.goodUntil.toISOString(),
        ...(reason && { reason }),
      },
    })
    return made
  }

  async function find(scope: Scope) {
    const { now } = scope.asking
    const root = await keyring.rootOf(ofScope(scope))
    await queries.holdKeys(scope)
    if (!(await queries.findSigning(scope, now))) await make(scope, undefined)
    const [keys, leases] = [await listSigning(scope), await queries.countLeases(scope, now)]
    const names = await listAccountNames(
      scope,
      keys.flatMap(({ retiredBy }) => retiredBy ?? []),
    )
    return {
      rootKey: root.publicKey,
      exchangeKey: (await keyring.exchangeOf(ofScope(scope))).certificate,
      developerId: String(scope.developerId),
      keys: keys.map((key) => ({
        kid: key.kid,
        state: state(scope, key, keys),
        createTime: key.createdAt,
        signsUntil: key.signsUntil,
        goodUntil: key.goodUntil,
        leases: leases.get(key.kid) ?? 0,
        retireTime: key.retiredAt,
        retiredBy: names.get(key.retiredBy ?? '') ?? null,
        reason: key.reason,
      })),
    }
  }

  async function rotate(scope: Scope, { reason }: Payload<'rotate'>) {
    await queries.holdKeys(scope)
    return { kid: (await make(scope, reason)).kid }
  }

  async function retire(scope: Scope, { kid, reason }: Payload<'retire'>) {
    const {
      caller,
      asking: { now },
    } = scope
    await queries.holdKeys(scope)
    const keys = await listSigning(scope)
    const key = keys.find((one) => one.kid === kid)
    if (!key) throw new Refusal('signingKey.notFound')
    const before = state(scope, key, keys)
    if (before === 'retired' || before === 'over')
      throw new Refusal('signingKey.stateForbids', { params: { kid, state: stateLabel(scope, key, keys) } })
    const leases = await countLeasesOf(scope, kid, now)
    await queries.updateKey(scope, kid, { retiredAt: now, retiredBy: caller.accountId, reason })
    await scope.record({
      type: 'update',
      target: told(scope, kid),
      before: { state: stateLabel(scope, key, keys) },
      after: { state: scope.say('runtime.keyStates.retired'), reason },
    })
    // Create a new key, because other keys that may still sign could have leaked with this one.
    if (before === 'signing') await make(scope, undefined)
    return { leases }
  }

  async function leases(scope: Scope, { kid, currentPage, pageSize, order = 'asc' }: Payload<'leases'>) {
    if (!(await listSigning(scope)).some((one) => one.kid === kid)) throw new Refusal('signingKey.notFound')
    const list = await listLeases(scope, kid, order)
    const page = await readPage({ currentPage, pageSize }, list.count, list.page)
    const licenses = await listNamed(
      scope,
      page.rows.map(({ licenseGuid }) => licenseGuid),
    )
    return {
      ...page,
      rows: page.rows.flatMap(({ guid, licenseGuid, machineName, issuedAt, expiresAt }) => {
        const license = licenses.get(licenseGuid)
        return license
          ? [
              {
                leaseId: guid,
                family: license.family,
                licenseGuid,
                serial: license.serial,
                productName: license.productName,
                machineName,
                issueTime: issuedAt,
                expireTime: expiresAt,
              },
            ]
          : []
      }),
    }
  }

  return { find, rotate, retire, leases }
}
