// Creates a template: empty, for a given product, or as a copy of another template or one of its versions.
import { LIMITS } from '@sealwright/contract'
import type { AnswerOf, PayloadOf } from '@sealwright/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../blocks/control/states.tsx'
import { DetailError, DetailSkeleton } from '../../blocks/detail/detail-page.tsx'
import { Loaded } from '../../blocks/detail/loaded.tsx'
import { FormPage } from '../../blocks/form/form-page.tsx'
import { BackToList } from '../../blocks/list/back-to-list.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { FIRST_SCREEN, goToHref } from '../../lib/place/go.ts'
import { goTo, useSearchOf } from '../../lib/place/navigate.tsx'
import { useSwitchedOn } from '../../lib/session/config.ts'
import { hasAccess, useSession } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { chosenDraft, copiedName, draftOf, emptyDraft } from './template-draft.ts'
import type { TemplateDraft } from './template-draft.ts'
import { screenOfFamily } from './template-family.ts'
import type { Family } from './template-family.ts'
import { useMissingProducts } from './template-form-products.tsx'
import { productQuery, useTemplateForm } from './template-form-state.ts'
import { TemplateFormSections, useFormSummary } from './template-form.tsx'
import { useNoProduct } from './template-no-product.tsx'

function NewTemplate({ family, initial }: { family: Family; initial: TemplateDraft }) {
  const t = usePhrases()
  const session = useSession()
  // A person who may create but not view templates has no list to return to.
  const leave = (search: { editId: string } | { showSearch: '1' }) =>
    hasAccess(session, family.access.view) ? goTo(family.path, search) : goToHref(FIRST_SCREEN)
  const editor = useTemplateForm({ family, initial })
  const { form } = editor
  const summary = useFormSummary(editor)
  const create = useAct(family.calls.create, {
    showsRefusal: true,
    onDone: ({ guid }, { name }) => {
      form.settle()
      toast.success(t('template.form.created', { name: name.trim() }))
      leave({ editId: guid })
    },
  })
  return (
    <FormPage
      form={form}
      title={t(`template.titles.new.${family.family}`)}
      sentence={t('template.form.newSentence')}
      saveText={t('template.form.create')}
      isSaving={create.isActing}
      refusal={create.refusal}
      summary={summary}
      // The form checks the values against the same schemas.
      onSave={(values) => void create.act({ ...family.where, ...values } as PayloadOf<typeof family.calls.create>)}
      onCancel={() => leave({ showSearch: '1' })}
    >
      <TemplateFormSections editor={editor} isExisting={false} />
    </FormPage>
  )
}

/** The initial draft, by the parameters of the address. The only product, if there is one, needs no choice. */
function useStart(family: Family, only: number | undefined) {
  const t = usePhrases()
  const { developer } = useSession()
  const kickOut = useSwitchedOn('kickOut')
  const { copyOf, version, licenseId } = useSearchOf(`${family.path}/new`)
  const copied = useAnswer(
    family.calls.get,
    { ...family.where, guid: copyOf ?? '', ...(version && { version: Number(version) }) },
    { enabled: copyOf !== undefined },
  )
  const asked =
    /^[1-9]\d*$/.test(licenseId ?? '') && Number(licenseId) <= LIMITS.product.licenseIdMax ? Number(licenseId) : only
  const wanted = copyOf === undefined ? asked : undefined
  const product = useQuery({ ...productQuery(family, wanted ?? 0), enabled: wanted !== undefined })
  const initial = (): TemplateDraft => {
    const empty = emptyDraft(family.family, kickOut)
    if (!copied.data)
      return product.data
        ? { ...empty, ...chosenDraft(family.family, product.data, developer.devInfo.status === 'trial') }
        : empty
    const draft = draftOf(family.family, copied.data)
    return { ...draft, name: copiedName(draft.name, (name) => t('template.form.copyName', { name })) }
  }
  // If the product cannot be loaded, the form starts without one.
  return {
    error: copied.error,
    retry: () => void copied.refetch(),
    isReady: (copyOf === undefined || copied.data !== undefined) && (wanted === undefined || !product.isPending),
    initial,
  }
}

function Start({ family, products }: { family: Family; products: AnswerOf<Family['calls']['listProducts']> }) {
  // Decided once, so that a later refresh does not replace the form.
  const [hadProducts] = useState(products.length > 0)
  const [only] = useState(products.length === 1 ? products[0]?.licenseId : undefined)
  const start = useStart(family, only)
  const missing = useMissingProducts(family)
  const { sentence, action, ...none } = useNoProduct(family.family)
  if (!hadProducts) {
    return (
      <EmptyState
        {...none}
        sentence={[sentence, missing].filter(Boolean).join(' ')}
        action={
          <>
            {action}
            <BackToList to={family.path} words="template.form.back" />
          </>
        }
      />
    )
  }
  if (start.error)
    return (
      <DetailError
        error={start.error}
        onRetry={start.retry}
        back={<BackToList to={family.path} words="template.form.back" />}
      />
    )
  return start.isReady ? <Started family={family} initial={start.initial} /> : <DetailSkeleton />
}

function Started({ family, initial }: { family: Family; initial: () => TemplateDraft }) {
  const [draft] = useState(initial)
  return <NewTemplate family={family} initial={draft} />
}

export const screenOf = screenOfFamily(function NewTemplateScreen({ family }) {
  // `productName` is written out because a smart payload has no other key: TypeScript does not accept `where` alone.
  return (
    <Loaded
      call={family.calls.listProducts}
      payload={{ ...family.where, productName: undefined }}
      back={<BackToList to={family.path} words="template.form.back" />}
    >
      {(products) => <Start family={family} products={products} />}
    </Loaded>
  )
})
