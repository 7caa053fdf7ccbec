// The list of e-mail templates. It never shows their HTML.
import { LOCALES, REVIEW_STATUSES, emailTypeOf } from '@sealwright/contract'
import type { ReviewStatus } from '@sealwright/contract'
import { MailPlus } from 'lucide-react'
import { useMemo } from 'react'
import { EntityList } from '../../blocks/entity/entity-list.tsx'
import { firstOf } from '../../blocks/entity/entity.ts'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useTemplateActions } from './email-template-actions.ts'
import { TYPES, emailTemplate } from './email-template.entity.tsx'

export const first = firstOf(emailTemplate)

const STATUSES = Object.keys(REVIEW_STATUSES) as ReviewStatus[] // keys of a const object

export function Screen() {
  const t = usePhrases()
  const filters = useMemo(
    (): Filter[] => [
      {
        kind: 'picks',
        name: 'type',
        label: t('emailTemplate.fields.type'),
        options: TYPES.map((type) => ({ value: String(type), label: t(`emailTemplate.types.${emailTypeOf(type)}`) })),
      },
      {
        kind: 'picks',
        name: 'status',
        label: t('emailTemplate.fields.status'),
        options: STATUSES.map((name) => ({
          value: String(REVIEW_STATUSES[name]),
          label: t(`emailTemplate.statuses.${name}`),
        })),
      },
      {
        kind: 'choice',
        name: 'language',
        label: t('emailTemplate.fields.language'),
        options: LOCALES.map((value) => ({ value, label: t(`emailTemplate.languages.${value}`) })),
      },
    ],
    [t],
  )
  return (
    <EntityList
      entity={emailTemplate}
      title={t('emailTemplate.titles.list')}
      sentence={t('emailTemplate.list.sentence')}
      actions={useTemplateActions()}
      filters={filters}
      empty={{
        icon: MailPlus,
        title: t('emailTemplate.list.emptyTitle'),
        sentence: t('emailTemplate.list.emptySentence'),
      }}
    />
  )
}
