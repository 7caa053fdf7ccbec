// Sets, changes or clears the password that a license code requires when a device is bound. The stored password is
// never shown.
import { LIMITS, filled, pcLicenseCalls, shownSerial } from '@sealwright/contract'
import type { LicenseAnswer } from '@sealwright/contract'
import { Button } from '../../../blocks/control/button.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { PasswordField } from '../../../blocks/form/password-field.tsx'
import { confirmAction } from '../../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Family } from '../license-family.ts'

interface Coded {
  family: Family
  license: Pick<LicenseAnswer, 'guid' | 'serial' | 'hasPassword'>
}

// The call also accepts null, which clears the password. The field requires a value; clearing has its own button.
const FIELDS = { password: filled(pcLicenseCalls.setPassword.payload.shape.password) }
const EMPTY = { password: '' }
const spell = (values: typeof EMPTY) => values

function PasswordDialog({
  family: { family, calls, where },
  license: { guid, serial, hasPassword },
  onClose,
}: Coded & { onClose: () => void }) {
  const t = usePhrases()
  const shown = shownSerial(family, serial)
  const form = useForm({ domain: 'license', fields: FIELDS, initial: EMPTY, spell })
  const { act, isActing, refusal } = useAct(calls.setPassword, {
    showsRefusal: true,
    onDone: (_answer, { password }) => {
      toast.success(t(password === null ? 'license.detail.password.cleared' : 'license.detail.password.done'))
      onClose()
    },
  })
  const clear = () =>
    void confirmAction({
      title: t('license.detail.password.clearTitle', { serial: shown }),
      consequence: t('license.detail.password.clearConsequence'),
      verb: t('license.detail.password.clear'),
      run: () => act({ ...where, guid, password: null }),
    })
  return (
    <FormDialog
      form={form}
      title={t('license.detail.password.title', { serial: shown })}
      saveText={t('license.detail.password.save')}
      isSaving={isActing}
      refusal={refusal}
      onSave={(values) => void act({ ...where, guid, ...values })}
      onClose={onClose}
    >
      <p>{t('license.detail.password.sentence')}</p>
      <PasswordField
        form={form}
        name="password"
        label={t('license.detail.password.label')}
        hasStrength
        hasFocus
        help={t('license.detail.password.help', { min: LIMITS.account.passwordMin, max: LIMITS.account.passwordMax })}
      />
      {hasPassword && (
        <div>
          <Button size="small" onPress={clear}>
            {t('license.detail.password.clear')}
          </Button>
        </div>
      )}
    </FormDialog>
  )
}

export function askCodePassword(coded: Coded): void {
  void showDialog((settle) => <PasswordDialog {...coded} onClose={() => settle(true)} />)
}
