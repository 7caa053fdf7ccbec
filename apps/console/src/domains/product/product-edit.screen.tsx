// A product being edited. Saving sends the revision it was read with: when someone else saved in between, nothing typed is lost, and
// loading their version is offered.
import { productCalls, productFields } from '@sealwright/contract'
import { useState } from 'react'
import { Button } from '../../blocks/button.tsx'
import { confirmAction } from '../../blocks/confirm-action.tsx'
import { DetailError, DetailSkeleton } from '../../blocks/detail-page.tsx'
import { FormPage } from '../../blocks/form-page.tsx'
import { useForm } from '../../blocks/form-state.ts'
import { callServer, useAct, useAnswer } from '../../lib/client.ts'
import { usePhrases } from '../../lib/i18n.tsx'
import { goTo, useSearchOf } from '../../lib/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { BackToList } from './back-to-list.tsx'
import { draftOf, spellProduct } from './product-draft.ts'
import type { ProductAnswer } from './product-draft.ts'
import { ProductForm } from './product-form.tsx'

function EditProduct({ product }: { product: ProductAnswer }) {
  const t = usePhrases()
  const { guid } = product
  const { sourcePath } = useSearchOf('/product/edit')
  const [revision, setRevision] = useState(product.revision)
  const [initial] = useState(() => draftOf(product))
  const form = useForm({ domain: 'product', fields: productFields, initial, spell: spellProduct })
  const back = (editId?: string) => {
    if (sourcePath === '/product/view') goTo('/product/view', { guid })
    else goTo('/product', { showSearch: '1', editId })
  }
  const update = useAct(productCalls.update, {
    showsRefusal: true,
    onDone: () => {
      form.settle()
      toast.success(t('product.form.saved', { name: form.values.name }))
      back(guid)
    },
  })
  const reload = () =>
    confirmAction({
      title: t('product.form.reloadTitle'),
      consequence: t('product.form.reloadConsequence'),
      verb: t('product.form.reloadVerb'),
      run: async () => {
        const latest = await callServer(productCalls.get, { guid })
        setRevision(latest.revision)
        form.restart(draftOf(latest))
        update.reset()
      },
    })
  return (
    <FormPage
      form={form}
      title={product.name}
      sentence={t('product.form.editSentence')}
      saveText={t('product.form.save')}
      isSaving={update.isActing}
      refusal={update.refusal}
      remedy={
        update.refusal?.error === 'platform.stale' && (
          <Button size="small" onPress={() => void reload()}>
            {t('product.form.reload')}
          </Button>
        )
      }
      onSave={(values) => void update.act({ ...values, guid, revision })}
      onCancel={() => back()}
    >
      <ProductForm form={form} isExisting />
    </FormPage>
  )
}

export function Screen() {
  const { guid } = useSearchOf('/product/edit')
  const answer = useAnswer(productCalls.get, { guid }, { staleMs: 0 })
  if (answer.error && !answer.data) return <DetailError error={answer.error} onRetry={() => void answer.refetch()} back={<BackToList />} />
  // What the cache has may be older than the last save; the revision that is sent must be the one that is edited.
  if (!answer.data || !answer.isFetchedAfterMount) return <DetailSkeleton />
  return <EditProduct key={guid} product={answer.data} />
}
