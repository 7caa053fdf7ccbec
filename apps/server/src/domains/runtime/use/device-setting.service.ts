// The setting of which parts identify a device, and how many changes of them a license tolerates. It is part of the
// developer's profile and shares its revision. Bound devices are not checked again; the setting applies at the next
// contact of a device.
import { COUNTED_PARTS, LIMITS, MACHINE_PARTS, developerGuid } from '@sealwright/contract'
import type { AnswerOf, deviceSettingCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { refuseStale } from '../../../kernel/entity/refuse.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findDeveloper, lockProfile, updateProfile } from '../../developer/index.ts'

export async function getDeviceSetting(scope: Scope) {
  const profile = (await findDeveloper(scope))?.developer_profile
  return {
    machineParts: profile?.machineParts ?? [...COUNTED_PARTS],
    partChangesPerMonth: profile?.partChangesPerMonth ?? LIMITS.runtime.partChangesPerMonth.initial,
    partChangesPerYear: profile?.partChangesPerYear ?? LIMITS.runtime.partChangesPerYear.initial,
    revision: profile?.revision ?? 0,
  }
}

export async function updateDeviceSetting(
  scope: Scope,
  {
    machineParts: given,
    partChangesPerMonth,
    partChangesPerYear,
    revision: known,
  }: z.output<(typeof deviceSettingCalls)['update']['payload']>,
) {
  const {
    caller,
    say,
    asking: { now },
  } = scope
  const before = await lockProfile(scope, now)
  const { revision: present } = before
  await refuseStale(scope, before, known)
  // Removes duplicates and uses a fixed order.
  const machineParts = MACHINE_PARTS.filter((part) => given.includes(part))
  if (machineParts.length < 3)
    throw new Refusal('platform.badPayload', {
      violations: [{ path: 'machineParts', rule: 'tooFew', params: { min: 3 } }],
    })
  const revision = present + 1
  const after = {
    machineParts,
    partChangesPerMonth: partChangesPerMonth ?? before.partChangesPerMonth,
    partChangesPerYear: partChangesPerYear ?? before.partChangesPerYear,
  }
  await updateProfile(scope, { ...after, revision, updatedBy: caller.accountId, updatedAt: now })
  const told = ({ machineParts: parts, ...setting }: Omit<AnswerOf<typeof deviceSettingCalls.get>, 'revision'>) => ({
    machineParts: parts.map((part) => say(`runtime.machineParts.${part}`)).join(', '),
    partChangesPerMonth: setting.partChangesPerMonth,
    partChangesPerYear: setting.partChangesPerYear,
  })
  await scope.record({
    type: 'update',
    target: { kind: 'deviceSetting', guid: developerGuid(scope.developerId), name: caller.developer.name },
    before: told(before),
    after: told(after),
  })
  return { revision }
}
