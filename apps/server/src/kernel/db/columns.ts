// Kinds of columns that Drizzle has no short name for, as every table means them.
import { customType, timestamp } from 'drizzle-orm/pg-core'

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' })
