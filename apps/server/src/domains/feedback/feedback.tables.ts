import type { FeedbackKind, PictureType } from '@sealwright/contract'
import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { bytes, developerId, instant, owned } from '../../kernel/db/columns.ts'

export const feedback = pgTable(
  'feedback',
  {
    ...owned,
    accountId: uuid('account_id').notNull(),
    kind: text().$type<FeedbackKind>().notNull(),
    text: text().notNull(),
    contact: text(),
    page: text(),
    version: text().notNull(),
    createdAt: instant('created_at').notNull(),
    answer: text(),
    answeredAt: instant('answered_at'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export const feedbackPicture = pgTable(
  'feedback_picture',
  {
    developerId: developerId(),
    feedbackGuid: uuid('feedback_guid').notNull(),
    position: integer().notNull(),
    type: text().$type<PictureType>().notNull(),
    bytes: bytes().notNull(),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.feedbackGuid, table.position] })],
)

export type Feedback = typeof feedback.$inferSelect
export type FeedbackPicture = typeof feedbackPicture.$inferSelect
