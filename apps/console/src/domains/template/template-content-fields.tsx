// The fields of a license's content: fixed fields first, as a short read-only list, then the changeable fields in the
// sections of the template form.
import { DATA_AREAS, dataAreaBytes } from '@sealwright/contract'
import { FactList } from '../../blocks/detail/fact-list.tsx'
import type { Fact } from '../../blocks/detail/fact-list.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { ContentDraft } from './template-content-draft.ts'
import { KIND_OF_TERM } from './template-draft.ts'
import { FixedProducts, GrantSections } from './template-form-products.tsx'
import { KindTerms, TermSections, VersionField, hasTermKinds } from './template-form.tsx'
import './template-form.css'
import { MODULE_SEPARATOR, namedModule, useTemplateWords } from './template-words.ts'

/** `useMode` (one or many devices) follows this field: if the number may change, the mode is not fixed. */
const FOLLOWED = 'machineNum'
const KINDS = ['licenseForm', 'licenseKeyType', 'opType', 'forceWrite'] as const

/** Lists modules, data areas and further products only if there are any. */
function useFixedFacts(draft: ContentDraft): Fact[] {
  const t = usePhrases()
  const words = useTemplateWords()
  const { family, after, content, allows, isPreIssued } = draft
  // The kind of term is one control if there is a choice, whichever of its fields may change.
  const isKindAsked = hasTermKinds(draft)
  const modules = content.modules.filter(({ checked, define }) => checked && define)
  const areas = DATA_AREAS.flatMap((name) => {
    const area = content[name]
    return area && !allows(name)
      ? [
          {
            label: t(`common.fields.${name}`),
            value: t('template.content.area', {
              source: t(`product.area.sources.${area.source}`),
              bytes: dataAreaBytes(area),
            }),
          },
        ]
      : []
  })
  return [
    ...words
      .facts(family.family, isPreIssued ? { ...after, source: 'preIssue' } : after)
      .filter(({ field }) => !(KIND_OF_TERM.has(field) ? isKindAsked : allows(field === 'useMode' ? FOLLOWED : field))),
    ...(content.licenseVersion !== null && !allows('licenseVersion')
      ? [{ label: words.labelOf('licenseVersion'), value: String(content.licenseVersion) }]
      : []),
    ...areas,
    ...(modules.length > 0 && !allows('modules')
      ? [{ label: t('common.fields.modules'), value: modules.map(namedModule).join(MODULE_SEPARATOR), isWide: true }]
      : []),
    ...(content.otherProducts.length > 0 && !allows('otherProducts')
      ? [
          {
            label: words.labelOf('otherProducts'),
            value: content.otherProducts.map(({ productName }) => productName).join(MODULE_SEPARATOR),
            isWide: true,
          },
        ]
      : []),
  ]
}

interface ContentFieldsProps {
  draft: ContentDraft
  /** Why the fixed fields cannot be changed here. */
  fixedSentence?: string
  /** The fixed fields say nothing that the page does not say. */
  hidesFixed?: boolean
}

export function ContentFields({ draft, fixedSentence, hidesFixed = false }: ContentFieldsProps) {
  const t = usePhrases()
  const fixed = useFixedFacts(draft)
  return (
    <>
      {fixed.length > 0 && !hidesFixed && (
        <FormSection
          title={t('template.content.fixed')}
          sentence={fixedSentence ?? t('template.content.fixedSentence')}
        >
          <FactList facts={fixed} />
        </FormSection>
      )}
      {(draft.allows('licenseVersion') || KINDS.some(draft.shows)) && (
        <FormSection title={t('template.form.basics')}>
          <KindTerms editor={draft} />
          <div className="field-row">
            <VersionField editor={draft} />
          </div>
        </FormSection>
      )}
      <TermSections editor={draft} />
      <GrantSections editor={draft} />
      <FixedProducts editor={draft} />
    </>
  )
}
