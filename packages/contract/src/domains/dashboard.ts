// The first page after signing in: what there is, what happened lately, what a newcomer does next.
import * as z from 'zod/mini'
import { anySession, defineCall, defineCalls } from '../kernel/call.ts'
import { operationRow } from './operation-log.ts'
import { TEMPLATE_FAMILIES } from './template-content.ts'
import type { TemplateFamily } from './template-content.ts'

export const dashboardCalls = defineCalls('dashboard', {
  get: defineCall({
    method: 'GET',
    path: '/dashboard/get.do',
    access: anySession,
    effect: 'read',
    payload: z.object({}),
    answer: z.object({
      products: z.nullable(z.object({ count: z.int(), withModules: z.int(), withDataArea: z.int() })),
      /** Templates of each family. */
      templates: z.object(Object.fromEntries(TEMPLATE_FAMILIES.map((family) => [family, z.nullable(z.int())])) as Record<TemplateFamily, z.ZodMiniNullable<z.ZodMiniInt>>), // fromEntries forgets the names
      people: z.object({ users: z.nullable(z.int()), customers: z.nullable(z.int()) }),
      recentOperations: z.array(operationRow),
    }),
    errors: [],
    summary: 'Figures of what the caller may see (null where not) and the latest operations.',
  }),
})
