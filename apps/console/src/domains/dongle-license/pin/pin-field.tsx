// The hosted lock PIN, which proves that the person may issue to dongles, and how long the packages stay valid. The PIN
// is never kept: a refused attempt leaves it in the field, and nothing else stores it.
import { LIMITS, developerCalls, dongleLicenseCalls } from '@sealwright/contract'
import { Field, TextField } from '../../../blocks/form/field.tsx'
import type { Form } from '../../../blocks/form/form-state.ts'
import { useAnswer } from '../../../lib/call/client.ts'
import { PasswordInput } from '../../../lib/password/password-input.tsx'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useCan, useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import '../upgrade/upgrade.css'

export interface PinDraft {
  pin: string
  validDays: string
}

export const NO_PIN: PinDraft = { pin: '', validDays: '' }

const { pin, validDays } = dongleLicenseCalls.refresh.payload.shape
export const PIN_FIELDS = { pin, validDays }

export const spellPin = (draft: PinDraft) => ({
  pin: draft.pin,
  ...(draft.validDays.trim() !== '' && { validDays: draft.validDays }),
})

/** Whether a PIN is set decides what the link offers. Only the super administrator can do either. */
function SetLink() {
  const t = usePhrases()
  const canSet = useCan(developerCalls.setPin)
  const { data } = useAnswer(developerCalls.get, {})
  if (!data) return null
  const isSet = data.pinSince !== null
  return (
    <>
      {!isSet && t('dongleLicense.pin.unset')}{' '}
      {canSet && (
        <ScreenLink to="/developerInfo" search={{ tab: 'secrets' }} target="_blank" className="pin-link">
          {t(isSet ? 'dongleLicense.pin.change' : 'dongleLicense.pin.link')}
        </ScreenLink>
      )}
    </>
  )
}

/** `hasFocus`: the first field of a dialog. */
export function PinField<Values extends Pick<PinDraft, 'pin'>>({
  form: given,
  hasFocus = false,
}: {
  form: Form<Values>
  hasFocus?: boolean
}) {
  const t = usePhrases()
  const form = given as unknown as Form<Pick<PinDraft, 'pin'>> // it has this field
  const canOpen = useCanOpen('/developerInfo')
  const help = canOpen ? (
    <>
      {t('dongleLicense.pin.help')} <SetLink />
    </>
  ) : (
    t('dongleLicense.pin.noAccess')
  )
  return (
    <div>
      <Field form={form} name="pin" help={help}>
        {(control) => (
          <PasswordInput
            {...control}
            label={form.labelOf('pin')}
            value={form.values.pin}
            // Not the password of the account: a password manager must not fill it in or store it.
            autoComplete="off"
            data-first-focus={hasFocus || undefined}
            onText={(text) => form.set('pin', text)}
          />
        )}
      </Field>
      {/* An error replaces the help. If no PIN is set, the way to set one must stay. */}
      {canOpen && form.errorAt('pin') !== undefined && <SetLink />}
    </div>
  )
}

export function ValidDaysField<Values extends Pick<PinDraft, 'validDays'>>({ form: given }: { form: Form<Values> }) {
  const t = usePhrases()
  const form = given as unknown as Form<Pick<PinDraft, 'validDays'>> // it has this field
  return (
    <TextField
      form={form}
      name="validDays"
      isNumber
      placeholder={String(LIMITS.dongle.packageDays)}
      help={t('dongleLicense.pin.days', { days: LIMITS.dongle.packageDays })}
    />
  )
}

export function PinFields<Values extends PinDraft>({ form, hasFocus }: { form: Form<Values>; hasFocus?: boolean }) {
  return (
    <div className="pin-fields">
      <PinField form={form} {...(hasFocus && { hasFocus })} />
      <ValidDaysField form={form} />
    </div>
  )
}
