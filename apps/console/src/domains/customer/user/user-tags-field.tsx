// The tags of a user in a form: chosen or, with the right to create tags, typed. A tag is checked at once by the
// contract's rules. Backspace in the empty input removes the last tag.
import { LIMITS, tagCalls } from '@sealwright/contract'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { Combobox } from '../../../blocks/control/combobox.tsx'
import { Field } from '../../../blocks/form/field.tsx'
import type { Form } from '../../../blocks/form/form-state.ts'
import { useAnswer } from '../../../lib/call/client.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { UserDraft } from './user-draft.ts'
import './user.css'

export function UserTagsField({ form }: { form: Form<UserDraft> }) {
  const t = usePhrases()
  const frame = useRef<HTMLDivElement>(null)
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
  const remove = (index: number) => {
    form.set('tags', (now) => now.filter((_, at) => at !== index))
    frame.current?.querySelector('input')?.focus()
  }
  const help = isFree ? t('customer.user.form.tagsHelp') : undefined
  return (
    <Field form={form} name="tags" help={help} refused={error} counter={{ used: tags.length, max: LIMITS.tag.perUser }}>
      {(control) => (
        <div
          ref={frame}
          className="user-tags"
          data-invalid={error !== undefined || control['aria-invalid'] || undefined}
          onKeyDown={(event) => {
            if (
              event.key === 'Backspace' &&
              event.target instanceof HTMLInputElement &&
              event.target.value === '' &&
              tags.length > 0
            )
              remove(tags.length - 1)
          }}
        >
          {tags.map((name, index) => (
            <span key={`${name} ${index}`} className={errors[index] ? 'tag user-tag user-tag-bad' : 'tag user-tag'}>
              {name}
              <button
                type="button"
                className="sw-icon-button icon-button-small"
                aria-label={t('customer.user.form.removeTag', { name })}
                onClick={() => remove(index)}
              >
                <X size={12} aria-hidden />
              </button>
            </span>
          ))}
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
        </div>
      )}
    </Field>
  )
}
