// When a change of terms applies, and why: the end of each form of terms.
import { LIMITS } from '@sealwright/contract'
import { MomentField } from '../../blocks/date/moment-field.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import type { Form } from '../../blocks/form/form-state.ts'
import { Segmented } from '../../blocks/form/segmented.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'

export interface WhenDraft {
  when: 'now' | 'later'
  startTime: string
  note: string
}
export const NOW: WhenDraft = { when: 'now', startTime: '', note: '' }

/** The part of a payload. An empty later time is refused as missing. */
export const spellWhen = ({ when, startTime, note }: WhenDraft) => ({
  ...(when === 'later' && { startTime }),
  ...(note.trim() !== '' && { note }),
})

/** A later time is needed if it was chosen. */
export const judgeWhen = ({ startTime }: Record<string, unknown>) =>
  startTime === '' ? [{ path: 'startTime', rule: 'required' as const, params: {} }] : []

export function WhenFields<Values extends WhenDraft>({ form: given }: { form: Form<Values> }) {
  const form = given as unknown as Form<WhenDraft> // these fields are in any such draft
  // The call may go without a start, but a chosen later one must be given.
  const needed = { ...form, isOptional: () => false }
  const t = usePhrases()
  return (
    <>
      <Segmented
        label={t('tariff.prices.when')}
        value={form.values.when}
        options={[
          { value: 'now', label: t('tariff.prices.whenNow') },
          { value: 'later', label: t('tariff.prices.whenLater') },
        ]}
        onSelect={(value) => form.set('when', value)}
      />
      {form.values.when === 'later' && <MomentField form={needed} name="startTime" edge="start" />}
      <TextField form={form} name="note" rows={2} counterMax={LIMITS.billing.noteMax} />
    </>
  )
}
