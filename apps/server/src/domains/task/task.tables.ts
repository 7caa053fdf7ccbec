// The Drizzle columns of the task tables. The SQL in db/migrations is the source; a test compares the two.
import type { TaskKind } from '@sealwright/contract'
import { boolean, foreignKey, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { developerId, instant, owned } from '../../kernel/db/columns.ts'
import type { RowReason } from './task.kind.ts'

export const task = pgTable(
  'task',
  {
    ...owned,
    kind: text().$type<TaskKind>().notNull(),
    status: integer().$type<0 | 1 | 2 | 3 | 4 | 5 | 6>().notNull().default(0),
    isDraft: boolean('is_draft').notNull().default(false),
    subject: text().notNull(),
    options: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    total: integer().notNull(),
    success: integer().notNull().default(0),
    fail: integer().notNull().default(0),
    skip: integer().notNull().default(0),
    position: integer().notNull().default(0),
    undoes: uuid(),
    undoneBy: uuid('undone_by'),
    error: text().$type<RowReason['error']>(),
    createdBy: uuid('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    startedAt: instant('started_at'),
    finishedAt: instant('finished_at'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const taskRow = pgTable(
  'task_row',
  {
    developerId: developerId(),
    taskGuid: uuid('task_guid').notNull(),
    n: integer().notNull(),
    input: jsonb().$type<Record<string, unknown>>().notNull(),
    state: integer().$type<0 | 1 | 2 | 3>().notNull().default(0),
    reason: jsonb().$type<RowReason>(),
    effect: jsonb().$type<Record<string, unknown>>(),
  },
  (table) => [
    primaryKey({ columns: [table.developerId, table.taskGuid, table.n] }),
    foreignKey({
      columns: [table.developerId, table.taskGuid],
      foreignColumns: [task.developerId, task.guid],
    }).onDelete('cascade'),
  ],
)

export type Task = typeof task.$inferSelect
