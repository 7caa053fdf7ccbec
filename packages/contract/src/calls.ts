// Every call there is. The server registers this list, the OpenAPI document describes it, the conformance tests walk it.
import { dashboardCalls } from './domains/dashboard.ts'
import { identityCalls } from './domains/identity.ts'
import { operationLogCalls } from './domains/operation-log.ts'
import { productCalls } from './domains/product.ts'
import type { Call } from './kernel/call.ts'

export const CALLS: readonly Call[] = [identityCalls, productCalls, operationLogCalls, dashboardCalls].flatMap((domain) => Object.values(domain))
