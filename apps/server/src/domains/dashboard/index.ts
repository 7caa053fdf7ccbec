// The dashboard: figures and recent operations, each only of what the caller may see. It asks other domains through their faces.
import { dashboardCalls, productCalls } from '@sealwright/contract'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { createOperationLog } from '../operation-log/index.ts'
import type { createProduct } from '../product/index.ts'

const RECENT = 8

export function createDashboard(deps: { product: Pick<ReturnType<typeof createProduct>, 'figures'>; operationLog: Pick<ReturnType<typeof createOperationLog>, 'recent'> }): { bindings: Binding[] } {
  const maySeeProducts = ({ caller }: Scope) => caller.isSuper || (productCalls.find.access.kind === 'privilege' && productCalls.find.access.anyOf.some((name) => caller.privileges.has(name)))
  return {
    bindings: [
      answers(dashboardCalls.get, async (scope) => ({
        products: maySeeProducts(scope) ? await deps.product.figures(scope) : null,
        recentOperations: await deps.operationLog.recent(scope, RECENT),
      })),
    ],
  }
}
