// The values of the campaign form, in the shape of the payload: numbers and times as texts, an empty text for none.
import { CAMPAIGN_ACCOUNT_TYPES, LICENSE_FORMS, LIMITS, USER_SCOPES } from '@sealwright/contract'
import type { CampaignAnswer, TemplateRow } from '@sealwright/contract'

interface LinkDraft {
  /** Absent for a new link. */
  guid?: string
  name: string
}

/** What stays editable after publication. */
export interface OngoingDraft {
  endTime: string
  maxParticipants: string
  introduction: string
  links: readonly LinkDraft[]
  /** In base64. */
  picture: string
}

export interface CampaignDraft extends OngoingDraft {
  name: string
  startTime: string
  userScope: string
  accountTypes: readonly number[]
  templateGuid: string
  licenseDays: string
  licenseDeadline: string
  useCount: string
  kickOut: boolean | ''
  downloadUrl: string
}

export const emptyDraft = (): CampaignDraft => ({
  name: '',
  startTime: '',
  endTime: '',
  maxParticipants: '',
  introduction: '',
  links: [{ name: '' }],
  picture: '',
  userScope: String(USER_SCOPES.all),
  accountTypes: CAMPAIGN_ACCOUNT_TYPES,
  templateGuid: '',
  licenseDays: '',
  licenseDeadline: '',
  useCount: '',
  kickOut: '',
  downloadUrl: '',
})

const textOf = (value: number | null) => (value === null ? '' : String(value))

export const ongoingDraftOf = (answer: CampaignAnswer): OngoingDraft => ({
  endTime: answer.endTime,
  maxParticipants: String(answer.maxParticipants),
  introduction: answer.introduction ?? '',
  links: answer.links.filter(({ isActive }) => isActive).map(({ guid, name }) => ({ guid, name })),
  picture: answer.picture?.content ?? '',
})

export const draftOf = (answer: CampaignAnswer): CampaignDraft => ({
  ...ongoingDraftOf(answer),
  name: answer.name,
  startTime: answer.startTime,
  userScope: String(answer.userScope),
  accountTypes: answer.accountTypes,
  templateGuid: answer.templateGuid,
  licenseDays: textOf(answer.licenseDays),
  licenseDeadline: answer.licenseDeadline ?? '',
  useCount: textOf(answer.useCount),
  kickOut: answer.kickOut ?? '',
  downloadUrl: answer.downloadUrl ?? '',
})

/**
 * The draft of a copy. Its links are new ones with the same names. A period that is over is left out. A long name is
 * cut, so that the copy can be saved.
 */
export function copyOf(answer: CampaignAnswer, named: (name: string) => string): CampaignDraft {
  const draft = draftOf(answer)
  const over = named(answer.name).length - LIMITS.campaign.nameMax
  const isOver = Date.parse(answer.endTime) <= Date.now()
  return {
    ...draft,
    name: named(over > 0 ? answer.name.slice(0, -over).trimEnd() : answer.name),
    links: draft.links.map(({ name }) => ({ name })),
    ...(isOver && { startTime: '', endTime: '' }),
  }
}

type TermRow = Pick<TemplateRow, 'licenseForm' | 'licDuration' | 'endTime' | 'counter' | 'kickOut' | 'canModify'>
export type Terms = Pick<CampaignDraft, 'licenseDays' | 'licenseDeadline' | 'useCount' | 'kickOut'>

/** Only cloud licenses count uses and sign out other devices. */
export const isCloud = ({ licenseForm }: Pick<TemplateRow, 'licenseForm'>) => licenseForm === LICENSE_FORMS.cloud

/** The terms of a template, as the form starts with them. */
export const termsOf = (template: TermRow): Terms => ({
  licenseDays: textOf(template.licDuration),
  licenseDeadline: template.endTime ?? '',
  useCount: isCloud(template) ? textOf(template.counter) : '',
  kickOut: isCloud(template) ? (template.kickOut ?? false) : '',
})

/**
 * The terms when a template is chosen: those of the template, but what the person typed stays. A value that the
 * template before has filled in was not typed.
 */
export function termsAfter(typed: Terms, template: TermRow, filledIn: Partial<Terms> = {}): Terms {
  const terms = termsOf(template)
  if (!template.canModify) return terms
  const kept = <Name extends keyof Terms>(name: Name) =>
    typed[name] === '' || typed[name] === filledIn[name] ? terms[name] : typed[name]
  return {
    licenseDays: kept('licenseDays'),
    licenseDeadline: kept('licenseDeadline'),
    ...(isCloud(template) ? { useCount: kept('useCount'), kickOut: kept('kickOut') } : { useCount: '', kickOut: '' }),
  }
}

export const spell = (draft: object): Record<string, unknown> => ({ ...draft })
