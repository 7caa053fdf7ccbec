// Creates a product.
import { productCalls, productFields } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { Package } from 'lucide-react'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { useAct } from '../../lib/call/client.ts'
import { FIRST_SCREEN, goToHref } from '../../lib/place/go.ts'
import { goTo } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { TrialGate } from '../developer/index.ts'
import { EMPTY_PRODUCT, spellProduct } from './product-draft.ts'
import { ProductForm } from './product-form.tsx'

function NewProduct() {
  const t = usePhrases()
  // A person who may create but not view products has no list to return to.
  const hasList = useCan(productCalls.find)
  const leave = (search: { editId: string } | { showSearch: '1' }) =>
    hasList ? goTo('/product', search) : goToHref(FIRST_SCREEN)
  const form = useForm({ domain: 'product', fields: productFields, initial: EMPTY_PRODUCT, spell: spellProduct })
  const create = useAct(productCalls.create, {
    showsRefusal: true,
    onDone: ({ guid }, { name }) => {
      form.settle()
      toast.success(t('product.form.created', { name }))
      leave({ editId: guid })
    },
  })
  return (
    <FormPage
      form={form}
      title={t('product.titles.new')}
      sentence={t('product.form.newSentence')}
      saveText={t('product.form.create')}
      isSaving={create.isActing}
      refusal={create.refusal}
      onSave={(values) => void create.act(values as PayloadOf<typeof productCalls.create>)} // the same schemas check it
      onCancel={() => leave({ showSearch: '1' })}
    >
      <ProductForm form={form} isExisting={false} />
    </FormPage>
  )
}

export function Screen() {
  const t = usePhrases()
  return (
    <TrialGate
      of="products"
      icon={Package}
      title={t('product.form.trialLimitTitle')}
      back={<BackToList to="/product" words="product.form.back" />}
    >
      <NewProduct />
    </TrialGate>
  )
}
