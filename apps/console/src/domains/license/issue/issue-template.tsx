// Chooses the template to issue from: search by name, with product, term and payment. An expired template is shown with
// the reason and cannot be chosen.
import { LIMITS } from '@sealwright/contract'
import type { AnswerOf, TemplateFamily, TemplateRow, TermField } from '@sealwright/contract'
import { Check, ChevronRight, FileStack, Plus } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { EmptyState, ErrorState } from '../../../blocks/control/states.tsx'
import { Rows } from '../../../blocks/picker/picker-rows.tsx'
import { SearchBox } from '../../../blocks/picker/picker.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { Link } from '../../../lib/place/navigate.tsx'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { FAMILIES as TEMPLATE_FAMILIES, useTrialCodes } from '../../template/index.ts'
import { useTemplateWords } from '../../template/terms/index.ts'
import './issue.css'
import type { Family } from '../license-family.ts'

export type TemplateOption = AnswerOf<Family['calls']['templates']>[number]

const SEPARATOR = ' · '
const ONE = [Check, ChevronRight] as const
const SEVERAL = [Check, Plus] as const

/** The shown part of a template. */
type Offered = Pick<TemplateRow, TermField | 'guid' | 'name' | 'productName' | 'isExpired'>

interface ChoiceProps<Option> {
  /** Guids of the chosen templates. */
  chosen: readonly string[]
  /** Why a template cannot be chosen, apart from being expired. */
  whyNot?: (option: Option) => string | undefined
  isMultiple?: boolean
  onPress: (option: Option) => void
}

interface OfferedTemplatesProps<Option> extends ChoiceProps<Option> {
  family: TemplateFamily
  /** The templates that match the search. */
  found: {
    data: readonly Option[] | undefined
    error: Error | null
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  needle: string
  onSearch: (needle: string) => void
}

function NoTemplates({ family }: { family: TemplateFamily }) {
  const t = usePhrases()
  const path = `${TEMPLATE_FAMILIES[family].path}/new`
  const canMake = useCanOpen(path)
  const trialCodes = useTrialCodes(family)
  if (trialCodes) return <EmptyState {...trialCodes} />
  return (
    <EmptyState
      icon={FileStack}
      title={t('license.issue.template.noneTitle')}
      sentence={t('license.issue.template.noneSentence')}
      action={
        canMake && (
          <Link href={path} className={buttonClass({ kind: 'primary' })}>
            {t('license.issue.template.make')}
          </Link>
        )
      }
    />
  )
}

/** The rows of a search, whichever call answers it. */
export function OfferedTemplates<Option extends Offered>({
  family,
  found: { data, error, isPlaceholderData, refetch },
  needle,
  onSearch,
  chosen,
  whyNot,
  isMultiple = false,
  onPress,
}: OfferedTemplatesProps<Option>) {
  const t = usePhrases()
  const words = useTemplateWords()
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} />
    ) : (
      <span className="skeleton skeleton-line" role="status" aria-label={t('blocks.states.loading')} />
    )
  if (data.length === 0 && needle === '' && !isPlaceholderData) return <NoTemplates family={family} />
  const rows = data.map((option) => ({
    item: {
      guid: option.guid,
      name: option.name,
      note: [
        option.productName,
        words.term(option),
        words.devices(option),
        words.deductMode(option),
        words.billingMode(option.billingMode),
      ]
        .filter(Boolean)
        .join(SEPARATOR),
      whyNot: option.isExpired ? t('license.issue.template.expired') : whyNot?.(option),
    },
    // A template that has since expired no longer counts as chosen.
    isChosen: chosen.includes(option.guid) && !option.isExpired,
  }))
  return (
    <div className="picker-side issue-templates">
      <SearchBox label={t('license.issue.template.search')} onSearch={onSearch} />
      {rows.length === 0 ? (
        <p className="picker-empty">{t('blocks.combobox.none')}</p>
      ) : (
        <Rows
          label={t('license.issue.template.title')}
          rows={rows}
          isStale={isPlaceholderData}
          icons={isMultiple ? SEVERAL : ONE}
          onPress={({ item }) => data.filter(({ guid }) => guid === item.guid).forEach(onPress)}
        />
      )}
      {data.length >= LIMITS.license.templateOptions && (
        <p className="picker-hint issue-more">
          {t('license.issue.template.more', { count: LIMITS.license.templateOptions })}
        </p>
      )}
    </div>
  )
}

export function TemplateChoice({ family, ...choice }: ChoiceProps<TemplateOption> & { family: Family }) {
  const [needle, setNeedle] = useState('')
  const found = useAnswer(
    family.calls.templates,
    { ...family.where, templateName: needle.slice(0, LIMITS.template.nameMax) || undefined },
    { keepPrevious: true },
  )
  return <OfferedTemplates family={family.family} found={found} needle={needle} onSearch={setNeedle} {...choice} />
}
