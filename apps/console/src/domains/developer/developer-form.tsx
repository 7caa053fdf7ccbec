// The form of the developer information. Saving sends the revision that was read. If someone else saved in between, the
// typed values stay and the form offers to load the other version.
import { LIMITS, developerCalls, developerFields } from '@sealwright/contract'
import { fieldLabel } from '@sealwright/phrases'
import { Plus, X } from 'lucide-react'
import { useId, useLayoutEffect, useRef, useState } from 'react'
import { Button, IconButton } from '../../blocks/control/button.tsx'
import { TextInput } from '../../blocks/control/text-input.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import type { Form } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { useLeaveGuard } from '../../blocks/form/leave-guard.ts'
import { LogoField } from '../../blocks/form/logo-field.tsx'
import { ReloadLatest } from '../../blocks/form/reload-latest.tsx'
import { callServer, useAct } from '../../lib/call/client.ts'
import { toast } from '../../lib/toast.ts'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import { CONTACT_FIELDS, EMPTY_CONTACT, draftOf, spellDeveloper } from './developer-draft.ts'
import type { ContactDraft, DeveloperAnswer, DeveloperDraft } from './developer-draft.ts'
import './developer.css'

const limits = LIMITS.developer

function Contact({ form, index, onRemove }: { form: Form<DeveloperDraft>; index: number; onRemove: () => void }) {
  const t = usePhrases()
  const say = useSentences()
  const id = useId()
  const contact = form.values.contacts[index] ?? EMPTY_CONTACT
  const set = (field: keyof ContactDraft, text: string) =>
    form.set('contacts', (contacts) =>
      contacts.map((other, at) => (at === index ? { ...other, [field]: text } : other)),
    )
  return (
    <fieldset className="contact">
      <legend className="sw-visually-hidden">{t('developer.info.contact', { n: index + 1 })}</legend>
      <div className="contact-fields">
        {CONTACT_FIELDS.map((field) => {
          const path = `contacts.${index}.${field}`
          const error = form.errorAt(path)
          return (
            <div key={field} className="field">
              <label className="field-label" htmlFor={`${id}-${field}`}>
                {fieldLabel(say, 'developer', path)}
                {field !== 'name' && <span className="field-optional">{t('blocks.form.optional')}</span>}
              </label>
              <TextInput
                id={`${id}-${field}`}
                aria-invalid={error ? true : undefined}
                aria-describedby={`${id}-${field}-note`}
                value={contact[field]}
                autoFocus={field === 'name' && contact === EMPTY_CONTACT}
                // Leaving an empty field is not an error yet: people look around first.
                onBlur={() => contact[field] !== '' && form.leave(path)}
                onText={(text) => set(field, text)}
              />
              <div
                id={`${id}-${field}-note`}
                className="field-note field-error contact-note"
                role={error ? 'alert' : undefined}
              >
                {error}
              </div>
            </div>
          )
        })}
      </div>
      <IconButton icon={X} label={t('developer.info.removeContact', { n: index + 1 })} onPress={onRemove} />
    </fieldset>
  )
}

function Contacts({ form }: { form: Form<DeveloperDraft> }) {
  const t = usePhrases()
  const add = useRef<HTMLButtonElement>(null)
  const { contacts } = form.values
  // Keep the add button in sight: a new contact pushes it down.
  const count = useRef(contacts.length)
  useLayoutEffect(() => {
    if (contacts.length > count.current) add.current?.scrollIntoView({ block: 'nearest' })
    count.current = contacts.length
  }, [contacts.length])
  return (
    <>
      {contacts.length === 0 && <p className="contacts-none">{t('developer.info.noContacts')}</p>}
      {contacts.map((_contact, index) => (
        <Contact
          key={index}
          form={form}
          index={index}
          onRemove={() => {
            form.set('contacts', (now) => now.filter((_other, at) => at !== index))
            add.current?.focus()
          }}
        />
      ))}
      <div>
        <Button
          ref={add}
          icon={Plus}
          disabled={contacts.length >= limits.contacts}
          onPress={() => form.set('contacts', (now) => [...now, EMPTY_CONTACT])}
        >
          {t('developer.info.addContact')}
        </Button>
      </div>
    </>
  )
}

export function DeveloperForm({ developer }: { developer: DeveloperAnswer }) {
  const t = usePhrases()
  const say = useSentences()
  const [revision, setRevision] = useState(developer.revision)
  const [initial] = useState(() => draftOf(developer))
  const form = useForm({ domain: 'developer', fields: developerFields, initial, spell: spellDeveloper })
  useLeaveGuard(form)
  const update = useAct(developerCalls.update, {
    showsRefusal: true,
    onDone: (answer) => {
      setRevision(answer.revision)
      form.restart(form.values)
      toast.success(t('developer.info.saved'))
    },
  })
  const reload = async () => {
    const latest = await callServer(developerCalls.get, {})
    setRevision(latest.revision)
    form.restart(draftOf(latest))
    update.reset()
  }
  return (
    <InlineForm
      form={form}
      label={t('developer.info.public')}
      saveText={t('developer.info.save')}
      isSaving={update.isActing}
      refusal={update.refusal}
      remedy={<ReloadLatest refusal={update.refusal} load={reload} />}
      onSave={(values) => void update.act({ ...values, revision })}
    >
      <FormSection title={t('developer.info.public')} sentence={t('developer.info.publicSentence')}>
        <TextField
          form={form}
          name="displayName"
          help={t('developer.info.displayNameHelp')}
          counterMax={limits.displayNameMax}
        />
        <LogoField form={form} schema={developerFields.logo} maxBytes={limits.logoBytes} />
        <TextField form={form} name="website" help={t('developer.info.websiteHelp')} autoComplete="url" />
        <TextField form={form} name="brief" rows={2} counterMax={limits.briefMax} />
        <TextField form={form} name="introduction" rows={5} counterMax={limits.introductionMax} />
      </FormSection>
      <FormSection
        title={say('developer.fields.contacts')}
        sentence={t('developer.info.contactsSentence', { max: limits.contacts })}
      >
        <Contacts form={form} />
      </FormSection>
    </InlineForm>
  )
}
