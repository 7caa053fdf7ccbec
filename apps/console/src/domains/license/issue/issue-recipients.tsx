// The recipients section: users for account licenses; for codes, their number, customer, integrator and remark.
import { LIMITS, customerCalls, integratorCalls } from '@sealwright/contract'
import type { LicenseFamily } from '@sealwright/contract'
import { TextField } from '../../../blocks/form/field.tsx'
import { FormSection } from '../../../blocks/form/form-section.tsx'
import { PasswordField } from '../../../blocks/form/password-field.tsx'
import { SwitchField } from '../../../blocks/form/switch-field.tsx'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { IssueForm } from './issue-draft.ts'
import { CustomerField, IntegratorField, UserPicker } from './issue-people.tsx'

const { batchCodes, batchRows, remarkMax, usersPerAddition } = LIMITS.license

function Remark({ form }: { form: IssueForm }) {
  const t = usePhrases()
  return <TextField form={form} name="remark" rows={2} counterMax={remarkMax} help={t('license.issue.remarkHelp')} />
}

function Users({ form, templateGuid }: { form: IssueForm; templateGuid: string }) {
  const t = usePhrases()
  const { userIds } = form.values
  // The error of a single user is shown with the account.
  const ofOne = userIds.flatMap(({ name }, index) =>
    form.errorAt(`userIds.${index}`)
      ? [t('license.issue.users.wrong', { account: name, why: form.errorAt(`userIds.${index}`) ?? '' })]
      : [],
  )[0]
  const error = form.errorAt('userIds') ?? ofOne
  return (
    <FormSection
      title={t('license.issue.users.title')}
      sentence={t('license.issue.users.sentence', { max: usersPerAddition })}
    >
      {/* Receives the focus if no user is selected. */}
      <div className="issue-users" tabIndex={-1} data-invalid={error !== undefined || undefined}>
        <UserPicker
          users={userIds}
          onChange={(users) => form.set('userIds', users)}
          tooMany={
            <>
              {t('license.issue.users.tooMany', { max: usersPerAddition })}{' '}
              <ScreenLink to="/pc/license/account/batch" search={{ templateGuid }}>
                {t('license.issue.users.toBatch')}
              </ScreenLink>
            </>
          }
        />
        {error && (
          <p className="field-error" role="alert">
            {error}
          </p>
        )}
      </div>
      <Remark form={form} />
    </FormSection>
  )
}

interface RecipientsProps {
  form: IssueForm
  family: LicenseFamily
  templateGuid: string
  isPasswordAsked: boolean
}

function Codes({ form, family, isPasswordAsked }: RecipientsProps) {
  const t = usePhrases()
  const hasCustomers = useCan(customerCalls.list)
  const hasIntegrators = useCan(integratorCalls.find)
  const { isPreIssued } = form.values
  const countHelp =
    family === 'smart'
      ? t('license.issue.codes.countHelp', { max: batchCodes })
      : form.isBatch
        ? t('license.issue.codes.countBatch', { max: batchCodes })
        : t('license.issue.codes.countHelpBatch', { max: batchCodes, most: batchRows })
  return (
    <FormSection title={t('license.issue.codes.title')} sentence={t('license.issue.codes.sentence')}>
      <div className="field-row">
        <TextField form={form} name="count" isNumber hasFocus help={countHelp} />
        {hasCustomers && <CustomerField form={form} help={t('license.issue.codes.customerHelp')} />}
      </div>
      {isPasswordAsked && (
        <PasswordField
          form={form}
          name="password"
          help={t('license.issue.codes.passwordHelp', {
            min: LIMITS.account.passwordMin,
            max: LIMITS.account.passwordMax,
          })}
        />
      )}
      <SwitchField form={form} name="isPreIssued" help={t('license.issue.codes.preIssuedHelp')} />
      {isPreIssued && hasIntegrators && <IntegratorField form={form} help={t('license.issue.codes.integratorHelp')} />}
      <Remark form={form} />
    </FormSection>
  )
}

export function Recipients(props: RecipientsProps) {
  return props.family === 'account' ? (
    <Users form={props.form} templateGuid={props.templateGuid} />
  ) : (
    <Codes {...props} />
  )
}
