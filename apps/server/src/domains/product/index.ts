// The public interface of products.
import { productCalls } from '@sealwright/contract'
import { answers } from '../../kernel/http/context.ts'
import type { Binding } from '../../kernel/http/context.ts'
import type { Scope } from '../../kernel/scope.ts'
import { countAllProducts, countProducts } from './product.queries.ts'
import { createProductService } from './product.service.ts'
import type { ProductDeps } from './product.service.ts'

export {
  findGrantables,
  listDisplayNames,
  listOptions,
  listUnfit,
  listProductGuids,
  listProductNames,
} from './product.queries.ts'
export type { Grantable } from './product.queries.ts'
export { areaAnswer, keptArea, moduleList } from './product.rules.ts'
export type { LicenseCounts, ProductLicenses, ProductUse } from './product.service.ts'

export interface ProductFigures {
  count: number
  withModules: number
}

export function createProduct(deps: ProductDeps): {
  bindings: Binding[]
  figures(scope: Scope): Promise<ProductFigures>
  countAll(scope: Scope): Promise<number>
} {
  const service = createProductService(deps)
  return {
    figures: countProducts,
    countAll: countAllProducts,
    bindings: [
      answers(productCalls.find, service.find),
      answers(productCalls.get, service.get),
      answers(productCalls.logos, service.logos),
      answers(productCalls.nextLicenseId, service.nextLicenseId),
      answers(productCalls.create, service.create),
      answers(productCalls.update, service.update),
      answers(productCalls.previewUpdate, service.previewUpdate),
      answers(productCalls.delete, service.remove),
    ],
  }
}
