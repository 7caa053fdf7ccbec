// The numbers at the bell. Apart from messages, so that the console's frame does not load their calls.
import * as z from 'zod/mini'

/** The numbers of unread rows. Counting stops at `LIMITS.message.countedMax`. */
export const unreadCounts = z.object({ messages: z.int(), notices: z.int() })
export type UnreadCounts = z.input<typeof unreadCounts>
