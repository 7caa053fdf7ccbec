import type { AuditEvent, CaughtEvent, LicenseFamily, RequestEventKind, RequestState } from '@sealwright/contract'
import { bigint, boolean, foreignKey, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { developerId, instant, kept, owned } from '../../kernel/db/columns.ts'
import type { Failure, FlowContent, Handover, Question } from './approval.kind.ts'

export const approvalFlow = pgTable(
  'approval_flow',
  {
    ...owned,
    name: text().notNull(),
    position: integer().notNull(),
    isOn: boolean('is_on').notNull(),
    /** Names administrators who joined while new ones need approval. */
    isForNew: boolean('is_for_new').notNull().default(false),
    version: integer().notNull(),
    revision: integer().notNull(),
    ...kept,
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)
export type Flow = typeof approvalFlow.$inferSelect

export const approvalFlowVersion = pgTable(
  'approval_flow_version',
  {
    developerId: developerId(),
    flowGuid: uuid('flow_guid').notNull(),
    version: integer().notNull(),
    content: jsonb().$type<FlowContent>().notNull(),
    createdBy: uuid('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.developerId, table.flowGuid, table.version] }),
    foreignKey({
      columns: [table.developerId, table.flowGuid],
      foreignColumns: [approvalFlow.developerId, approvalFlow.guid],
    }),
  ],
)

export const approvalRequest = pgTable(
  'approval_request',
  {
    ...owned,
    number: text().notNull(),
    family: text().$type<LicenseFamily>().notNull(),
    event: text().$type<CaughtEvent>().notNull(),
    state: text().$type<RequestState>().notNull(),
    requesterId: uuid('requester_id').notNull(),
    requesterName: text('requester_name').notNull(),
    flowGuid: uuid('flow_guid').notNull(),
    flowVersion: integer('flow_version').notNull(),
    taskGuid: uuid('task_guid'),
    templateName: text('template_name').notNull(),
    productName: text('product_name').notNull(),
    subject: text().notNull(),
    count: integer().notNull(),
    fen: bigint({ mode: 'number' }).notNull(),
    round: integer().notNull().default(1),
    step: integer().notNull().default(1),
    steps: integer().notNull(),
    approverIds: uuid('approver_ids').array().notNull().default([]),
    party: uuid().array().notNull(),
    deciderIds: uuid('decider_ids').array().notNull().default([]),
    handovers: jsonb().$type<Handover[]>().notNull().default([]),
    stepAt: instant('step_at').notNull(),
    remindAt: instant('remind_at'),
    isEscalated: boolean('is_escalated').notNull().default(false),
    expiresAt: instant('expires_at').notNull(),
    decidedAt: instant('decided_at'),
    reason: text(),
    failure: jsonb().$type<Failure>(),
    question: jsonb().$type<Question>(),
    applied: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    settleTaskGuid: uuid('settle_task_guid'),
    isSettled: boolean('is_settled').notNull().default(true),
    revision: integer().notNull().default(1),
    requestedAt: instant('requested_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.developerId, table.guid] }),
    foreignKey({
      columns: [table.developerId, table.flowGuid, table.flowVersion],
      foreignColumns: [approvalFlowVersion.developerId, approvalFlowVersion.flowGuid, approvalFlowVersion.version],
    }),
  ],
)
export type Request = typeof approvalRequest.$inferSelect

const ofRequest = { developerId: developerId(), requestGuid: uuid('request_guid').notNull() }

export const approvalVote = pgTable(
  'approval_vote',
  {
    ...ofRequest,
    round: integer().notNull(),
    step: integer().notNull(),
    accountId: uuid('account_id').notNull(),
    votedAt: instant('voted_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.developerId, table.requestGuid, table.round, table.step, table.accountId] }),
    foreignKey({
      columns: [table.developerId, table.requestGuid],
      foreignColumns: [approvalRequest.developerId, approvalRequest.guid],
    }),
  ],
)
export type Vote = typeof approvalVote.$inferSelect

export const approvalEvent = pgTable(
  'approval_event',
  {
    ...owned,
    requestGuid: uuid('request_guid').notNull(),
    kind: text().$type<RequestEventKind>().notNull(),
    at: instant('at').notNull(),
    actorId: uuid('actor_id'),
    step: integer(),
    text: text(),
    aboutId: uuid('about_id'),
    changes: jsonb().$type<AuditEvent['changes']>().notNull().default([]),
    failure: jsonb().$type<Failure>(),
  },
  (table) => [
    primaryKey({ columns: [table.developerId, table.guid] }),
    foreignKey({
      columns: [table.developerId, table.requestGuid],
      foreignColumns: [approvalRequest.developerId, approvalRequest.guid],
    }),
  ],
)
