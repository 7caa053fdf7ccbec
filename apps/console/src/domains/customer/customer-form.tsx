// The form of a customer, for a new one and for one there is. It draws the fields; what to send and where to go next is the screen's.
import { LIMITS } from '@sealwright/contract'
import { TextField } from '../../blocks/field.tsx'
import { FormSection } from '../../blocks/form-section.tsx'
import type { Form } from '../../blocks/form-state.ts'
import { usePhrases } from '../../lib/i18n.tsx'
import type { CustomerDraft } from './customer-draft.ts'

export function CustomerForm({ form, isExisting }: { form: Form<CustomerDraft>; isExisting: boolean }) {
  const t = usePhrases()
  return (
    <>
      <FormSection title={t('customer.customer.form.basics')} sentence={t('customer.customer.form.basicsSentence')}>
        <TextField form={form} name="name" hasFocus={!isExisting} />
        <TextField form={form} name="remark" rows={3} counterMax={LIMITS.customer.remarkMax} />
      </FormSection>
      <FormSection title={t('customer.customer.form.contact')} sentence={t('customer.customer.form.contactSentence')}>
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
