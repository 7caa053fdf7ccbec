// A new product.
import { developerCalls, productCalls, productFields } from '@sealwright/contract'
import type { PayloadOf } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import { Package } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '../../blocks/button.tsx'
import { FormPage } from '../../blocks/form-page.tsx'
import { useForm } from '../../blocks/form-state.ts'
import { EmptyState } from '../../blocks/states.tsx'
import { Can, useCan } from '../../lib/can.tsx'
import { useAct } from '../../lib/client.ts'
import { APPLY_PATH, FIRST_SCREEN, goToHref } from '../../lib/go.ts'
import { usePhrases, useSentences } from '../../lib/i18n.tsx'
import { ScreenLink, goTo } from '../../lib/navigate.tsx'
import { useSession } from '../../lib/session.tsx'
import { toast } from '../../lib/toast.ts'
import { BackToList } from './back-to-list.tsx'
import { EMPTY_PRODUCT, spellProduct } from './product-draft.ts'
import { ProductForm } from './product-form.tsx'

function NewProduct() {
  const t = usePhrases()
  // Who may create but not see products has no list to go to.
  const hasList = useCan(productCalls.find)
  const leave = (search: { editId: string } | { showSearch: '1' }) => (hasList ? goTo('/product', search) : goToHref(FIRST_SCREEN))
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
      onSave={(values) => void create.act(values as PayloadOf<typeof productCalls.create>)} // checked against the same schemas
      onCancel={() => leave({ showSearch: '1' })}
    >
      <ProductForm form={form} isExisting={false} />
    </FormPage>
  )
}

export function Screen() {
  const t = usePhrases()
  const say = useSentences()
  const allowance = useSession().developer.devInfo.trial?.products
  // Told before the form is filled in; and only as it was on arrival, since creating the last one changes it.
  const [max] = useState(allowance && allowance.used >= allowance.allowed ? allowance.allowed : undefined)
  if (max === undefined) return <NewProduct />
  return (
    <EmptyState
      icon={Package}
      title={t('product.form.trialLimitTitle')}
      sentence={errorSentence(say, 'product.trialLimit', { max })}
      action={
        <>
          <Can call={developerCalls.apply}>
            <ScreenLink to={APPLY_PATH} className={buttonClass({ kind: 'primary' })}>
              {t('developer.titles.apply')}
            </ScreenLink>
          </Can>
          <BackToList />
        </>
      }
    />
  )
}
