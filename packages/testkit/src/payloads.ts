// What tests send: payloads that break no rule; give what the test is about.
import { LICENSE_FORMS } from '@sealwright/contract'
import type { PayloadOf, PcKind, pcTemplateCalls, templateCalls } from '@sealwright/contract'

/** Templates that break no rule, for a product that has both forms. */
export function templatePayload(licenseId: number, given: Partial<PayloadOf<typeof templateCalls.create>> = {}): PayloadOf<typeof templateCalls.create> {
  return { name: '测试模板', licenseId, isForever: true, ...given }
}

export function pcTemplatePayload(kind: PcKind, licenseId: number, given: Partial<PayloadOf<typeof pcTemplateCalls.create>> = {}): PayloadOf<typeof pcTemplateCalls.create> {
  const ofKind = {
    account: { licenseForm: LICENSE_FORMS.soft, billingMode: 'oneTime', isForever: true, offlineDays: 30, licBindLimit: 2 },
    sn: { billingMode: 'oneTime', isForever: true },
    dongle: { isForever: true },
  } as const
  return { kind, name: '测试模板', licenseId, ...ofKind[kind], ...given }
}
