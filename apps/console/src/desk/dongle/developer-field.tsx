// The choice of a developer, searched by the server.
import { dongleDesk } from '@sealwright/contract'
import { useMemo, useState } from 'react'
import { Combobox } from '../../blocks/control/combobox.tsx'
import type { Options } from '../../blocks/control/option-search.ts'
import { Field } from '../../blocks/form/field.tsx'
import type { Form } from '../../blocks/form/form-state.ts'
import { useAnswer } from '../../lib/call/client.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'

/** `chosen` is found by its number, so that its name shows. */
export function useDeveloperOptions(chosen = ''): Options {
  const [needle, setNeedle] = useState('')
  const { data, isPlaceholderData } = useAnswer(
    dongleDesk.developers,
    { ...(needle !== '' && { keyword: needle }) },
    { keepPrevious: true },
  )
  const { data: one } = useAnswer(dongleDesk.developers, { keyword: chosen }, { enabled: chosen !== '' })
  return useMemo(
    () => ({
      options: (data?.rows ?? []).map(({ developerId, name }) => ({
        value: String(developerId),
        label: name,
        note: String(developerId),
      })),
      isLoading: !data || isPlaceholderData,
      onNeedle: setNeedle,
      labelOf: (value) => one?.rows.find(({ developerId }) => String(developerId) === value)?.name,
    }),
    [data, isPlaceholderData, one],
  )
}

export function DeveloperField<Values extends { developerId: string }>({ form }: { form: Form<Values> }) {
  const t = usePhrases()
  const options = useDeveloperOptions()
  // Where the field shows, a developer must be chosen, even if the call can do without.
  const needed = { ...form, isOptional: () => false }
  return (
    <Field form={needed} name="developerId">
      {(control) => (
        <Combobox
          {...control}
          {...options}
          name={t('dongle.fields.developerId')}
          value={form.values.developerId}
          onSelect={(value) => form.set('developerId', value)}
        />
      )}
    </Field>
  )
}
