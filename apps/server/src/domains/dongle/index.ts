// Public interface of dongles: user locks and control locks (`lock/`), the licenses inside and the packages that write
// them (`package/`), and the contacts of locks (`contact/`).
import { dongleDesk } from '@sealwright/contract'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { deskAnswers, deskAnswersAlone } from '../../kernel/desk.ts'
import type { DeskBinding } from '../../kernel/desk.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { LicenseCounts, ProductLicenses } from '../product/index.ts'
import type { Dongles } from '../runtime/index.ts'
import type { AnyTaskKind } from '../task/index.ts'
import type { TemplateUse } from '../template/index.ts'
import { createContacts } from './contact/contact.service.ts'
import { telling } from './contact/tell.service.ts'
import { createStock } from './desk/stock.service.ts'
import type { StockDeps } from './desk/stock.service.ts'
import { dongleJob } from './dongle.job.ts'
import { countEnds } from './lock/lock.queries.ts'
import { createLocks } from './lock/lock.service.ts'
import type { LockDeps } from './lock/lock.service.ts'
import { countBy, countInForce } from './package/license-list.queries.ts'
import { createPackages } from './package/packages.service.ts'
import type { PackageDeps } from './package/packages.service.ts'

export { missingColumns, problemText, readRegistrations } from './lock/register.rules.ts'
export type { Registration } from './lock/register.rules.ts'
export { registerDongles } from './lock/register.service.ts'

export interface DongleDeps extends LockDeps, PackageDeps, StockDeps {
  database: Database
  clock: Clock
  ids: Ids
}

export interface DongleDomain {
  bindings: Binding[]
  deskBindings: DeskBinding[]
  taskKinds: AnyTaskKind[]
  jobs: Job[]
  /** Answers locks, for the runtime domain. */
  dongles: Dongles
  /** Licenses in force on locks in the caller's row scope. */
  countInForce(scope: Scope): Promise<number>
  /** Locks whose activation ends in each of the periods. */
  countEnds: typeof countEnds
}

export function createDongle(deps: DongleDeps): DongleDomain {
  const locks = createLocks(deps)
  const packages = createPackages(deps)
  const stock = createStock(deps)
  return {
    bindings: [...locks.bindings, ...packages.bindings],
    deskBindings: [
      deskAnswers(dongleDesk.find, stock.find),
      deskAnswers(dongleDesk.get, stock.get),
      deskAnswers(dongleDesk.history, stock.history),
      deskAnswers(dongleDesk.developers, stock.developers),
      deskAnswersAlone(dongleDesk.check, stock.check),
      deskAnswersAlone(dongleDesk.register, stock.register),
      deskAnswers(dongleDesk.assign, stock.assign),
      deskAnswers(dongleDesk.takeBack, stock.takeBack),
    ],
    taskKinds: [...locks.taskKinds, ...packages.taskKinds],
    jobs: [dongleJob(deps)],
    dongles: { ...createContacts(deps), ...telling },
    countInForce,
    countEnds,
  }
}

async function added<Key extends string | number>(
  scope: Scope,
  kind: 'product' | 'template',
  keys: readonly Key[],
  others: ReadonlyMap<Key, LicenseCounts>,
): Promise<Map<Key, LicenseCounts>> {
  const inLocks = await countBy(scope, kind, keys)
  return new Map(
    keys.map((key) => {
      const [one, other] = [inLocks.get(key), others.get(key)]
      return [
        key,
        {
          licenseCount: (one?.licenseCount ?? 0) + (other?.licenseCount ?? 0),
          effectiveLicenseCount: (one?.effectiveLicenseCount ?? 0) + (other?.effectiveLicenseCount ?? 0),
        },
      ]
    }),
  )
}

/** Counts the licenses in locks beside the others, for the product and template domains. */
export const withDongleLicenses = (others: ProductLicenses & TemplateUse): ProductLicenses & TemplateUse => ({
  countLicenses: async (scope, guids) => added(scope, 'template', guids, await others.countLicenses(scope, guids)),
  countLicensesOfProducts: async (scope, ids) =>
    added(scope, 'product', ids, await others.countLicensesOfProducts(scope, ids)),
})
