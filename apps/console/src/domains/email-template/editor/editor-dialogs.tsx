// The dialogs that insert a link or a picture into the body.
import { LINK_VARIABLES, emailLinkFields, emailPictureFields } from '@sealwright/contract'
import type { EmailVariable } from '@sealwright/contract'
import { useState } from 'react'
import { Select } from '../../../blocks/control/select.tsx'
import { TextInput } from '../../../blocks/control/text-input.tsx'
import { Field, TextField } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { SwitchField } from '../../../blocks/form/switch-field.tsx'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'

const OTHER = ''

export interface NewLink {
  href: string
  /** The words of the link, if no text is selected. */
  label: string
  isButton: boolean
}

interface LinkDialogProps {
  known: readonly EmailVariable[]
  hasSelection: boolean
  onInsert: (link: NewLink) => void
}

const spell = (values: object) => ({ ...values })

function LinkDialog({ known, hasSelection, onInsert, onClose }: LinkDialogProps & { onClose: () => void }) {
  const t = usePhrases()
  const variables = LINK_VARIABLES.filter((name) => known.includes(name)).map((name) => `{${name}}`)
  const [initial] = useState({ href: variables[0] ?? '', label: '', isButton: false })
  const form = useForm({
    domain: 'emailTemplate',
    fields: emailLinkFields,
    labels: {
      href: t('emailTemplate.editor.linkAddress'),
      label: t('emailTemplate.editor.linkLabel'),
      isButton: t('emailTemplate.editor.button'),
    },
    initial,
    spell,
  })
  const { href } = form.values
  const isOther = !variables.includes(href)
  return (
    <FormDialog
      form={form}
      title={t('emailTemplate.editor.linkTitle')}
      saveText={t('emailTemplate.editor.insert')}
      isSaving={false}
      refusal={undefined}
      onSave={() => {
        onClose()
        onInsert({ ...form.values, href: href.trim() })
      }}
      onClose={onClose}
    >
      {variables.length > 0 && (
        <Select
          data-first-focus
          aria-label={t('emailTemplate.editor.linkTarget')}
          value={isOther ? OTHER : href}
          options={[
            ...LINK_VARIABLES.filter((name) => known.includes(name)).map((name) => ({
              value: `{${name}}`,
              label: t(`emailTemplate.variables.${name}`),
            })),
            { value: OTHER, label: t('emailTemplate.editor.linkOther') },
          ]}
          onSelect={(chosen) => form.set('href', chosen)}
        />
      )}
      {isOther && (
        <Field form={form} name="href" help={t('emailTemplate.editor.linkHelp')}>
          {(control) => (
            <TextInput
              {...control}
              {...(variables.length === 0 && { 'data-first-focus': true })}
              value={href}
              onText={(text) => form.set('href', text)}
            />
          )}
        </Field>
      )}
      {!hasSelection && <TextField form={form} name="label" />}
      <SwitchField form={form} name="isButton" />
    </FormDialog>
  )
}

function PictureDialog({ onInsert, onClose }: { onInsert: (picture: NewPicture) => void; onClose: () => void }) {
  const t = usePhrases()
  const [initial] = useState({ src: '', alt: '' })
  const form = useForm({
    domain: 'emailTemplate',
    fields: emailPictureFields,
    labels: { src: t('emailTemplate.editor.imageAddress'), alt: t('emailTemplate.editor.imageAlt') },
    initial,
    spell,
  })
  return (
    <FormDialog
      form={form}
      title={t('emailTemplate.editor.imageTitle')}
      saveText={t('emailTemplate.editor.insert')}
      isSaving={false}
      refusal={undefined}
      onSave={() => {
        onClose()
        onInsert({ src: form.values.src.trim(), alt: form.values.alt.trim() })
      }}
      onClose={onClose}
    >
      <Field form={form} name="src" help={t('emailTemplate.editor.imageHelp')}>
        {(control) => (
          <TextInput {...control} data-first-focus value={form.values.src} onText={(text) => form.set('src', text)} />
        )}
      </Field>
      <TextField form={form} name="alt" />
    </FormDialog>
  )
}

export interface NewPicture {
  src: string
  alt: string
}

export function openLinkDialog(props: LinkDialogProps): void {
  void showDialog((settle) => <LinkDialog {...props} onClose={() => settle(true)} />)
}

export function openPictureDialog(onInsert: (picture: NewPicture) => void): void {
  void showDialog((settle) => <PictureDialog onInsert={onInsert} onClose={() => settle(true)} />)
}
