// The form of an issue without the changes of the template: locks, validity, remark, and the PIN where it is asked.
import { LIMITS, dongleLicenseCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { useMemo } from 'react'
import { useForm } from '../../../blocks/form/form-state.ts'
import type { HandedLocks } from '../../dongle/choose/index.ts'
import { NO_PIN, PIN_FIELDS, spellPin } from '../pin/pin-field.tsx'
import type { PinDraft } from '../pin/pin-field.tsx'
import { firstLocks, judgeLocks, spellLocks } from './lock-chooser.tsx'
import type { LocksDraft } from './lock-chooser.tsx'

export type TemplateAnswer = AnswerOf<typeof dongleLicenseCalls.template>
export type TemplateOption = AnswerOf<typeof dongleLicenseCalls.templates>[number]
export type ChosenTemplate = Pick<TemplateOption, 'guid' | 'name' | 'licenseId' | 'productName'>

export interface IssueDraft extends PinDraft {
  locks: LocksDraft
  remark: string
}

export const firstIssue = (...given: Parameters<typeof firstLocks>): IssueDraft => ({
  ...NO_PIN,
  locks: firstLocks(...given),
  remark: '',
})

const { remark } = dongleLicenseCalls.issue.payload.shape
const FIELDS = { validDays: PIN_FIELDS.validDays, remark }

/** `isPinAsked` is false where the PIN comes later, with the start of a task. */
export function useIssueForm(initial: IssueDraft, handed: HandedLocks | undefined, isPinAsked: boolean, max: number) {
  const settings = useMemo(
    () => ({
      domain: 'dongleLicense',
      fields: isPinAsked ? { ...FIELDS, pin: PIN_FIELDS.pin } : FIELDS,
      spell: (draft: IssueDraft): Record<string, unknown> => {
        const { pin, ...days } = spellPin(draft)
        return {
          locks: draft.locks,
          ...days,
          ...(isPinAsked && { pin }),
          ...(draft.remark.trim() !== '' && { remark: draft.remark }),
        }
      },
      rules: (wire: Record<string, unknown>) => judgeLocks(wire['locks'] as LocksDraft, handed, max), // from above
    }),
    [isPinAsked, handed, max],
  )
  return useForm({ ...settings, initial })
}

/** The checked values as the calls take them. */
export const issuePayload = (
  { locks, ...values }: Readonly<Record<string, unknown>>,
  handed: HandedLocks | undefined,
): Record<string, unknown> => ({ ...values, ...spellLocks(locks as LocksDraft, handed) }) // from `useIssueForm`

export const MOST_TEMPLATES = LIMITS.template.products
