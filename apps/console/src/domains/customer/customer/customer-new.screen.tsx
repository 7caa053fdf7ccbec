// A new customer.
import { NewPage, textDraft } from '../../../blocks/entity/entity-form.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { CustomerForm } from './customer-form.tsx'
import { customer } from './customer.entity.tsx'

const EMPTY = textDraft(customer)

export function Screen() {
  const t = usePhrases()
  return (
    <NewPage entity={customer} initial={EMPTY} leadsTo="list" sentence={t('customer.customer.form.newSentence')}>
      {(form) => <CustomerForm form={form} isNew />}
    </NewPage>
  )
}
