// Administrators and what they may do.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls } from '../kernel/call.ts'

/** An administrator as filters and pickers name one; shown by the first present of userName, account, phone, email. */
const adminOption = z.object({ userId: z.string(), userName: z.nullable(z.string()), account: z.nullable(z.string()), phone: z.nullable(z.string()), email: z.nullable(z.string()) })
export type AdminOption = z.input<typeof adminOption>

export function adminName({ userName, account, phone, email }: Omit<AdminOption, 'userId'>): string {
  return userName || account || phone || email || ''
}

export const accessCalls = defineCalls('access', {
  list: defineCall({
    method: 'POST',
    path: '/admin/list.do',
    access: anySession,
    effect: 'read',
    payload: z.object({}),
    answer: z.array(adminOption),
    errors: [],
    summary: 'The administrators of the developer, for filters; none for an integrator (`devType` 1).',
  }),
})
