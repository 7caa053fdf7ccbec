// The inputs of a customer, for a new one and an existing one.
import { FieldSections } from '../../../blocks/entity/entity-form.tsx'
import type { TextDraft } from '../../../blocks/entity/entity-form.tsx'
import type { Form } from '../../../blocks/form/form-state.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { customer } from './customer.entity.tsx'

export function CustomerForm({ form, isNew = false }: { form: Form<TextDraft>; isNew?: boolean }) {
  const t = usePhrases()
  return (
    <FieldSections
      entity={customer}
      form={form}
      isNew={isNew}
      sections={[
        {
          title: t('blocks.contact.basics'),
          sentence: t('customer.customer.form.basicsSentence'),
          fields: ['name', 'remark'],
        },
        {
          title: t('blocks.contact.ways'),
          sentence: t('customer.customer.form.contactSentence'),
          fields: ['contact', ['phone', 'email'], 'address'],
        },
      ]}
    />
  )
}
