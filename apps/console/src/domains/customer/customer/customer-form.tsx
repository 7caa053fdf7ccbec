// The form of a customer, for a new one and for one there is. What to send and where to go next is the screen's.
import { customerCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { ContactSections } from '../../../blocks/form/contact-sections.tsx'
import type { ContactDraft } from '../../../blocks/form/contact-sections.tsx'
import type { Form } from '../../../blocks/form/form-state.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'

export type CustomerAnswer = AnswerOf<typeof customerCalls.get>

export const CUSTOMER_FIELDS = customerCalls.create.payload.shape
export const spellCustomer = (draft: ContactDraft): Record<string, unknown> => ({ ...draft })

export function CustomerForm({ form, isNew }: { form: Form<ContactDraft>; isNew: boolean }) {
  const t = usePhrases()
  return (
    <ContactSections
      form={form}
      isNew={isNew}
      nameSentence={t('customer.customer.form.basicsSentence')}
      contactSentence={t('customer.customer.form.contactSentence')}
    />
  )
}
