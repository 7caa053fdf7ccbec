// A developer who has something to sell: a product, templates of it, users, and money. And what a call was refused
// with.
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

/** With a product of both forms (a trial's is cloud alone), its modules 1, 2 and 64, and so many yuan. */
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

/** What a call was refused with; one that was answered fails the test. */
export async function refused(attempt: Promise<unknown>): Promise<Refusal> {
  const outcome = await attempt.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(outcome instanceof Refusal)) throw outcome ?? new Error('it was not refused')
  return outcome
}
