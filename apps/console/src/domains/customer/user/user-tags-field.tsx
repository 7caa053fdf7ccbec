// The tags of a user in a form: chosen or, with the right to create tags, typed. A tag is checked at once by the
// contract's rules.
import { LIMITS, tagCalls } from '@sealwright/contract'
import { Combobox } from '../../../blocks/control/combobox.tsx'
import { ChipFrame } from '../../../blocks/form/chip-frame.tsx'
import { Field } from '../../../blocks/form/field.tsx'
import type { Form } from '../../../blocks/form/form-state.ts'
import { useAnswer } from '../../../lib/call/client.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'

interface Tagged {
  tags: readonly string[]
}

export function UserTagsField<Values extends Tagged>({ form: whole }: { form: Form<Values> }) {
  const form = whole as unknown as Form<Tagged> // of all its fields, only this one is touched here
  const t = usePhrases()
  const isFree = useCan(tagCalls.create)
  const { data } = useAnswer(tagCalls.list, {})
  const { tags } = form.values
  const errors = tags.map((_, index) => form.errorAt(`tags.${index}`))
  const error = errors.find((message) => message !== undefined)
  const add = (name: string) => {
    if (name === '') return
    form.set('tags', (now) => [...now, name])
    form.leave('tags')
    form.leave(`tags.${tags.length}`)
  }
  const help = isFree ? t('customer.user.form.tagsHelp') : undefined
  return (
    <Field form={form} name="tags" help={help} refused={error} counter={{ used: tags.length, max: LIMITS.tag.perUser }}>
      {(control) => (
        <ChipFrame
          chips={tags.map((name, index) => ({ name, isBad: errors[index] !== undefined }))}
          isBad={error !== undefined || control['aria-invalid'] === true}
          removeLabel={(name) => t('customer.user.form.removeTag', { name })}
          onRemove={(index) => form.set('tags', (now) => now.filter((_, at) => at !== index))}
        >
          <Combobox
            {...control}
            name={form.labelOf('tags')}
            options={(data ?? [])
              .filter(({ name }) => !tags.includes(name))
              .map(({ name }) => ({ value: name, label: name }))}
            isLoading={!data}
            isFree={isFree}
            value=""
            placeholder={
              tags.length > 0
                ? undefined
                : isFree
                  ? t('customer.user.form.tagsPlaceholderFree')
                  : t('customer.user.form.tagsPlaceholder')
            }
            onSelect={add}
          />
        </ChipFrame>
      )}
    </Field>
  )
}
