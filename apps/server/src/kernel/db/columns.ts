// Kinds of columns that Drizzle has no short name for, and those that many tables have, as every table means them.
import { bigint, customType, text, timestamp, uuid } from 'drizzle-orm/pg-core'

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
export const developerId = () => bigint('developer_id', { mode: 'number' }).notNull()

/** Whose it is, and which: the key of what a developer has. */
export const owned = { developerId: developerId(), guid: uuid().notNull() }

/** Who made it, who changed it last, and when. What is deleted stays for a while. */
export const kept = {
  createdBy: uuid('created_by').notNull(),
  updatedBy: uuid('updated_by').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
  deletedAt: instant('deleted_at'),
}

/** How somebody is reached. */
export const contact = { contact: text(), phone: text(), email: text(), address: text(), remark: text() }
