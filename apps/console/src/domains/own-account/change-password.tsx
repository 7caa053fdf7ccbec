// The password setting: the time of the last change, and a form to change it. The form does not ask for the current
// password; the dialog that confirms the password does.
import { LIMITS, ownAccountCalls } from '@sealwright/contract'
import { KeyRound } from 'lucide-react'
import { Button } from '../../blocks/control/button.tsx'
import { useOpening } from '../../blocks/control/opening.ts'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { PasswordField } from '../../blocks/form/password-field.tsx'
import { SettingRow } from '../../blocks/form/settings-page.tsx'
import { useAct } from '../../lib/call/client.ts'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'

const { payload } = ownAccountCalls.changePassword
const EMPTY = { password: '', confirmPassword: '' }
const spell = (values: typeof EMPTY) => ({ ...values })

function ChangePasswordForm({ onClose }: { onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'identity', fields: payload.shape, whole: payload, initial: EMPTY, spell })
  const change = useAct(ownAccountCalls.changePassword, {
    showsRefusal: true,
    onDone: () => {
      toast.success(t('ownAccount.security.passwordSaved'))
      onClose()
    },
  })
  const { passwordMin: min, passwordMax: max } = LIMITS.account
  return (
    <InlineForm
      form={form}
      label={t('ownAccount.security.changePassword')}
      saveText={t('ownAccount.security.setPassword')}
      isSaving={change.isActing}
      refusal={change.refusal}
      onSave={() => void change.act(form.values)}
      onCancel={onClose}
    >
      <PasswordField
        form={form}
        name="password"
        label={t('ownAccount.security.newPassword')}
        hasStrength
        hasFocus
        help={t('ownAccount.security.passwordHelp', { min, max })}
      />
      <PasswordField form={form} name="confirmPassword" />
    </InlineForm>
  )
}

export function PasswordSetting({ changedAt }: { changedAt: string | null }) {
  const t = usePhrases()
  const format = useFormat()
  const { isOpen, opener, open, close } = useOpening()
  return (
    <SettingRow
      mark={<KeyRound size={18} aria-hidden />}
      title={t('ownAccount.security.password')}
      note={
        changedAt
          ? t('ownAccount.security.passwordChangedAt', { time: format.time(changedAt) })
          : t('ownAccount.security.never')
      }
      actions={
        !isOpen && (
          <Button ref={opener} onPress={open}>
            {t('ownAccount.security.changePassword')}
          </Button>
        )
      }
    >
      {isOpen && <ChangePasswordForm onClose={close} />}
    </SettingRow>
  )
}
