// Public interface of the approval domain. `createApprovals` is the part that the license domain calls. The rest needs
// the effects of the license domain, so it is made after it.
import { approveCalls, auditCalls } from '@sealwright/contract'
import { answers, answersAlone } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import type { Notify } from '../../kernel/notify.ts'
import type { Approvals, RequestEffects } from '../license/index.ts'
import type { AnyTaskKind, OpenTask } from '../task/index.ts'
import { watchJob } from './approval.job.ts'
import type { WatchDeps } from './approval.job.ts'
import { createDeciding } from './deciding.service.ts'
import { createFiling } from './filing.service.ts'
import * as flows from './flow.service.ts'
import { createReading } from './reading.service.ts'
import { createSettling } from './settling.service.ts'
import { createTurns } from './turn.service.ts'

export { createNewcomers } from './newcomer.service.ts'

/** Answers the questions of the license domain. */
export function createApprovals({ ids, notify }: { ids: Ids; notify: Notify }): Approvals {
  return createFiling({ ids, turns: createTurns({ ids, notify }) })
}

export interface ApprovalDeps extends Pick<
  WatchDeps,
  'database' | 'clock' | 'ids' | 'log' | 'languages' | 'findMember' | 'retryTask'
> {
  notify: Notify
  approvals: Approvals
  effects: RequestEffects
  openTask: OpenTask
}

export interface ApprovalDomain {
  bindings: Binding[]
  taskKinds: AnyTaskKind[]
  jobs: Job[]
  /** Requests that wait for the caller, by family. */
  waiting: ReturnType<typeof createReading>['count']
}

export function createApproval(deps: ApprovalDeps): ApprovalDomain {
  const turns = createTurns(deps)
  const settling = createSettling({ ...deps, turns })
  const deciding = createDeciding({ ...deps, turns, settling })
  const reading = createReading(deps)
  return {
    taskKinds: [settling.kind],
    waiting: reading.count,
    jobs: [watchJob({ ...deps, turns, deciding })],
    bindings: [
      answers(approveCalls.find, flows.find),
      answers(approveCalls.get, flows.get),
      answers(approveCalls.create, flows.create),
      answers(approveCalls.update, flows.update),
      answers(approveCalls.delete, flows.remove),
      answers(approveCalls.turn, flows.turn),
      answers(approveCalls.reorder, flows.reorder),
      answers(approveCalls.tryOut, flows.tryOut),
      answers(approveCalls.approvers, flows.approvers),
      answers(auditCalls.find, reading.find),
      answers(auditCalls.count, reading.count),
      answers(auditCalls.get, reading.get),
      answers(auditCalls.findItems, reading.findItems),
      answers(auditCalls.previewEdit, reading.previewEdit),
      answers(auditCalls.form, reading.form),
      answers(auditCalls.approve, deciding.approve),
      answers(auditCalls.reject, deciding.reject),
      answersAlone(auditCalls.decideMany, deciding.decideMany),
      answers(auditCalls.handOver, deciding.handOver),
      answers(auditCalls.ask, deciding.ask),
      answers(auditCalls.edit, deciding.edit),
      answers(auditCalls.answer, deciding.answer),
      answers(auditCalls.note, deciding.note),
      answers(auditCalls.withdraw, deciding.withdraw),
      answers(auditCalls.resubmit, deciding.resubmit),
    ],
  }
}
