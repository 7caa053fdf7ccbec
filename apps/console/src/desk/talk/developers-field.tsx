// The choice of some developers, searched by the server. The form holds their ids.
import { LIMITS, developerDesk } from '@sealwright/contract'
import { useMemo, useState } from 'react'
import { OptionButton } from '../../blocks/control/option-button.tsx'
import { Field } from '../../blocks/form/field.tsx'
import type { Form } from '../../blocks/form/form-state.ts'
import { useAnswer } from '../../lib/call/client.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import css from './talk.module.css'

export interface Named {
  id: string
  name: string
}

export function DevelopersField<Values extends { developers: readonly string[] }>({
  form,
  known = [],
}: {
  form: Form<Values>
  /** Names that are known already. */
  known?: readonly Named[]
}) {
  const t = usePhrases()
  const format = useFormat()
  const [needle, setNeedle] = useState('')
  const { data, isPlaceholderData } = useAnswer(
    developerDesk.find,
    { ...(needle !== '' && { keyword: needle }) },
    { keepPrevious: true },
  )
  const [names, setNames] = useState(() => new Map(known.map(({ id, name }) => [id, name])))
  const options = useMemo(
    () => (data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name, note: id })),
    [data],
  )
  const { developers } = form.values
  const nameOf = (id: string) => names.get(id) ?? id
  const choose = (ids: readonly string[]) => {
    setNames(new Map([...names, ...options.map(({ value, label }) => [value, label] as const)]))
    form.set('developers', ids)
  }
  const words = developers.map(nameOf).join(t('blocks.list.comma'))
  return (
    <Field form={form} name="developers" isGroup help={words === '' ? undefined : words}>
      {() => (
        <div className={css.chosen}>
          <OptionButton
            className="sw-button"
            label={`${t('message.fields.developers')} (${format.number(developers.length)})`}
            words={words}
            values={developers}
            max={LIMITS.notice.developersMax}
            onChange={choose}
            options={options}
            isLoading={!data || isPlaceholderData}
            onNeedle={setNeedle}
            labelOf={nameOf}
          />
        </div>
      )}
    </Field>
  )
}
