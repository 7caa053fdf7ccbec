import type { Locale, ReviewStatusCode } from '@sealwright/contract'
import type { EMAIL_TEMPLATE_TYPES } from '@sealwright/contract'
import { integer, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core'
import { instant, kept, owned } from '../../kernel/db/columns.ts'

type TypeCode = (typeof EMAIL_TEMPLATE_TYPES)[keyof typeof EMAIL_TEMPLATE_TYPES]

export const emailTemplate = pgTable(
  'email_template',
  {
    ...owned,
    name: text().notNull(),
    type: smallint().$type<TypeCode>().notNull(),
    language: text().$type<Locale>().notNull(),
    subject: text().notNull(),
    body: text().notNull(),
    text: text(),
    status: smallint().$type<ReviewStatusCode>().notNull(),
    reason: text(),
    submittedAt: instant('submitted_at').notNull(),
    revision: integer().notNull(),
    ...kept,
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type EmailTemplate = typeof emailTemplate.$inferSelect
