// Valid payloads for tests. Pass the fields that the test is about.
import { randomUUID } from 'node:crypto'
import { LICENSE_FORMS } from '@sealwright/contract'
import type {
  Call,
  CallGroups,
  PayloadOf,
  PcKind,
  customerCalls,
  pcTemplateCalls,
  templateCalls,
  userCalls,
} from '@sealwright/contract'

/** Valid templates for a product with both license forms. */
export function templatePayload(
  licenseId: number,
  given: Partial<PayloadOf<typeof templateCalls.create>> = {},
): PayloadOf<typeof templateCalls.create> {
  return { name: '测试模板', licenseId, isForever: true, ...given }
}

export function pcTemplatePayload(
  kind: PcKind,
  licenseId: number,
  given: Partial<PayloadOf<typeof pcTemplateCalls.create>> = {},
): PayloadOf<typeof pcTemplateCalls.create> {
  const ofKind = {
    account: {
      licenseForm: LICENSE_FORMS.soft,
      billingMode: 'oneTime',
      isForever: true,
      offlineDays: 30,
      licBindLimit: 2,
    },
    sn: { billingMode: 'oneTime', isForever: true },
    dongle: { isForever: true },
  } as const
  return { kind, name: '测试模板', licenseId, ...ofKind[kind], ...given }
}

/** A user with a unique address, who gets no message. */
export function userPayload(
  given: Partial<PayloadOf<typeof userCalls.create>> = {},
): PayloadOf<typeof userCalls.create> {
  return { account: `user-${randomUUID()}@test.example`, sendMail: false, ...given }
}

export function customerPayload(
  given: Partial<PayloadOf<typeof customerCalls.create>> = {},
): PayloadOf<typeof customerCalls.create> {
  return { name: `客户 ${randomUUID()}`, ...given }
}

type EntityVerb = 'find' | 'get' | 'create' | 'update' | 'delete'
type Groups = {
  [Name in keyof CallGroups as Name extends `${infer Noun}Calls` ? Noun : never]: CallGroups[Name]
}
/** Entities whose conformance payloads and samples are written by hand. */
type ByHand = 'access' | 'customer' | 'pcTemplate' | 'product' | 'role' | 'tag' | 'template' | 'user'
type EntityNoun = {
  [Noun in keyof Groups]: Groups[Noun] extends Record<EntityVerb, Call> ? Noun : never
}[keyof Groups]
type EntityPayloads = Record<Exclude<EntityNoun, ByHand>, () => object>

const ORGANIZATION = {
  contact: '陈集',
  phone: '13800138000',
  email: 'chen@partner.example',
  address: '上海',
  remark: '备注',
}

/** A payload with every field that creates a new row of an entity. The compiler asks for each entity. */
export const ENTITY_PAYLOADS = {
  integrator: () => ({ ...ORGANIZATION, name: `集成商 ${randomUUID()}`, cloudQuota: 5, softQuota: 5 }),
} satisfies EntityPayloads
