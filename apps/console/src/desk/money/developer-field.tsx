// The choice of a developer, searched by the server.
import { billingDesk } from '@sealwright/contract'
import { useState } from 'react'
import { Combobox } from '../../blocks/control/combobox.tsx'
import type { Options } from '../../blocks/control/option-search.ts'
import { Field } from '../../blocks/form/field.tsx'
import type { Form } from '../../blocks/form/form-state.ts'
import { useAnswer } from '../../lib/call/client.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'

/** `chosen` is found by its number, so that its name shows. */
export function useDevelopers(chosen = ''): Options {
  const [needle, setNeedle] = useState('')
  const { data, isPlaceholderData } = useAnswer(
    billingDesk.searchDevelopers,
    { ...(needle !== '' && { keyword: needle }) },
    { keepPrevious: true },
  )
  const { data: one } = useAnswer(billingDesk.searchDevelopers, { keyword: chosen }, { enabled: chosen !== '' })
  return {
    options: (data?.developers ?? []).map(({ id, name }) => ({ value: id, label: name, note: id })),
    isLoading: !data || isPlaceholderData,
    onNeedle: setNeedle,
    labelOf: (value) => one?.developers.find(({ id }) => id === value)?.name,
  }
}

export function DeveloperField<Values extends { developerId: string }>({ form }: { form: Form<Values> }) {
  const t = usePhrases()
  const options = useDevelopers(form.values.developerId)
  return (
    <Field form={form} name="developerId" label={t('billing.fields.developerName')}>
      {(control) => (
        <Combobox
          {...control}
          {...options}
          name={t('billing.fields.developerName')}
          value={form.values.developerId}
          onSelect={(value) => form.set('developerId', value)}
        />
      )}
    </Field>
  )
}
