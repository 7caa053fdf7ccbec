// A customer as it is being typed. Every field is a text, spelled as it travels: an empty one clears.
import { customerCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'

export type CustomerAnswer = AnswerOf<typeof customerCalls.get>

export const customerFields = customerCalls.create.payload.shape

export type CustomerDraft = Record<keyof typeof customerFields, string>

export const EMPTY_CUSTOMER: CustomerDraft = { name: '', contact: '', phone: '', email: '', address: '', remark: '' }

export function customerDraft({ name, contact, phone, email, address, remark }: CustomerAnswer): CustomerDraft {
  return { name, contact: contact ?? '', phone: phone ?? '', email: email ?? '', address: address ?? '', remark: remark ?? '' }
}

export const spellCustomer = (draft: CustomerDraft): Record<string, unknown> => ({ ...draft })
