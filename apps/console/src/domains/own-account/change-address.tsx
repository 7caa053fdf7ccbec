// The setting of the e-mail address or the mobile number. Binding or changing it needs a code that was sent to the new
// address.
import { LIMITS, isEmail, isMobile, ownAccountCalls } from '@sealwright/contract'
import { Mail, Smartphone } from 'lucide-react'
import * as z from 'zod/mini'
import { Button } from '../../blocks/control/button.tsx'
import { useOpening } from '../../blocks/control/opening.ts'
import { TextField } from '../../blocks/form/field.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { SettingRow } from '../../blocks/form/settings-page.tsx'
import { useAct } from '../../lib/call/client.ts'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { PhraseKey } from '../../lib/words/i18n.tsx'
import { SentCode } from './sent-code.tsx'

type Kind = 'email' | 'mobile'

// The call accepts both kinds. Each form accepts one kind, and its errors name it.
const { shape } = ownAccountCalls.changeAddress.payload
const targetOf = (isKind: (text: string) => boolean, rule: string) =>
  z.string().check(z.refine((text: string) => isKind(text.trim()), { params: { rule } }))
const FIELDS: Record<Kind, { target: z.core.$ZodType; verifyCode: z.core.$ZodType }> = {
  email: { ...shape, target: targetOf(isEmail, 'notEmail') },
  mobile: { ...shape, target: targetOf(isMobile, 'notMobile') },
}
const DIGITS = { verifyCode: LIMITS.verification.digits }
const EMPTY = { target: '', verifyCode: '' }
const spell = (values: typeof EMPTY) => ({ ...values })

interface Words {
  form: PhraseKey
  target: PhraseKey
  save: PhraseKey
  saved: 'ownAccount.security.addressBound' | 'ownAccount.security.addressSaved'
}
const BINDING = { save: 'ownAccount.security.bindAddress', saved: 'ownAccount.security.addressBound' } as const
const CHANGING = { save: 'ownAccount.security.changeAddress', saved: 'ownAccount.security.addressSaved' } as const
/** The first address of a kind is bound; a later one replaces it. */
const WORDS: Record<Kind, { first: Words; next: Words }> = {
  email: {
    first: { form: 'ownAccount.security.bindEmail', target: 'identity.fields.email', ...BINDING },
    next: { form: 'ownAccount.security.changeEmail', target: 'ownAccount.security.newEmail', ...CHANGING },
  },
  mobile: {
    first: { form: 'ownAccount.security.bindMobile', target: 'identity.fields.mobile', ...BINDING },
    next: { form: 'ownAccount.security.changeMobile', target: 'ownAccount.security.newMobile', ...CHANGING },
  },
}

function ChangeAddressForm({ kind, isFirst, onClose }: { kind: Kind; isFirst: boolean; onClose: () => void }) {
  const t = usePhrases()
  const fields = FIELDS[kind]
  const words = WORDS[kind][isFirst ? 'first' : 'next']
  const form = useForm({
    domain: 'identity',
    fields,
    labels: { target: t(words.target) },
    digits: DIGITS,
    initial: EMPTY,
    spell,
  })
  const change = useAct(ownAccountCalls.changeAddress, {
    showsRefusal: true,
    onDone: (_answer, { target }) => {
      toast.success(t(words.saved, { target }))
      onClose()
    },
  })
  return (
    <InlineForm
      form={form}
      label={t(words.form)}
      saveText={t(words.save)}
      isSaving={change.isActing}
      refusal={change.refusal}
      onSave={() => void change.act({ ...form.values, target: form.values.target.trim() })}
      onCancel={onClose}
    >
      <TextField form={form} name="target" hasFocus autoComplete={kind === 'email' ? 'email' : 'tel-national'} />
      <SentCode
        form={form}
        purpose="bind"
        target={{ name: 'target', value: form.values.target, schema: fields.target }}
        sent={(minutes) => t('identity.codes.sent', { target: form.values.target.trim(), minutes })}
      />
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
      {isOpen && <ChangeAddressForm kind={kind} isFirst={address === null} onClose={close} />}
    </SettingRow>
  )
}
