// Public interface of lending: the calls of administrators, the desk of lending administrators, and the rows that the
// runtime domain binds to devices.
import { lendingCalls } from '@sealwright/contract'
import type { Clock } from '../../kernel/clock.ts'
import type { Database } from '../../kernel/db/database.ts'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { createLendingDesk } from './lending-desk.service.ts'
import type { LendingDesk, TakenSeats } from './lending-desk.service.ts'
import { lendingPurgeJob } from './lending.job.ts'
import { createLendingService } from './lending.service.ts'
import { createLendingMails } from './mail.service.ts'
import type { LendingMailDeps } from './mail.service.ts'
import { createLendingPasses } from './pass.service.ts'
import type { LendingPasses } from './pass.service.ts'

export { deskOf } from './lending-desk.service.ts'
export type { Desk, LendingDesk, TakenSeats } from './lending-desk.service.ts'
export {
  findByCode,
  insertLending,
  isLive,
  listBorrowed,
  listByGuid,
  listShown,
  lockLending,
  updateLending,
} from './lending.queries.ts'
export { allSeats, dueOf, isHolder, newCode, rowOf } from './lending.rules.ts'
export { readSeats } from './lending.service.ts'
export { lending } from './lending.tables.ts'
export type { Lending, LendingAdmin } from './lending.tables.ts'
export type { LendingPasses } from './pass.service.ts'

export interface LendingDeps extends LendingMailDeps {
  database: Database
  clock: Clock
  takenSeats: TakenSeats
}

export interface LendingDomain {
  bindings: Binding[]
  jobs: Job[]
  desk: LendingDesk
  passes: LendingPasses
}

export function createLending(deps: LendingDeps): LendingDomain {
  const { database } = deps
  const mails = createLendingMails(deps)
  const desk = createLendingDesk({ mails, takenSeats: deps.takenSeats })
  const passes = createLendingPasses({ database, mails })
  const service = createLendingService({ desk, passes })
  return {
    desk,
    passes,
    jobs: [lendingPurgeJob(deps)],
    bindings: [
      answers(lendingCalls.find, service.find),
      answers(lendingCalls.seats, service.seats),
      answers(lendingCalls.create, service.create),
      answers(lendingCalls.revoke, service.revoke),
      answers(lendingCalls.delete, service.remove),
      answers(lendingCalls.send, service.send),
      answers(lendingCalls.invite, service.invite),
      answers(lendingCalls.removeAdmin, service.removeAdmin),
    ],
  }
}
