// Valid payloads for tests. Pass the fields that the test is about.
import { randomUUID } from 'node:crypto'
import { CALLS, LICENSE_FORMS } from '@sealwright/contract'
import type {
  Call,
  PayloadOf,
  PcKind,
  customerCalls,
  pcTemplateCalls,
  templateCalls,
  userCalls,
} from '@sealwright/contract'
import type * as z from 'zod/mini'

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

/** Values of fields that several entities have. A name is unique and short enough for each of them. */
const SAMPLES: Readonly<Record<string, () => string | number>> = {
  name: () => randomUUID().slice(0, 18),
  contact: () => '陈集',
  phone: () => '13800138000',
  email: () => 'chen@partner.example',
  address: () => '上海',
  remark: () => '备注',
  cloudQuota: () => 5,
  softQuota: () => 5,
  host: () => 'smtp.partner.example',
  port: () => 587,
  tls: () => 'starttls',
  smtpUser: () => 'chen',
  password: () => 'secret',
  type: () => 1,
  language: () => 'zh',
  subject: () => '{developerName} 欢迎您',
  body: () => '<p>{userName}，您的账号是 {account}。</p>',
  text: () => '{userName}，您的账号是 {account}。',
}
const ENTITY_VERBS = ['find', 'get', 'create', 'update', 'delete']

function payloadsOf({ name, payload }: Call): [string, () => object][] {
  const [noun = '', verb] = name.split('.')
  const { def } = payload._zod
  if (verb !== 'create' || def.type !== 'object') return []
  const fields = Object.keys((def as z.core.$ZodObjectDef).shape) // the type says which definition it is
  const hasCalls = ENTITY_VERBS.every((other) => CALLS.some((call) => call.name === `${noun}.${other}`))
  if (!hasCalls || !fields.every((field) => field in SAMPLES)) return []
  return [[noun, () => Object.fromEntries(fields.map((field) => [field, SAMPLES[field]?.()]))]]
}

/**
 * Payloads with every field that create a row, by the noun of the calls: of each entity that has the usual five calls
 * and only fields with a sample.
 */
export const ENTITY_PAYLOADS: ReadonlyMap<string, () => object> = new Map(CALLS.flatMap(payloadsOf))
