// Chooses the template to issue from: search by name, with product, term and payment. An expired template is shown with
// the reason and cannot be chosen.
import { LIMITS } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
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
import { FAMILIES as TEMPLATE_FAMILIES } from '../../template/index.ts'
import { useTemplateWords } from '../../template/terms/index.ts'
import './issue.css'
import type { Family } from '../license-family.ts'

export type TemplateOption = AnswerOf<Family['calls']['templates']>[number]

const SEPARATOR = ' · '
const ONE = [Check, ChevronRight] as const
const SEVERAL = [Check, Plus] as const

interface TemplateChoiceProps {
  family: Family
  /** Guids of the chosen templates. */
  chosen: readonly string[]
  /** Why a template cannot be chosen, apart from being expired. */
  whyNot?: (option: TemplateOption) => string | undefined
  isMultiple?: boolean
  onPress: (option: TemplateOption) => void
}

function NoTemplates({ family: { family } }: Pick<TemplateChoiceProps, 'family'>) {
  const t = usePhrases()
  const path = `${TEMPLATE_FAMILIES[family].path}/new`
  const canMake = useCanOpen(path)
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

export function TemplateChoice({ family, chosen, whyNot, isMultiple = false, onPress }: TemplateChoiceProps) {
  const t = usePhrases()
  const words = useTemplateWords()
  const [needle, setNeedle] = useState('')
  const { data, error, isPlaceholderData, refetch } = useAnswer(
    family.calls.templates,
    { ...family.where, templateName: needle.slice(0, LIMITS.template.nameMax) || undefined },
    { keepPrevious: true },
  )
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
      <SearchBox label={t('license.issue.template.search')} onSearch={setNeedle} />
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
