// The dashboard: figures and recent operations, limited to what the caller may see. It reads other domains through
// their public interfaces.
import { TEMPLATE_FAMILIES, dashboardCalls, templatePrivilege } from '@sealwright/contract'
import type { Privilege, TemplateFamily } from '@sealwright/contract'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { createCustomer } from '../customer/index.ts'
import type { LicenseDomain } from '../license/index.ts'
import type { createOperationLog } from '../operation-log/index.ts'
import type { createProduct } from '../product/index.ts'
import type { createTemplate } from '../template/index.ts'

const RECENT = 8

interface Deps {
  customer: Pick<ReturnType<typeof createCustomer>, 'figures'>
  license: Pick<LicenseDomain, 'figures'>
  product: Pick<ReturnType<typeof createProduct>, 'figures'>
  template: Pick<ReturnType<typeof createTemplate>, 'figures'>
  operationLog: Pick<ReturnType<typeof createOperationLog>, 'recent'>
}

export function createDashboard({ customer, license, product, template, operationLog }: Deps): { bindings: Binding[] } {
  const maySee = ({ caller }: Scope, right: Privilege) => caller.isSuper || caller.privileges.has(right)

  async function templates(scope: Scope): Promise<Record<TemplateFamily, number | null>> {
    const seen = await template.figures(scope)
    return Object.fromEntries(
      TEMPLATE_FAMILIES.map((family) => [
        family,
        maySee(scope, templatePrivilege(family, 'view')) ? seen[family] : null,
      ]),
    ) as Record<TemplateFamily, number | null> // one for each family
  }

  async function people(scope: Scope) {
    const [seesUsers, seesCustomers] = [maySee(scope, 'user.view'), maySee(scope, 'customer.view')]
    if (!seesUsers && !seesCustomers) return { users: null, customers: null }
    const { users, customers } = await customer.figures(scope)
    return { users: seesUsers ? users : null, customers: seesCustomers ? customers : null }
  }

  return {
    bindings: [
      answers(dashboardCalls.get, async (scope) => ({
        products: maySee(scope, 'product.view') ? await product.figures(scope) : null,
        templates: await templates(scope),
        people: await people(scope),
        licenses: await license.figures(scope),
        recentOperations: await operationLog.recent(scope, RECENT),
      })),
    ],
  }
}
