// The form sections that customers and integrators share: name, remark and contact data. All fields are texts, sent as
// they are; an empty text clears the stored value.
import { LIMITS } from '@sealwright/contract'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { TextField } from './field.tsx'
import { FormSection } from './form-section.tsx'
import type { Form } from './form-state.ts'

export const EMPTY_CONTACT = { name: '', contact: '', phone: '', email: '', address: '', remark: '' }
export type ContactDraft = typeof EMPTY_CONTACT

type Contact = { name: string } & Record<Exclude<keyof ContactDraft, 'name'>, string | null>

export function contactDraft({ name, contact, phone, email, address, remark }: Contact): ContactDraft {
  return {
    name,
    contact: contact ?? '',
    phone: phone ?? '',
    email: email ?? '',
    address: address ?? '',
    remark: remark ?? '',
  }
}

interface ContactSectionsProps<Values extends ContactDraft> {
  form: Form<Values>
  isNew: boolean
  /** Says which names are already taken. */
  nameSentence: string
  /** Says who sees the contact data. */
  contactSentence: string
}

export function ContactSections<Values extends ContactDraft>({
  form: whole,
  isNew,
  nameSentence,
  contactSentence,
}: ContactSectionsProps<Values>) {
  const t = usePhrases()
  const form = whole as unknown as Form<ContactDraft> // what has more fields has these
  return (
    <>
      <FormSection title={t('blocks.contact.basics')} sentence={nameSentence}>
        <TextField form={form} name="name" hasFocus={isNew} counterMax={LIMITS.customer.nameMax} />
        <TextField form={form} name="remark" rows={3} counterMax={LIMITS.customer.remarkMax} />
      </FormSection>
      <FormSection title={t('blocks.contact.ways')} sentence={contactSentence}>
        <TextField form={form} name="contact" />
        <div className="field-row">
          <TextField form={form} name="phone" />
          <TextField form={form} name="email" />
        </div>
        <TextField form={form} name="address" />
      </FormSection>
    </>
  )
}
