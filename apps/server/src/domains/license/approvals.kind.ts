// The two sides of approval. `Approvals` is the port to approval flows, which the approval domain implements.
// `RequestEffects` is what the license domain does for an approval request.
import type {
  AuditAnswer,
  AuditItem,
  GivenTemplate,
  IssuePreview,
  LicenseFamily,
  RequestState,
} from '@sealwright/contract'
import type { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'

/** Changed terms, as the calls decode them. */
export type GivenChanges = GivenTemplate & {
  productEnds?: readonly { licenseId: number; endTime: string | null }[] | null | undefined
}

/** An issue or update, as flows see it. Of a batch, everything is counted together. */
export interface ApprovalAsked {
  family: LicenseFamily
  event: 'issue' | 'update'
  templateGuid: string
  licenseIds: readonly number[]
  count: number
  fen: number
  /** Null: permanent. */
  days: number | null
  isGift: boolean
}

export interface CaughtBy {
  flowGuid: string
  version: number
  name: string
}

/** Licenses that join a request. */
export interface Filed {
  family: LicenseFamily
  event: 'issue' | 'update'
  /** The batch. All rows of a batch that one flow catches make one request, which opens when the batch ends. */
  taskGuid: string | null
  templateName: string
  productName: string
  /** The account or code of the first license. */
  subject: string
  count: number
  /** The amount on hold. */
  fen: number
}

export interface Standing {
  requestGuid: string
  state: RequestState
  step: number
  steps: number
  /** The names of those who can decide now. */
  waitsFor: string[]
}

export interface Approvals {
  /** The first flow that catches this request of the caller, or of this account. Writes nothing. */
  catches(scope: Scope, asked: ApprovalAsked, requesterId?: string): Promise<CaughtBy | null>
  /** Adds licenses to the request of this flow and batch, or makes a request. Returns its guid. */
  file(scope: Scope, by: CaughtBy, filed: Filed): Promise<string>
  /** The flow of a request, in the version that caught it. Later chunks of a batch follow the first one. */
  flowOf(scope: Scope, requestGuid: string): Promise<CaughtBy>
  standing(scope: Scope, requestGuids: readonly string[]): Promise<Map<string, Standing>>
  /**
   * Locks these requests, and those that this batch gathers, in guid order. Everybody locks a request before its
   * licenses, as a decision does: a deletion and an approval at the same moment must not deadlock.
   */
  lock(scope: Scope, of: { requestGuids?: readonly string[]; taskGuid?: string }): Promise<void>
  /** Licenses of these requests were deleted, or their updates dropped. A request without licenses is withdrawn. */
  shrunk(scope: Scope, lost: ReadonlyMap<string, { count: number; fen: number }>): Promise<void>
  /** A batch ended: its requests open. */
  batchEnded(scope: Pick<Scope, 'db' | 'developerId'> & { now: Date }, taskGuid: string): Promise<void>
}

/** A part of a request that takes effect in one transaction: the licenses of an issue, or the update of one license. */
export interface RequestPiece {
  kind: 'issue' | 'update'
  /** The issue, or the license. */
  guid: string
  count: number
}

/** None of these checks rights or row scope: the approval domain does. */
export interface RequestEffects {
  /** The parts that still wait, in a fixed order. */
  listPieces(scope: Pick<Scope, 'db' | 'developerId'>, requestGuid: string): Promise<RequestPiece[]>
  /**
   * Locks everything that these parts change, except money. A transaction of several parts calls it first: a use or an
   * issue that holds a license or a user and waits for the wallet must not wait for it too.
   */
  lockPieces(scope: Scope, pieces: readonly RequestPiece[]): Promise<void>
  /** Puts a part in force and captures its hold. If it cannot, it is rejected, and the refusal tells why. */
  approvePiece(scope: Scope, requestGuid: string, piece: RequestPiece): Promise<{ count: number; refusal?: Refusal }>
  /** Rejects a part and releases its hold. */
  rejectPiece(scope: Scope, requestGuid: string, piece: RequestPiece, reason: string): Promise<{ count: number }>
  /** Changes the terms of waiting codes. The hold follows the new price. */
  edit(
    scope: Scope,
    requestGuid: string,
    changes: GivenChanges,
  ): Promise<{ fen: number; changes: FieldChange[]; asked: ApprovalAsked }>
  /**
   * Puts rejected licenses under approval again, with a new hold and new quota, and other terms if given. `asked` has
   * one entry for each template.
   */
  resubmit(
    scope: Scope,
    requestGuid: string,
    changes: GivenChanges | undefined,
  ): Promise<{ fen: number; count: number; changes: FieldChange[]; asked: ApprovalAsked[] }>
  previewEdit(scope: Scope, requestGuid: string, changes: GivenChanges | undefined): Promise<IssuePreview>
  form(scope: Scope, requestGuid: string): Promise<RequestForm>
  /** `isOpen`: the terms can still change, so they are compared with the template of today. */
  describe(scope: Scope, requestGuid: string, isOpen: boolean): Promise<RequestDescription>
  /** What the customer or user of a request has, as far as the row scope shows it. */
  holdings(scope: Scope, requestGuid: string): Promise<AuditAnswer['holdings']>
  listItems(
    scope: Scope,
    requestGuid: string,
    page: { offset: number; limit: number },
  ): Promise<{ rows: AuditItem[]; records: number }>
}

export type FieldChange = AuditAnswer['licenseChanges'][number]
export type RequestDescription = Pick<
  AuditAnswer,
  'remark' | 'customerName' | 'integratorName' | 'templateChanges' | 'licenseChanges'
>
/** As `audit.form` answers. */
export interface RequestForm {
  family: LicenseFamily
  template: object
  terms: object
}
