// The Drizzle columns of messages. The SQL in db/migrations is the source; a test compares the two.
import type { MessageKind } from '@sealwright/contract'
import { jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { instant, owned } from '../../kernel/db/columns.ts'
import type { MessageParams } from '../../kernel/notify.ts'

export const message = pgTable(
  'message',
  {
    ...owned,
    accountId: uuid('account_id').notNull(),
    kind: text().$type<MessageKind>().notNull(),
    params: jsonb().$type<MessageParams>().notNull(),
    link: text().notNull(),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
  },
  (table) => [primaryKey({ columns: [table.developerId, table.guid] })],
)

export type Message = typeof message.$inferSelect
