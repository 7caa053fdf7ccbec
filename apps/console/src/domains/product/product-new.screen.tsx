// Creates a product. Its license ID is filled in with a free one; if another product takes that first, the form keeps
// its input and offers the next one.
import { productCalls, productFields } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { Package } from 'lucide-react'
import { useState } from 'react'
import { DetailSkeleton } from '../../blocks/detail/detail-page.tsx'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { FIRST_SCREEN, goToHref } from '../../lib/place/go.ts'
import { goTo } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { usePerson } from '../../lib/session/person.ts'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { TrialGate } from '../developer/index.ts'
import { EMPTY_PRODUCT, spellProduct } from './product-draft.ts'
import { ProductForm } from './product-form.tsx'

interface NewProductProps {
  /** A free license id; empty if it could not be loaded. */
  suggestedId: string
  suggestAgain: () => void
}

function NewProduct({ suggestedId, suggestAgain }: NewProductProps) {
  const t = usePhrases()
  const [initial] = useState({ ...EMPTY_PRODUCT, licenseId: suggestedId })
  // A person who may create but not view products has no list to return to.
  const hasList = useCan(productCalls.find)
  const leave = (search: { editId: string } | { showSearch: '1' }) =>
    hasList ? goTo('/product', search) : goToHref(FIRST_SCREEN)
  const form = useForm({
    domain: 'product',
    fields: productFields,
    initial,
    spell: spellProduct,
    comesBackTo: usePerson().id,
  })
  const create = useAct(productCalls.create, {
    showsRefusal: true,
    onDone: ({ guid }, { name }) => {
      form.settle()
      toast.success(t('product.form.created', { name: name.trim() }))
      leave({ editId: guid })
    },
  })
  const save = async (values: PayloadOf<typeof productCalls.create>) => {
    if (!(await create.act(values))) suggestAgain()
  }
  return (
    <FormPage
      form={form}
      title={t('product.titles.new')}
      sentence={t('product.form.newSentence')}
      saveText={t('product.form.create')}
      isSaving={create.isActing}
      refusal={create.refusal}
      onSave={(values) => void save(values as PayloadOf<typeof productCalls.create>)} // the same schemas check it
      onCancel={() => leave({ showSearch: '1' })}
    >
      <ProductForm form={form} isExisting={false} suggestedId={suggestedId} />
    </FormPage>
  )
}

function Suggested() {
  // A suggestion from an earlier visit may be taken by now.
  const { data, isError, isFetchedAfterMount, refetch } = useAnswer(productCalls.nextLicenseId, {}, { staleMs: 0 })
  if (!isFetchedAfterMount && !isError) return <DetailSkeleton />
  return <NewProduct suggestedId={data ? String(data.licenseId) : ''} suggestAgain={() => void refetch()} />
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
      <Suggested />
    </TrialGate>
  )
}
