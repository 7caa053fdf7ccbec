// Edits a product. The call sends the loaded revision: if someone else saved in the meantime, the form keeps its input
// and offers to load the new version. Removing a module that templates grant needs a confirmation; removing a license
// form that they use is refused at its field.
import { productCalls, productFields } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { useState } from 'react'
import { Edited } from '../../blocks/form/edited.tsx'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { ReloadLatest } from '../../blocks/form/reload-latest.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { callServer, useAct } from '../../lib/call/client.ts'
import { confirm } from '../../lib/dialog/dialog.tsx'
import { goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { usePerson } from '../../lib/session/person.ts'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { draftOf, spellProduct } from './product-draft.ts'
import type { ProductAnswer, ProductDraft } from './product-draft.ts'
import { ProductForm } from './product-form.tsx'
import './product.css'

/** Whether the draft removes a license form or a module. */
function takesAway(before: ProductAnswer, { licenseForm, modules }: ProductDraft): boolean {
  const kept = new Set(modules.filter(({ checked }) => checked).map(({ moduleId }) => moduleId))
  return (
    (before.licenseForm & ~licenseForm) !== 0 ||
    before.modules.some(({ moduleId, checked }) => checked && !kept.has(moduleId))
  )
}

function Impact({ modules }: Pick<AnswerOf<typeof productCalls.previewUpdate>, 'modules'>) {
  const t = usePhrases()
  return (
    <>
      <p>{t('product.impact.consequence')}</p>
      <ul className="impact-modules">
        {modules.map(({ moduleId, moduleName, templateCount }) => (
          <li key={moduleId}>{t('product.impact.module', { name: moduleName, count: templateCount })}</li>
        ))}
      </ul>
    </>
  )
}

function EditProduct({ product }: { product: ProductAnswer }) {
  const t = usePhrases()
  const { guid } = product
  const { sourcePath } = useSearchOf('/product/edit')
  /** The product as last loaded. */
  const [saved, setSaved] = useState(product)
  const [initial] = useState(() => draftOf(product))
  const form = useForm({
    domain: 'product',
    fields: productFields,
    initial,
    spell: spellProduct,
    comesBackTo: usePerson().id,
  })
  const back = (editId?: string) => {
    if (sourcePath === '/product/view') goTo('/product/view', { guid })
    else goTo('/product', { showSearch: '1', editId })
  }
  const update = useAct(productCalls.update, {
    showsRefusal: true,
    onDone: () => {
      form.settle()
      toast.success(t('product.form.saved', { name: form.values.name.trim() }))
      back(guid)
    },
  })
  const preview = useAct(productCalls.previewUpdate, { showsRefusal: true })
  const refusal = update.refusal ?? preview.refusal
  const save = async (values: Record<string, unknown>) => {
    update.reset()
    preview.reset()
    const { licenseForm, modules } = form.values
    if (takesAway(saved, form.values)) {
      const impact = await preview.act({ guid, licenseForm, modules: [...modules] })
      if (!impact) return
      // Do not ask if a license form is in use: the server refuses the update anyway.
      if (
        impact.forms.length === 0 &&
        impact.modules.length > 0 &&
        !(await confirm({
          title: t('product.impact.title'),
          body: <Impact modules={impact.modules} />,
          confirmText: t('product.impact.verb'),
          tone: 'danger',
        }))
      )
        return
    }
    await update.act({ ...values, guid, revision: saved.revision })
  }
  const reload = async () => {
    const latest = await callServer(productCalls.get, { guid })
    setSaved(latest)
    form.restart(draftOf(latest))
    update.reset()
    preview.reset()
  }
  return (
    <FormPage
      form={form}
      title={product.name}
      sentence={t('product.form.editSentence')}
      saveText={t('product.form.save')}
      isSaving={preview.isActing || update.isActing}
      refusal={refusal}
      remedy={<ReloadLatest refusal={refusal} load={reload} />}
      onSave={(values) => void save(values)}
      onCancel={() => back()}
    >
      <ProductForm form={form} isExisting />
    </FormPage>
  )
}

export function Screen() {
  const { guid } = useSearchOf('/product/edit')
  return (
    <Edited call={productCalls.get} payload={{ guid }} back={<BackToList to="/product" words="product.form.back" />}>
      {(product) => <EditProduct key={guid} product={product} />}
    </Edited>
  )
}
