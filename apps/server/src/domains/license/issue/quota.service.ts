// Returns quota when licenses are deleted, and takes it again when they are restored. A license that was ever bound
// keeps counting after its deletion.
import { LICENSE_FORMS } from '@sealwright/contract'
import type { Allowance } from '@sealwright/contract'
import { actsFor } from '../../../kernel/acting.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { holdRates, readTerms } from '../../billing/index.ts'
import type { License } from '../license.tables.ts'
import { isTrial } from './issue-judge.service.ts'
import { WHOLE_DEVELOPER, addUse, readUse } from './quota.queries.ts'

type Counted = Pick<License, 'guid' | 'licenseForm' | 'quotaHolder'>

const formOf = ({ licenseForm }: Pick<License, 'licenseForm'>) =>
  licenseForm === LICENSE_FORMS.cloud ? 'cloud' : 'soft'

/** Groups licenses by quota, in the lock order of quotas. */
function byQuota(rows: readonly Counted[]) {
  interface Group {
    holder: string
    form: 'cloud' | 'soft'
    rows: Counted[]
  }
  const groups = new Map<string, Group>()
  for (const row of rows) {
    if (row.quotaHolder === null) continue
    const key = `${row.quotaHolder} ${formOf(row)}`
    const group: Group = groups.get(key) ?? { holder: row.quotaHolder, form: formOf(row), rows: [] }
    group.rows.push(row)
    groups.set(key, group)
  }
  return [...groups.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group)
}

/** If several quotas of the caller change, locks them first, in order. */
export async function lockQuotas(scope: Scope, forms: ReadonlySet<'cloud' | 'soft'>): Promise<void> {
  // In the order of an issue: rates, then quotas.
  await holdRates(scope)
  if (forms.size < 2) return
  for (const form of [...forms].toSorted()) await readUse(scope, actsFor(scope.caller), form, true)
}

/** Locks the quotas of these licenses, whoever holds them. Call it before locking any money. */
export async function holdQuotasOf(scope: Scope, rows: readonly Counted[]): Promise<void> {
  for (const { holder, form } of byQuota(rows)) await readUse(scope, holder, form, true)
}

/**
 * Returns the quota of deleted licenses that were never bound, and answers those licenses. The caller must clear their
 * `quotaHolder`.
 */
export async function giveBack(
  scope: Scope,
  rows: readonly (Counted & Pick<License, 'everBound'>)[],
): Promise<Set<string>> {
  const unused = rows.filter(({ everBound, quotaHolder }) => everBound === 0 && quotaHolder !== null)
  if (isTrial(scope) && unused.length > 0) await addUse(scope, WHOLE_DEVELOPER, 'trial', -unused.length)
  for (const { holder, form, rows: group } of byQuota(unused)) await addUse(scope, holder, form, -group.length)
  return new Set(unused.map(({ guid }) => guid))
}

/** How many licenses a trial developer has issued and may issue. */
export async function trialUse(scope: Scope): Promise<Allowance> {
  return {
    used: await readUse(scope, WHOLE_DEVELOPER, 'trial', false),
    allowed: (await readTerms(scope)).limits.trialLicenses,
  }
}

/**
 * Takes returned quota again and answers the licenses that no longer fit, with the refusal. Only the caller's own quota
 * can refuse.
 */
export async function takeAgain(scope: Scope, rows: readonly Counted[]): Promise<Map<string, Refusal>> {
  const { caller, say } = scope
  const refused = new Map<string, Refusal>()
  let taken = rows.filter(({ quotaHolder }) => quotaHolder !== null)
  if (isTrial(scope) && taken.length > 0) {
    const max = (await readTerms(scope)).limits.trialLicenses
    const left = Math.max(0, max - (await readUse(scope, WHOLE_DEVELOPER, 'trial', true)))
    for (const { guid } of taken.slice(left))
      refused.set(guid, new Refusal('license.trialLimit', { params: { max, left: 0 } }))
    taken = taken.slice(0, left)
  }
  for (const { holder, form, rows: group } of byQuota(taken)) {
    const most = holder === actsFor(caller) ? caller.quotas[form] : null
    const left = most === null ? group.length : Math.max(0, most - (await readUse(scope, holder, form, true)))
    for (const { guid } of group.slice(left))
      refused.set(
        guid,
        new Refusal('license.quotaUsedUp', { params: { form: say(`license.forms.${form}`), left: 0, count: 1 } }),
      )
    await addUse(scope, holder, form, Math.min(left, group.length))
  }
  // The trial limit counts only licenses that fit their quota.
  const added = taken.filter(({ guid }) => !refused.has(guid)).length
  if (isTrial(scope) && added > 0) await addUse(scope, WHOLE_DEVELOPER, 'trial', added)
  return refused
}
