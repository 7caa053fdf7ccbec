// Column types that Drizzle lacks, and the columns that many tables share.
import { bigint, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const developerId = () => bigint('developer_id', { mode: 'number' }).notNull()

/** The primary key of a developer's row. */
export const owned = { developerId: developerId(), guid: uuid().notNull() }

/** Creation, last update and deletion. A deleted row is kept for a while. */
export const kept = {
  createdBy: uuid('created_by').notNull(),
  updatedBy: uuid('updated_by').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  deletedAt: instant('deleted_at'),
}

export const contact = { contact: text(), phone: text(), email: text(), address: text(), remark: text() }
