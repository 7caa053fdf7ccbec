// The templates of an issue: the first one is in the address, others can be added. Only one template can be changed
// when issuing, because each template allows other changes.
import { LIMITS, dongleLicenseCalls } from '@sealwright/contract'
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../../blocks/control/button.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { OfferedTemplates } from '../../license/issue/index.ts'
import { MOST_TEMPLATES } from './issue-draft.ts'
import type { ChosenTemplate, TemplateOption } from './issue-draft.ts'
import './issue.css'

interface TemplateChoiceProps {
  chosen: readonly ChosenTemplate[]
  isMultiple?: boolean
  onPress: (option: TemplateOption) => void
}

export function DongleTemplates({ chosen, isMultiple = false, onPress }: TemplateChoiceProps) {
  const t = usePhrases()
  const [needle, setNeedle] = useState('')
  const found = useAnswer(
    dongleLicenseCalls.templates,
    { templateName: needle.slice(0, LIMITS.template.nameMax) || undefined },
    { keepPrevious: true },
  )
  const whyNot = ({ guid, licenseId }: TemplateOption) => {
    if (!isMultiple || chosen.some((one) => one.guid === guid)) return undefined
    if (chosen.some((one) => one.licenseId === licenseId)) return t('dongleLicense.issue.sameProduct')
    return chosen.length >= MOST_TEMPLATES ? t('dongleLicense.issue.full', { max: MOST_TEMPLATES }) : undefined
  }
  return (
    <OfferedTemplates
      family="dongle"
      found={found}
      needle={needle}
      onSearch={setNeedle}
      chosen={chosen.map(({ guid }) => guid)}
      whyNot={whyNot}
      isMultiple={isMultiple}
      onPress={onPress}
    />
  )
}

interface ChosenTemplatesProps {
  chosen: readonly ChosenTemplate[]
  /** The terms of the only template. */
  summary?: string | undefined
  onChange: (chosen: readonly ChosenTemplate[]) => void
}

export function ChosenTemplates({ chosen, summary, onChange }: ChosenTemplatesProps) {
  const t = usePhrases()
  const [isAdding, setAdding] = useState(false)
  return (
    <section className="dongle-chosen" aria-label={t('dongleLicense.issue.templates')}>
      <ul>
        {chosen.map((one) => (
          <li key={one.guid}>
            <span className="dongle-chosen-words">
              <strong>{one.name}</strong>
              <span>
                {one.productName} · {t('product.list.licenseIdShort', { licenseId: String(one.licenseId) })}
              </span>
              {summary && <span>{summary}</span>}
            </span>
            <IconButton
              icon={X}
              label={t('dongleLicense.issue.remove', { name: one.name })}
              onPress={() => onChange(chosen.filter(({ guid }) => guid !== one.guid))}
            />
          </li>
        ))}
      </ul>
      <div>
        <Button size="small" icon={isAdding ? X : Plus} aria-expanded={isAdding} onPress={() => setAdding(!isAdding)}>
          {t(isAdding ? 'dongleLicense.issue.addDone' : 'dongleLicense.issue.add')}
        </Button>
      </div>
      {isAdding && (
        <DongleTemplates
          chosen={chosen}
          isMultiple
          onPress={(option) =>
            onChange(
              chosen.some(({ guid }) => guid === option.guid)
                ? chosen.filter(({ guid }) => guid !== option.guid)
                : [...chosen, option],
            )
          }
        />
      )}
    </section>
  )
}
