// E-mail templates: the table of their fields, for the list, the form, the detail page and the history.
import { EMAIL_TEMPLATE_TYPES, emailTemplateCalls, emailTypeOf, reviewStatusOf } from '@sealwright/contract'
import type { AnswerOf, EmailTemplateRow, ReviewStatus } from '@sealwright/contract'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { defineEntity } from '../../blocks/entity/entity.ts'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'

export type EmailTemplateAnswer = AnswerOf<typeof emailTemplateCalls.get>

const TONES: Record<ReviewStatus, Tone> = {
  reviewing: 'brand',
  withdrawn: 'neutral',
  rejected: 'bad',
  approved: 'violet',
  enabled: 'ok',
}

export function TemplateStatus({ row: { status } }: { row: Pick<EmailTemplateRow, 'status'> }) {
  const t = usePhrases()
  const name = reviewStatusOf(status)
  return <StatusTag tone={TONES[name]}>{t(`emailTemplate.statuses.${name}`)}</StatusTag>
}

function TemplateType({ row: { type } }: { row: Pick<EmailTemplateRow, 'type'> }) {
  const t = usePhrases()
  return <span className="cell-words">{t(`emailTemplate.types.${emailTypeOf(type)}`)}</span>
}

function TemplateLanguage({ row: { language } }: { row: Pick<EmailTemplateRow, 'language'> }) {
  const t = usePhrases()
  return t(`emailTemplate.languages.${language}`)
}

export const TYPES = Object.values(EMAIL_TEMPLATE_TYPES)

export const emailTemplate = defineEntity({
  kind: 'emailTemplate',
  domain: 'emailTemplate',
  calls: emailTemplateCalls,
  paths: {
    list: '/emailTemplate',
    new: '/emailTemplate/createTemplate',
    edit: '/emailTemplate/createTemplate',
    view: '/emailTemplate/viewTemplate',
  },
  title: { below: ({ subject }) => subject },
  fields: [
    { name: 'name', filter: 'emailTemplate.list.search', input: { hasCounter: true } },
    {
      name: 'status',
      show: (row) => <TemplateStatus row={row} />,
      column: { minWidth: WIDTHS.tag, priority: 2 },
      card: true,
    },
    {
      name: 'type',
      show: (row) => <TemplateType row={row} />,
      column: { minWidth: 170 },
      card: true,
      fact: true,
      input: {},
    },
    {
      name: 'language',
      show: (row) => <TemplateLanguage row={row} />,
      column: { minWidth: 80 },
      card: true,
      fact: true,
      input: {},
    },
    { name: 'subject', fact: 'wide', input: {} },
    { name: 'body', show: () => null, input: {} },
    { name: 'text', show: () => null, input: {} },
    { name: 'createdBy', fact: true },
    { name: 'createTime', show: 'time', fact: true },
    { name: 'updateTime', show: 'time', column: { sort: true }, card: 'foot', fact: true },
  ],
})
