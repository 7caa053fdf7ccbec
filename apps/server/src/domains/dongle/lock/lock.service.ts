// User locks and control locks: which use case answers which call.
import { controlLockCalls, userLockCalls } from '@sealwright/contract'
import { answers, answersAlone, answersFile } from '../../../kernel/http/context.ts'
import type { Binding } from '../../../kernel/http/context.ts'
import type { SecretBox } from '../../../kernel/keys/secret-box.ts'
import type { AnyTaskKind } from '../../task/index.ts'
import { act, createActing } from './acting.service.ts'
import { createRevealPin, findControlLocks } from './control-lock.service.ts'
import { dashboard } from './dashboard.service.ts'
import { assign, update } from './editing.service.ts'
import { exportLocks } from './export.service.ts'
import { createFiles } from './file.service.ts'
import type { FileDeps } from './file.service.ts'
import * as reading from './reading.service.ts'

export interface LockDeps extends FileDeps {
  box: SecretBox
}

export function createLocks(deps: LockDeps): { bindings: Binding[]; taskKinds: AnyTaskKind[] } {
  const acting = createActing(deps)
  const files = createFiles(deps)
  return {
    taskKinds: [acting.kind, files.kind],
    bindings: [
      answers(userLockCalls.find, reading.find),
      answers(userLockCalls.get, reading.get),
      answers(userLockCalls.commands, reading.commands),
      answers(userLockCalls.history, reading.history),
      answers(userLockCalls.update, update),
      answers(userLockCalls.act, act),
      answers(userLockCalls.batchAct, acting.batchAct),
      answersAlone(userLockCalls.readFile, files.readFile),
      answersAlone(userLockCalls.import, files.importFile),
      answersFile(userLockCalls.importTemplate, files.importTemplate),
      answers(userLockCalls.assign, assign),
      answers(userLockCalls.dashboard, dashboard),
      answersFile(userLockCalls.export, exportLocks),
      answers(controlLockCalls.find, findControlLocks),
      answers(controlLockCalls.revealPin, createRevealPin(deps)),
    ],
  }
}
