// Editing a customer.
import { EditPage, textDraft } from '../../../blocks/entity/entity-form.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { CustomerForm } from './customer-form.tsx'
import { customer } from './customer.entity.tsx'
import type { CustomerAnswer } from './customer.entity.tsx'

const draftOf = (answer: CustomerAnswer) => textDraft(customer, answer)

export function Screen() {
  const t = usePhrases()
  return (
    <EditPage entity={customer} draftOf={draftOf} sentence={t('customer.customer.form.editSentence')}>
      {(form) => <CustomerForm form={form} />}
    </EditPage>
  )
}
