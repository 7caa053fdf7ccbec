import type { MailProblem, TlsMode } from '@sealwright/contract'
import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, instant, kept, owned } from '../../kernel/db/columns.ts'

export const sender = pgTable(
  'sender',
  {
    ...owned,
    email: text().notNull(),
    name: text(),
    host: text().notNull(),
    port: integer().notNull(),
    tls: text().$type<TlsMode>().notNull(),
    smtpUser: text('smtp_user'),
    password: bytes(),
    isDefault: boolean('is_default').notNull(),
    verifiedAt: instant('verified_at'),
    failingSince: instant('failing_since'),
    problem: text().$type<MailProblem>(),
    said: text(),
    failedAt: instant('failed_at'),
    revision: integer().notNull(),
    ...kept,
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type Sender = typeof sender.$inferSelect
