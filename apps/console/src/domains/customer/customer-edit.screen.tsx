// A customer being edited. Saving sends the revision it was read with: when someone else saved in between, nothing typed is lost, and
// loading their version is offered.
import { customerCalls } from '@sealwright/contract'
import { useState } from 'react'
import { BackToList } from '../../blocks/back-to-list.tsx'
import { contactDraft } from '../../blocks/contact-sections.tsx'
import { Edited } from '../../blocks/edited.tsx'
import { FormPage } from '../../blocks/form-page.tsx'
import { useForm } from '../../blocks/form-state.ts'
import { ReloadLatest } from '../../blocks/reload-latest.tsx'
import { callServer, useAct } from '../../lib/client.ts'
import { usePhrases } from '../../lib/i18n.tsx'
import { goTo, useSearchOf } from '../../lib/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { CUSTOMER_FIELDS, CustomerForm, spellCustomer } from './customer-form.tsx'
import type { CustomerAnswer } from './customer-form.tsx'

function EditCustomer({ customer }: { customer: CustomerAnswer }) {
  const t = usePhrases()
  const { guid } = customer
  const { sourcePath } = useSearchOf('/customer/edit')
  const [revision, setRevision] = useState(customer.revision)
  const [initial] = useState(() => contactDraft(customer))
  const form = useForm({ domain: 'customer', fields: CUSTOMER_FIELDS, initial, spell: spellCustomer })
  const back = (editId?: string) => {
    if (sourcePath === '/customer/view') goTo('/customer/view', { guid })
    else goTo('/customer', { showSearch: '1', editId })
  }
  const update = useAct(customerCalls.update, {
    showsRefusal: true,
    onDone: () => {
      form.settle()
      toast.success(t('customer.customer.form.saved', { name: form.values.name }))
      back(guid)
    },
  })
  const reload = async () => {
    const latest = await callServer(customerCalls.get, { guid })
    setRevision(latest.revision)
    form.restart(contactDraft(latest))
    update.reset()
  }
  return (
    <FormPage
      form={form}
      title={customer.name}
      sentence={t('customer.customer.form.editSentence')}
      saveText={t('customer.customer.form.save')}
      isSaving={update.isActing}
      refusal={update.refusal}
      remedy={<ReloadLatest refusal={update.refusal} load={reload} />}
      onSave={(values) => void update.act({ ...values, guid, revision })}
      onCancel={() => back()}
    >
      <CustomerForm form={form} isNew={false} />
    </FormPage>
  )
}

export function Screen() {
  const { guid } = useSearchOf('/customer/edit')
  return (
    <Edited call={customerCalls.get} payload={{ guid }} back={<BackToList to="/customer" words="customer.customer.form.back" />}>
      {(customer) => <EditCustomer key={guid} customer={customer} />}
    </Edited>
  )
}
