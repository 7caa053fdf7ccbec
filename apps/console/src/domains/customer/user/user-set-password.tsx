// Sets the password of a shadow account. Its user has no address for a reset link, so the developer does it.
import { LIMITS, userCalls } from '@sealwright/contract'
import type { PayloadOf, UserRow } from '@sealwright/contract'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { PasswordField } from '../../../blocks/form/password-field.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'

type Named = Pick<UserRow, 'guid' | 'account'>

const FIELDS = { password: userCalls.setPassword.payload.shape.password }
const EMPTY = { password: '' }
const spell = (values: typeof EMPTY) => values

function SetPassword({ user: { guid, account }, settle }: { user: Named; settle: (isDone: boolean) => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'customer', fields: FIELDS, initial: EMPTY, spell })
  const { act, isActing, refusal } = useAct(userCalls.setPassword, {
    showsRefusal: true,
    onDone: () => {
      toast.success(t('customer.user.password.done'))
      settle(true)
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('customer.user.password.title', { account })}
      saveText={t('customer.user.actions.setPassword')}
      isSaving={isActing}
      refusal={refusal}
      // The form checks the values against the same schema.
      onSave={(values) => void act({ ...values, guid } as PayloadOf<typeof userCalls.setPassword>)}
      onClose={() => settle(false)}
    >
      <p>{t('customer.user.password.sentence')}</p>
      <PasswordField
        form={form}
        name="password"
        hasStrength
        hasFocus
        help={t('customer.user.form.passwordHelp', {
          min: LIMITS.account.passwordMin,
          max: LIMITS.account.passwordMax,
        })}
      />
    </FormDialog>
  )
}

export function askUserPassword(user: Named): void {
  void showDialog((settle) => <SetPassword user={user} settle={settle} />)
}
