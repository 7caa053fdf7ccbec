// The setting of which parts identify a device. It is part of the developer's profile and shares its revision. Bound
// devices are not checked again; the setting applies at the next contact of a device.
import { COUNTED_PARTS, MACHINE_PARTS, developerGuid } from '@sealwright/contract'
import type { MachinePart, deviceSettingCalls } from '@sealwright/contract'
import type * as z from 'zod/mini'
import { refuseStale } from '../../../kernel/entity/refuse.ts'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { findDeveloper, lockProfile, updateProfile } from '../../developer/index.ts'

export async function getDeviceSetting(scope: Scope) {
  const profile = (await findDeveloper(scope))?.developer_profile
  return { machineParts: profile?.machineParts ?? [...COUNTED_PARTS], revision: profile?.revision ?? 0 }
}

export async function updateDeviceSetting(
  scope: Scope,
  { machineParts: given, revision: known }: z.output<(typeof deviceSettingCalls)['update']['payload']>,
) {
  const {
    caller,
    say,
    asking: { now },
  } = scope
  const { machineParts: before, revision: present, updatedBy } = await lockProfile(scope, now)
  await refuseStale(scope, { revision: present, updatedBy }, known)
  // Removes duplicates and uses a fixed order.
  const machineParts = MACHINE_PARTS.filter((part) => given.includes(part))
  if (machineParts.length < 3)
    throw new Refusal('platform.badPayload', {
      violations: [{ path: 'machineParts', rule: 'tooFew', params: { min: 3 } }],
    })
  const revision = present + 1
  await updateProfile(scope, { machineParts, revision, updatedBy: caller.accountId, updatedAt: now })
  const told = (parts: readonly MachinePart[]) => ({
    machineParts: parts.map((part) => say(`runtime.machineParts.${part}`)).join(', '),
  })
  await scope.record({
    type: 'update',
    target: { kind: 'deviceSetting', guid: developerGuid(scope.developerId), name: caller.developer.name },
    before: told(before),
    after: told(machineParts),
  })
  return { revision }
}
