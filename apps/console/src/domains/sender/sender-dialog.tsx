// The dialog that creates or edits a sender. A new or changed sender is verified right after it is saved.
import { TLS_MODES, TLS_PORTS, senderCalls } from '@sealwright/contract'
import type { SenderRow, TlsMode } from '@sealwright/contract'
import { useState } from 'react'
import { TextInput } from '../../blocks/control/text-input.tsx'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { PasswordField } from '../../blocks/form/password-field.tsx'
import { SegmentedField } from '../../blocks/form/segmented-field.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { useAct } from '../../lib/call/client.ts'
import { showDialog } from '../../lib/dialog/dialog.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { openCheck } from './sender-check.tsx'
import './sender.css'

interface Draft extends Record<'email' | 'name' | 'host' | 'port' | 'smtpUser' | 'password', string> {
  tls: TlsMode
}
const draftOf = (sender?: SenderRow): Draft => ({
  email: sender?.email ?? '',
  name: sender?.name ?? '',
  host: sender?.host ?? '',
  port: String(sender?.port ?? TLS_PORTS.tls),
  tls: sender?.tls ?? 'tls',
  smtpUser: sender?.smtpUser ?? '',
  password: '',
})
const spell = (draft: Draft) => ({ ...draft })
const { shape: FIELDS } = senderCalls.create.payload

function SenderDialog({ sender, onClose }: { sender: SenderRow | undefined; onClose: () => void }) {
  const t = usePhrases()
  const [initial] = useState(() => draftOf(sender))
  const form = useForm({ domain: 'sender', fields: FIELDS, initial, spell })
  const { values } = form
  const saved = (guid: string, words: 'sender.form.created' | 'sender.form.saved') => {
    const email = values.email.trim()
    onClose()
    toast.success(t(words, { email }))
    openCheck('verify', { guid, email })
  }
  const create = useAct(senderCalls.create, {
    showsRefusal: true,
    onDone: ({ guid }) => saved(guid, 'sender.form.created'),
  })
  const update = useAct(senderCalls.update, {
    showsRefusal: true,
    onDone: ({ guid }) => saved(guid, 'sender.form.saved'),
  })
  const save = () => {
    const payload = { ...values, port: Number(values.port) }
    if (!sender) void create.act(payload)
    else if (form.isDirty()) void update.act({ ...payload, guid: sender.guid, revision: sender.revision })
    else onClose()
  }
  const choose = (tls: TlsMode) => {
    // A port that nobody typed follows the encryption.
    if (values.port === String(TLS_PORTS[values.tls])) form.set('port', String(TLS_PORTS[tls]))
    form.set('tls', tls)
  }
  return (
    <FormDialog
      form={form}
      title={sender ? t('sender.form.editTitle', { email: sender.email }) : t('sender.form.newTitle')}
      saveText={t(sender ? 'sender.form.save' : 'sender.form.create')}
      isSaving={create.isActing || update.isActing}
      refusal={sender ? update.refusal : create.refusal}
      onSave={save}
      onClose={onClose}
    >
      <Field form={form} name="email">
        {(control) => (
          <TextInput {...control} data-first-focus value={values.email} onText={(text) => form.set('email', text)} />
        )}
      </Field>
      <TextField form={form} name="name" help={t('sender.form.nameHelp')} />
      <SegmentedField
        form={form}
        name="tls"
        options={TLS_MODES.map((value) => ({ value, label: t(`sender.tlsModes.${value}`) }))}
        onSelect={choose}
      />
      {values.tls === 'none' && <Notice tone="warn">{t('sender.form.noneWarning')}</Notice>}
      <div className="sender-pair">
        <TextField form={form} name="host" placeholder="smtp.example.com" />
        <TextField form={form} name="port" isNumber />
      </div>
      <TextField form={form} name="smtpUser" help={t('sender.form.userHelp')} autoComplete="off" />
      <PasswordField
        form={form}
        name="password"
        help={t(sender?.hasPassword ? 'sender.form.passwordKept' : 'sender.form.passwordHelp')}
      />
    </FormDialog>
  )
}

/** Edits the sender, or creates one if none is given. */
export function openSenderDialog(sender?: SenderRow): void {
  void showDialog((settle) => <SenderDialog sender={sender} onClose={() => settle(true)} />)
}
