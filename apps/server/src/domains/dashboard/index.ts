// The dashboard: what needs attention, the state at a glance, and recent operations, limited to what the caller may
// see. It reads other domains through their public interfaces.
import { TEMPLATE_FAMILIES, dashboardCalls, templatePrivilege } from '@sealwright/contract'
import type { TemplateFamily } from '@sealwright/contract'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { createProduct } from '../product/index.ts'
import type { createTemplate } from '../template/index.ts'
import { createAttention } from './attention.service.ts'
import type { AttentionDeps } from './attention.service.ts'
import { createGlance, maySee } from './glance.service.ts'
import type { GlanceDeps } from './glance.service.ts'
import { createOperations } from './operations.service.ts'
import type { OperationsDeps } from './operations.service.ts'

interface Deps extends AttentionDeps, GlanceDeps, OperationsDeps {
  customer: AttentionDeps['customer'] & GlanceDeps['customer']
  dongle: AttentionDeps['dongle'] & GlanceDeps['dongle']
  license: AttentionDeps['license'] & GlanceDeps['license']
  product: AttentionDeps['product'] & Pick<ReturnType<typeof createProduct>, 'figures'>
  template: Pick<ReturnType<typeof createTemplate>, 'figures'>
}

export function createDashboard(deps: Deps): { bindings: Binding[] } {
  const glanceAt = createGlance(deps)
  const recent = createOperations(deps)

  async function templates(scope: Scope): Promise<Record<TemplateFamily, number | null>> {
    const seen = await deps.template.figures(scope)
    return Object.fromEntries(
      TEMPLATE_FAMILIES.map((family) => [
        family,
        maySee(scope, templatePrivilege(family, 'view')) ? seen[family] : null,
      ]),
    ) as Record<TemplateFamily, number | null> // one for each family
  }

  return {
    bindings: [
      answers(dashboardCalls.get, async (scope) => {
        const { total, isUsed, ...seen } = await glanceAt(scope)
        return {
          beginning: {
            products: maySee(scope, 'product.view') ? await deps.product.figures(scope) : null,
            templates: await templates(scope),
            licenses: total,
            isUsed,
          },
          ...seen,
          recentOperations: await recent(scope),
        }
      }),
      answers(dashboardCalls.attention, createAttention(deps)),
    ],
  }
}
