// Hands rows to an integrator, as its stock, or takes them back. The domains of codes and locks open it with their own
// call and words.
import { LIMITS, integratorCalls } from '@sealwright/contract'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { Combobox } from '../../blocks/control/combobox.tsx'
import { Field } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { Segmented } from '../../blocks/form/segmented.tsx'
import { useAnswer } from '../../lib/call/client.ts'

const WAYS = ['give', 'take'] as const
const INITIAL = { integratorGuid: '' }
const spell = ({ integratorGuid }: typeof INITIAL) => ({ integratorGuid })
const NEEDED = { integratorGuid: integratorCalls.get.payload.shape.guid }
const NOTHING = {}

interface StockDialogProps {
  /** The domain whose phrases label the field. */
  domain: string
  words: Record<'title' | 'verb' | 'give' | 'take' | 'integrator', string>
  isSaving: boolean
  refusal: Parameters<typeof FormDialog<typeof INITIAL>>[0]['refusal']
  /** Null: take them back. */
  onSave: (integratorGuid: string | null) => void
  onClose: () => void
  /** What handing over means. */
  children: ReactNode
}

export function StockDialog({ domain, words, isSaving, refusal, onSave, onClose, children }: StockDialogProps) {
  const [needle, setNeedle] = useState('')
  const [isTaking, setIsTaking] = useState(false)
  const form = useForm({ domain, fields: isTaking ? NOTHING : NEEDED, initial: INITIAL, spell })
  const { data, isPlaceholderData } = useAnswer(
    integratorCalls.find,
    { currentPage: 1, pageSize: LIMITS.page.maxSize, ...(needle && { name: needle }) },
    { keepPrevious: true },
  )
  return (
    <FormDialog
      form={form}
      title={words.title}
      saveText={isTaking ? words.take : words.give}
      isSaving={isSaving}
      refusal={refusal}
      onSave={() => onSave(isTaking ? null : form.values.integratorGuid)}
      onClose={onClose}
    >
      {children}
      <Segmented
        label={words.verb}
        value={isTaking ? 'take' : 'give'}
        options={WAYS.map((value) => ({ value, label: words[value] }))}
        onSelect={(way) => setIsTaking(way === 'take')}
      />
      {!isTaking && (
        <Field form={form} name="integratorGuid">
          {(control) => (
            <Combobox
              {...control}
              name={words.integrator}
              options={(data?.rows ?? []).map(({ guid, name }) => ({ value: guid, label: name }))}
              isLoading={!data || isPlaceholderData}
              onNeedle={setNeedle}
              value={form.values.integratorGuid}
              onSelect={(guid) => form.set('integratorGuid', guid)}
            />
          )}
        </Field>
      )}
    </FormDialog>
  )
}
