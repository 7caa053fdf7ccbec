// Types that the parts of the approval domain share.
import type {
  AuditEvent,
  CaughtEvent,
  ErrorName,
  LicenseFamily,
  RequestEventKind,
  StepMode,
} from '@sealwright/contract'
import type { Db } from '../../kernel/db/database.ts'

export interface FlowStep {
  userIds: readonly string[]
  roleGuids: readonly string[]
  mode: StepMode
  remindHours: number | null
}

/** What a version of a flow keeps. */
export interface FlowContent {
  name: string
  families: readonly LicenseFamily[]
  events: readonly CaughtEvent[]
  licenseIds: readonly number[]
  templateGuids: readonly string[]
  requesterIds: readonly string[]
  requesterRoleGuids: readonly string[]
  includesSuper: boolean
  countAbove: number | null
  fenAbove: number | null
  daysAbove: number | null
  gifts: boolean
  expireDays: number
  steps: readonly FlowStep[]
}

/** An approver who gave the turn in the present step to another one. */
export interface Handover {
  from: string
  to: string
}

export interface Question {
  askerId: string
  text: string
  at: string
}

/** A refusal, stored by name, so that everybody reads it in their own language. */
export interface Failure {
  error: ErrorName
  params: Record<string, string | number>
}

export interface NewEvent {
  kind: RequestEventKind
  actorId: string | null
  step?: number | null
  text?: string | null
  aboutId?: string | null
  changes?: AuditEvent['changes']
  failure?: Failure | null
}

/** A developer's transaction at a moment. */
export interface Moment {
  db: Db
  developerId: number
  now: Date
}
