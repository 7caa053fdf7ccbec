// A customer being edited.
import { customerCalls } from '@sealwright/contract'
import { useState } from 'react'
import { contactDraft } from '../../../blocks/form/contact-sections.tsx'
import { Edited } from '../../../blocks/form/edited.tsx'
import { FormPage } from '../../../blocks/form/form-page.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useRevised } from '../../../blocks/form/revised.tsx'
import { BackToList } from '../../../blocks/list/back-to-list.tsx'
import { goTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { CUSTOMER_FIELDS, CustomerForm, spellCustomer } from './customer-form.tsx'
import type { CustomerAnswer } from './customer-form.tsx'

function EditCustomer({ customer }: { customer: CustomerAnswer }) {
  const t = usePhrases()
  const { guid } = customer
  const { sourcePath } = useSearchOf('/customer/edit')
  const [initial] = useState(() => contactDraft(customer))
  const form = useForm({ domain: 'customer', fields: CUSTOMER_FIELDS, initial, spell: spellCustomer })
  const back = (editId?: string) => {
    if (sourcePath === '/customer/view') goTo('/customer/view', { guid })
    else goTo('/customer', { showSearch: '1', editId })
  }
  const { saving } = useRevised({
    read: customerCalls.get,
    key: { guid },
    given: customer,
    update: customerCalls.update,
    restart: (latest) => form.restart(contactDraft(latest)),
    onSaved: () => {
      form.settle()
      toast.success(t('customer.customer.form.saved', { name: form.values.name }))
      back(guid)
    },
  })
  return (
    <FormPage
      form={form}
      title={customer.name}
      sentence={t('customer.customer.form.editSentence')}
      saveText={t('customer.customer.form.save')}
      {...saving}
      onCancel={() => back()}
    >
      <CustomerForm form={form} isNew={false} />
    </FormPage>
  )
}

export function Screen() {
  const { guid } = useSearchOf('/customer/edit')
  return (
    <Edited
      call={customerCalls.get}
      payload={{ guid }}
      back={<BackToList to="/customer" words="customer.customer.form.back" />}
    >
      {(customer) => <EditCustomer key={guid} customer={customer} />}
    </Edited>
  )
}
