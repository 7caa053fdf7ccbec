// The list of all calls. The server registers it, the OpenAPI document describes it, and the conformance tests iterate
// over it.
import { accessCalls, roleCalls } from './domains/access.ts'
import { billingCalls, orderCalls, packageCalls, serviceFeeCalls } from './domains/billing.ts'
import { captchaCalls } from './domains/captcha.ts'
import { customerCalls, tagCalls, userCalls } from './domains/customer.ts'
import { dashboardCalls } from './domains/dashboard.ts'
import { developerCalls } from './domains/developer.ts'
import { identityCalls } from './domains/identity.ts'
import { integratorCalls } from './domains/integrator.ts'
import { licenseCalls, pcLicenseCalls } from './domains/license.ts'
import { operationLogCalls } from './domains/operation-log.ts'
import { ownAccountCalls } from './domains/own-account.ts'
import { productCalls } from './domains/product.ts'
import { deviceSettingCalls, runtimeLogCalls, seatCalls, signingKeyCalls } from './domains/runtime-desk.ts'
import { runtimeCalls } from './domains/runtime.ts'
import { taskCalls } from './domains/task.ts'
import { pcTemplateCalls, templateCalls } from './domains/template.ts'
import { sandboxCalls, topUpCalls } from './domains/top-up.ts'
import type { Call } from './kernel/call.ts'

export const CALLS: readonly Call[] = [
  captchaCalls,
  identityCalls,
  ownAccountCalls,
  developerCalls,
  accessCalls,
  roleCalls,
  integratorCalls,
  productCalls,
  templateCalls,
  pcTemplateCalls,
  licenseCalls,
  pcLicenseCalls,
  runtimeCalls,
  seatCalls,
  runtimeLogCalls,
  signingKeyCalls,
  deviceSettingCalls,
  userCalls,
  customerCalls,
  tagCalls,
  billingCalls,
  orderCalls,
  topUpCalls,
  sandboxCalls,
  packageCalls,
  serviceFeeCalls,
  taskCalls,
  operationLogCalls,
  dashboardCalls,
].flatMap((domain) => Object.values(domain))
