// A developer with a product, templates, users and money, and a helper to get the refusal of a call.
import { Refusal } from '@sealwright/client'
import { pcTemplateCalls, productCalls, templateCalls, userCalls } from '@sealwright/contract'
import type { DeveloperStatus, PayloadOf, PcKind } from '@sealwright/contract'
import { productPayload } from './center.ts'
import type { Actor, TestCenter } from './center.ts'
import { pcTemplatePayload, templatePayload, userPayload } from './payloads.ts'

export interface Vendor extends Actor {
  licenseId: number
  productGuid: string
  smartTemplate(given?: Partial<PayloadOf<typeof templateCalls.create>>): Promise<string>
  pcTemplate(kind: PcKind, given?: Partial<PayloadOf<typeof pcTemplateCalls.create>>): Promise<string>
  user(given?: Parameters<typeof userPayload>[0]): Promise<string>
}

/**
 * Creates a product with both license forms (cloud only for a trial) and the modules 1, 2 and 64, and credits the
 * money.
 */
export async function createVendor(
  center: TestCenter,
  {
    yuan = 10_000,
    status = 'formal',
    product = {},
  }: { yuan?: number; status?: DeveloperStatus; product?: Parameters<typeof productPayload>[0] } = {},
): Promise<Vendor> {
  const actor = await center.developer({ status })
  const payload = productPayload({
    name: '星图',
    displayName: '星图专业版',
    licenseForm: status === 'trial' ? 1 : 3,
    modules: [{ moduleId: 1, moduleName: '导出' }, { moduleId: 2 }, { moduleId: 64 }],
    ...product,
  })
  const { guid: productGuid } = await actor.call(productCalls.create, payload)
  if (yuan > 0) await center.credit(actor, yuan * 100)
  return {
    ...actor,
    licenseId: payload.licenseId,
    productGuid,
    smartTemplate: async (given = {}) =>
      (await actor.call(templateCalls.create, templatePayload(payload.licenseId, given))).guid,
    pcTemplate: async (kind, given = {}) =>
      (await actor.call(pcTemplateCalls.create, pcTemplatePayload(kind, payload.licenseId, given))).guid,
    user: async (given = {}) => (await actor.call(userCalls.create, userPayload(given))).guid,
  }
}

/** Returns the refusal of a call. Fails the test if the call succeeds. */
export async function refused(attempt: Promise<unknown>): Promise<Refusal> {
  const outcome = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(outcome instanceof Refusal)) throw outcome ?? new Error('the call was not refused')
  return outcome
}
