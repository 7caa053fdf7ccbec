// The e-mail address or the mobile number: what it is, and a form that takes another one once a code that was sent there comes back.
import { isEmail, isMobile, ownAccountCalls } from '@sealwright/contract'
import { Mail, Smartphone } from 'lucide-react'
import * as z from 'zod/mini'
import { Button } from '../../blocks/button.tsx'
import { TextField } from '../../blocks/field.tsx'
import { useForm } from '../../blocks/form-state.ts'
import { InlineForm } from '../../blocks/inline-form.tsx'
import { useOpening } from '../../blocks/opening.ts'
import { SettingRow } from '../../blocks/settings-page.tsx'
import { useAct } from '../../lib/client.ts'
import { usePhrases } from '../../lib/i18n.tsx'
import { toast } from '../../lib/toast.ts'
import { SentCode } from './sent-code.tsx'

type Kind = 'email' | 'mobile'

// The call takes either; a form that asks for one says which.
const { shape } = ownAccountCalls.changeAddress.payload
const targetOf = (isKind: (text: string) => boolean, rule: string) => z.string().check(z.refine((text: string) => isKind(text.trim()), { params: { rule } }))
const FIELDS: Record<Kind, { target: z.core.$ZodType; verifyCode: z.core.$ZodType }> = {
  email: { ...shape, target: targetOf(isEmail, 'notEmail') },
  mobile: { ...shape, target: targetOf(isMobile, 'notMobile') },
}
const EMPTY = { target: '', verifyCode: '' }
const spell = (values: typeof EMPTY) => ({ ...values })

function ChangeAddressForm({ kind, onClose }: { kind: Kind; onClose: () => void }) {
  const t = usePhrases()
  const fields = FIELDS[kind]
  const form = useForm({ domain: 'identity', fields, initial: EMPTY, spell })
  const change = useAct(ownAccountCalls.changeAddress, {
    showsRefusal: true,
    onDone: (_answer, { target }) => {
      toast.success(t('ownAccount.security.addressSaved', { target }))
      onClose()
    },
  })
  return (
    <InlineForm
      form={form}
      label={t(kind === 'email' ? 'ownAccount.security.changeEmail' : 'ownAccount.security.changeMobile')}
      saveText={t('ownAccount.security.changeAddress')}
      isSaving={change.isActing}
      refusal={change.refusal}
      onSave={() => void change.act({ ...form.values, target: form.values.target.trim() })}
      onCancel={onClose}
    >
      <TextField form={form} name="target" label={t(kind === 'email' ? 'ownAccount.security.newEmail' : 'ownAccount.security.newMobile')} hasFocus autoComplete={kind === 'email' ? 'email' : 'tel-national'} />
      <SentCode form={form} purpose="bind" target={{ name: 'target', value: form.values.target, schema: fields.target }} sent={(minutes) => t('ownAccount.security.codeSent', { minutes })} />
    </InlineForm>
  )
}

export function AddressSetting({ kind, address }: { kind: Kind; address: string | null }) {
  const t = usePhrases()
  const { isOpen, opener, open, close } = useOpening()
  const Icon = kind === 'email' ? Mail : Smartphone
  const title = t(kind === 'email' ? 'identity.fields.email' : 'identity.fields.mobile')
  const verb = t(address ? 'ownAccount.security.change' : 'ownAccount.security.bind')
  return (
    <SettingRow
      mark={<Icon size={18} aria-hidden />}
      title={title}
      note={address ?? t('ownAccount.account.notBound')}
      actions={
        !isOpen && (
          <Button ref={opener} aria-label={`${verb} ${title}`} onPress={open}>
            {verb}
          </Button>
        )
      }
    >
      {isOpen && <ChangeAddressForm kind={kind} onClose={close} />}
    </SettingRow>
  )
}
