// The offline days of a change, for the changes that have them.
import { LIMITS } from '@sealwright/contract'
import type { LockAct } from '@sealwright/contract'
import { TextField } from '../../../blocks/form/field.tsx'
import type { Form } from '../../../blocks/form/form-state.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { hasDays } from './act-fields.ts'
import type { ActDraft } from './act-fields.ts'

const { offlineDaysMin: min, offlineDaysMax: max } = LIMITS.template

interface DaysFieldProps<Values extends ActDraft> {
  form: Form<Values>
  act: LockAct
  /** The present days of the lock. Undefined for several locks. */
  present?: number
}

export function DaysField<Values extends ActDraft>({ form, act, present }: DaysFieldProps<Values>) {
  const t = usePhrases()
  if (!hasDays(act)) return null
  const kept = act === 'toActivation' && present !== undefined ? t('userLock.act.daysKept', { days: present }) : ''
  return (
    <TextField<ActDraft>
      form={form as unknown as Form<ActDraft>} // it has these two fields
      name="offlineDays"
      isNumber
      isFirst
      help={[t('userLock.act.daysHelp', { min, max }), kept].filter(Boolean).join(' ')}
    />
  )
}
