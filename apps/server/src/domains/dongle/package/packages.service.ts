// Licenses in dongles and their packages: which use case answers which call.
import { dongleLicenseCalls, upgradeCalls } from '@sealwright/contract'
import type { Database } from '../../../kernel/db/database.ts'
import { answers, answersFile } from '../../../kernel/http/context.ts'
import type { Binding } from '../../../kernel/http/context.ts'
import type { SecretBox } from '../../../kernel/keys/secret-box.ts'
import { listIssuable, readIssuable } from '../../license/index.ts'
import type { LockKeys } from '../../runtime/index.ts'
import type { AnyTaskKind, OpenTask, TaskCenter } from '../../task/index.ts'
import type { GroupPrices } from '../../template/index.ts'
import { createBatches } from './batch.service.ts'
import { createChanging } from './change.service.ts'
import { createDrawing } from './draw.service.ts'
import { createIssuing } from './issue.service.ts'
import { exportLicenses, findLicenses, getLicense } from './license-list.service.ts'
import { createMaking } from './make.service.ts'
import { createPinCheck } from './pin.service.ts'
import { createUpgrades } from './upgrade.service.ts'

export interface PackageDeps {
  database: Database
  box: SecretBox
  prices: GroupPrices
  keys: LockKeys
  openTask: OpenTask
  startTask: TaskCenter['startOf']
}

export function createPackages(deps: PackageDeps): { bindings: Binding[]; taskKinds: AnyTaskKind[] } {
  const checkPin = createPinCheck(deps)
  const making = createMaking(deps)
  const draw = createDrawing(deps)
  const issuing = createIssuing({ draw, making, checkPin })
  const batches = createBatches({ ...deps, draw, making, checkPin })
  const changing = createChanging({ ...deps, making, checkPin })
  const upgrades = createUpgrades({ ...deps, making, checkPin })
  return {
    taskKinds: batches.kinds,
    bindings: [
      answers(dongleLicenseCalls.find, findLicenses),
      answers(dongleLicenseCalls.get, getLicense),
      answers(dongleLicenseCalls.templates, (scope, payload) => listIssuable(scope, 'dongle', payload)),
      answers(dongleLicenseCalls.template, (scope, payload) => readIssuable(scope, 'dongle', payload)),
      answers(dongleLicenseCalls.preview, issuing.preview),
      answers(dongleLicenseCalls.issue, issuing.issue),
      answers(dongleLicenseCalls.batchIssue, batches.batchIssue),
      answers(dongleLicenseCalls.start, batches.start),
      answers(dongleLicenseCalls.previewRefresh, changing.previewRefresh),
      answers(dongleLicenseCalls.refresh, changing.refresh),
      answers(dongleLicenseCalls.delete, changing.remove),
      answers(dongleLicenseCalls.empty, batches.empty),
      answersFile(dongleLicenseCalls.export, exportLicenses),
      answers(upgradeCalls.find, upgrades.find),
      answersFile(upgradeCalls.download, upgrades.download),
      answers(upgradeCalls.reissue, upgrades.reissue),
      answers(upgradeCalls.withdraw, upgrades.withdraw),
    ],
  }
}
