// The fields of a license's content: what may not be changed first, in short and to read, then what may, as the
// sections of a template's form.
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

/** One or many machines is what their number says: where that may be changed, it is not fixed. */
const FOLLOWED = 'machineNum'
const KINDS = ['licenseForm', 'licenseKeyType', 'opType', 'forceWrite'] as const

/** Of modules, data areas and further products only what there is. */
function useFixedFacts(draft: ContentDraft): Fact[] {
  const t = usePhrases()
  const words = useTemplateWords()
  const { family, after, content, allows, isPreIssued } = draft
  // One question where there is a choice, whichever of its fields may be changed.
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
  /** Why the rest cannot be changed here. */
  fixedSentence?: string
}

export function ContentFields({ draft, fixedSentence }: ContentFieldsProps) {
  const t = usePhrases()
  const fixed = useFixedFacts(draft)
  return (
    <>
      {fixed.length > 0 && (
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
