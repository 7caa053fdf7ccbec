// Whether a developer owes anything. Apart from the rest of billing, since every session is told and few sessions ask
// for the rest.
import * as z from 'zod/mini'
import { time } from '../kernel/wire.ts'

/**
 * Overdue: issuing, updating and publishing licenses and editing campaigns are closed. Machines that are bound run on
 * until `graceUntil`.
 */
export const standing = z.object({
  isOverdue: z.boolean(),
  since: z.nullable(time),
  owedFen: z.int(),
  graceUntil: z.nullable(time),
})
export type Standing = z.output<typeof standing>
