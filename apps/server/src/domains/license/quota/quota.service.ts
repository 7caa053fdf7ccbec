// Quotas as licenses go and come back. What was never used counts no more once it is gone; what a machine had stays
// counted.
import { LICENSE_FORMS } from '@sealwright/contract'
import type { Allowance } from '@sealwright/contract'
import { Refusal } from '../../../kernel/refusal.ts'
import { actsFor } from '../../../kernel/scope.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { readTerms } from '../../billing/index.ts'
import { isTrial } from '../issue/issue-judge.service.ts'
import type { License } from '../license.tables.ts'
import { WHOLE_DEVELOPER, addUse, readUse } from './quota.queries.ts'

type Counted = Pick<License, 'guid' | 'licenseForm' | 'quotaHolder'>

const formOf = ({ licenseForm }: Pick<License, 'licenseForm'>) =>
  licenseForm === LICENSE_FORMS.cloud ? 'cloud' : 'soft'

/** How many count in each quota, in the order in which quotas are locked. */
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

/** Where several quotas of the caller are touched, they are held first, in their order. */
export async function lockQuotas(scope: Scope, forms: ReadonlySet<'cloud' | 'soft'>): Promise<void> {
  if (forms.size < 2) return
  for (const form of [...forms].toSorted()) await readUse(scope, actsFor(scope.caller), form, true)
}

/** Holds the quotas that these count in, whoever's they are, before any money is touched. */
export async function holdQuotasOf(scope: Scope, rows: readonly Counted[]): Promise<void> {
  for (const { holder, form } of byQuota(rows)) await readUse(scope, holder, form, true)
}

/**
 * Gives back what licenses that go took and no machine ever had; answers which those are. They must not name their
 * holder any longer.
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

/** How many licenses a trial developer has issued, and may. */
export async function trialUse(scope: Scope): Promise<Allowance> {
  return {
    used: await readUse(scope, WHOLE_DEVELOPER, 'trial', false),
    allowed: (await readTerms(scope)).limits.trialLicenses,
  }
}

/**
 * Takes again what was given back; answers which find no room by now, and why. Whose quota is not the caller's is not
 * theirs to judge.
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
  // A trial counts what a quota had room for.
  const added = taken.filter(({ guid }) => !refused.has(guid)).length
  if (isTrial(scope) && added > 0) await addUse(scope, WHOLE_DEVELOPER, 'trial', added)
  return refused
}
