// The debts of a developer. Separate from billing.ts, because every session includes them and few sessions need the
// rest.
import * as z from 'zod/mini'
import { time } from '../../kernel/wire.ts'

/**
 * While overdue, licenses cannot be issued, updated or published and campaigns cannot be edited. Bound devices keep
 * working until `graceUntil`.
 */
export const standing = z.object({
  isOverdue: z.boolean(),
  since: z.nullable(time),
  owedFen: z.int(),
  graceUntil: z.nullable(time),
})
export type Standing = z.output<typeof standing>
