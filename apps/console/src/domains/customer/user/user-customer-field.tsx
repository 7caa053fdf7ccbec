// The customer of users in a form: chosen or, with the right to create customers, typed. The server searches customers,
// because a developer can have thousands.
import { LIMITS, customerCalls } from '@sealwright/contract'
import { useState } from 'react'
import { Combobox } from '../../../blocks/control/combobox.tsx'
import { Field } from '../../../blocks/form/field.tsx'
import type { Form } from '../../../blocks/form/form-state.ts'
import { useAnswer } from '../../../lib/call/client.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'

interface Grouped {
  customerName: string
}

export function CustomerField<Values extends Grouped>({ form: whole }: { form: Form<Values> }) {
  const form = whole as unknown as Form<Grouped> // of all its fields, only this one is touched here
  const t = usePhrases()
  const isFree = useCan(customerCalls.create)
  const [needle, setNeedle] = useState('')
  const { data, isPlaceholderData } = useAnswer(
    customerCalls.list,
    needle ? { name: needle.slice(0, LIMITS.customer.nameMax) } : {},
    { keepPrevious: true },
  )
  return (
    <Field form={form} name="customerName" help={isFree ? t('customer.user.form.customerHelp') : undefined}>
      {(control) => (
        <Combobox
          {...control}
          name={form.labelOf('customerName')}
          options={(data ?? []).map(({ name }) => ({ value: name, label: name }))}
          isLoading={!data || isPlaceholderData}
          onNeedle={setNeedle}
          isFree={isFree}
          value={form.values.customerName}
          placeholder={t('customer.user.form.customerPlaceholder')}
          onSelect={(name) => form.set('customerName', name)}
        />
      )}
    </Field>
  )
}
