// A new customer.
import { customerCalls } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { EMPTY_CONTACT } from '../../../blocks/form/contact-sections.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useAct } from '../../../lib/call/client.ts'
import { FIRST_SCREEN, goToHref } from '../../../lib/place/go.ts'
import { goTo } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { CUSTOMER_FIELDS, CustomerForm, spellCustomer } from './customer-form.tsx'

export function Screen() {
  const t = usePhrases()
  // Who may create but not see customers has no list to go to.
  const hasList = useCan(customerCalls.find)
  const leave = (search: { editId: string } | { showSearch: '1' }) =>
    hasList ? goTo('/customer', search) : goToHref(FIRST_SCREEN)
  const form = useForm({ domain: 'customer', fields: CUSTOMER_FIELDS, initial: EMPTY_CONTACT, spell: spellCustomer })
  const create = useAct(customerCalls.create, {
    showsRefusal: true,
    onDone: ({ guid }, { name }) => {
      form.settle()
      toast.success(t('customer.customer.form.created', { name }))
      leave({ editId: guid })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('customer.customer.titles.new')}
      sentence={t('customer.customer.form.newSentence')}
      saveText={t('customer.customer.form.create')}
      isSaving={create.isActing}
      refusal={create.refusal}
      onSave={(values) => void create.act(values as PayloadOf<typeof customerCalls.create>)} // checked against the same schemas
      onCancel={() => leave({ showSearch: '1' })}
    >
      <CustomerForm form={form} isNew />
    </FormPage>
  )
}
