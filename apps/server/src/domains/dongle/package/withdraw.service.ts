// Takes packages back that nobody has fetched: by their record, or with the task that made them.
import { upgradeStatusName } from '@sealwright/contract'
import { Refusal } from '../../../kernel/refusal.ts'
import type { Scope } from '../../../kernel/scope.ts'
import { insertLockEvents } from '../lock/life.queries.ts'
import * as queries from './package.queries.ts'
import { replan } from './plan.service.ts'

type Package = Awaited<ReturnType<typeof queries.lockPackages>>[number]

export const cannotWithdraw = (
  { say }: Pick<Scope, 'say'>,
  { number, shellNumber, status }: Pick<Package, 'number' | 'shellNumber' | 'status'>,
) =>
  new Refusal('dongleLicense.cannotWithdraw', {
    params: { number, shellNumber, state: say(`dongleLicense.upgradeStatuses.${upgradeStatusName(status)}`) },
  })

/** The caller has locked the locks of these packages, and nobody has fetched them. */
export async function withdrawAll(scope: Scope, packages: readonly Package[]): Promise<void> {
  if (packages.length === 0) return
  const { ids, caller, asking, say } = scope
  await queries.withdrawPackages(
    scope,
    packages.map(({ guid }) => guid),
  )
  await insertLockEvents(
    scope,
    packages.map(({ dongleGuid, number, digest }) => ({
      guid: ids.guid(),
      dongleGuid,
      kind: 'withdrawn',
      at: asking.now,
      actorId: caller.accountId,
      actorName: caller.displayName,
      about: String(number),
      digest,
    })),
  )
  await replan(scope, [...new Set(packages.map(({ dongleGuid }) => dongleGuid))], asking.now)
  const upgrade = say('dongleLicense.upgradeStatuses.withdrawn')
  await scope.record(
    ...packages.map(({ dongleGuid, shellNumber, number }) => ({
      type: 'update' as const,
      target: { kind: 'userLock' as const, guid: dongleGuid, name: shellNumber },
      after: { upgrade, number },
    })),
  )
}
