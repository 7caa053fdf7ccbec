// The inputs of a user, for a new one and an existing one. The screens own saving and where to go next.
import { GENDERS, LIMITS } from '@sealwright/contract'
import { Select } from '../../../blocks/control/select.tsx'
import { Field, TextField } from '../../../blocks/form/field.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import type { Form } from '../../../blocks/form/form-state.ts'
import { PasswordField } from '../../../blocks/form/password-field.tsx'
import { SwitchLine } from '../../../blocks/form/switch-field.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { ActivationFields } from './user-activation-fields.tsx'
import { CustomerField } from './user-customer-field.tsx'
import type { UserDraft } from './user-draft.ts'
import { UserTagsField } from './user-tags-field.tsx'
import { GENDER_NAMES, genderWord } from './user-words.ts'

interface AccountSectionProps {
  form: Form<UserDraft>
  isShadow: boolean
  onShadow: (isShadow: boolean) => void
}

/** The account of a new user. It cannot be changed later. */
export function AccountSection({ form, isShadow, onShadow }: AccountSectionProps) {
  const t = usePhrases()
  return (
    <FormSection title={t('customer.user.form.account')} sentence={t('customer.user.form.accountSentence')}>
      <TextField
        form={form}
        name="account"
        hasFocus
        placeholder={isShadow ? undefined : t('customer.user.form.accountPlaceholder')}
        help={
          isShadow
            ? t('customer.user.form.shadowNameHelp', { max: LIMITS.user.shadowNameMax })
            : t('customer.user.form.accountHelp')
        }
      />
      {isShadow && (
        <PasswordField
          form={form}
          name="password"
          hasStrength
          help={t('customer.user.form.passwordHelp', {
            min: LIMITS.account.passwordMin,
            max: LIMITS.account.passwordMax,
          })}
        />
      )}
      {/* A press leaves the focus where it is: an account that is not typed yet would be told missing. */}
      <div onMouseDown={(event) => event.preventDefault()}>
        <SwitchLine
          label={t('customer.user.form.shadow')}
          help={t('customer.user.form.shadowHelp')}
          isOn={isShadow}
          onSwitch={onShadow}
        />
      </div>
      {!isShadow && <ActivationFields form={form} />}
    </FormSection>
  )
}

export function FixedAccountSection({ form }: { form: Form<UserDraft> }) {
  const t = usePhrases()
  return (
    <FormSection title={t('customer.user.form.account')} sentence={t('customer.user.form.accountSentence')}>
      <TextField form={form} name="account" isReadOnly help={t('customer.user.form.accountFixed')} />
    </FormSection>
  )
}

export function ProfileSections({ form }: { form: Form<UserDraft> }) {
  const t = usePhrases()
  return (
    <>
      <FormSection title={t('customer.user.form.profile')} sentence={t('customer.user.form.profileSentence')}>
        <div className="field-row">
          <TextField form={form} name="userName" />
          <Field form={form} name="gender">
            {(control) => (
              <Select
                {...control}
                value={form.values.gender}
                options={GENDER_NAMES.map((name) => ({ value: String(GENDERS[name]), label: genderWord(t, name) }))}
                onSelect={(gender) => form.set('gender', gender)}
              />
            )}
          </Field>
        </div>
        <TextField form={form} name="phone" />
        <TextField form={form} name="address" />
        <TextField form={form} name="description" rows={3} counterMax={LIMITS.user.descriptionMax} />
      </FormSection>
      <FormSection title={t('customer.user.form.grouping')} sentence={t('customer.user.form.groupingSentence')}>
        <CustomerField form={form} />
        <UserTagsField form={form} />
      </FormSection>
    </>
  )
}
