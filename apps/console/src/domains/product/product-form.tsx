// The fields of a new or existing product. Sending and navigation belong to the screens.
import { DATA_AREAS, LICENSE_FORMS, LIMITS, licenseFormsOf, productFields } from '@sealwright/contract'
import type { LicenseForm } from '@sealwright/contract'
import { ruleSentence } from '@sealwright/phrases'
import { useRef } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { Checkbox } from '../../blocks/control/checkbox.tsx'
import { TextInput } from '../../blocks/control/text-input.tsx'
import { DataAreaField } from '../../blocks/data-area/data-area-field.tsx'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import type { Form } from '../../blocks/form/form-state.ts'
import { LogoField } from '../../blocks/form/logo-field.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import type { ProductDraft } from './product-draft.ts'
import { ProductModules } from './product-modules.tsx'

const FORMS = licenseFormsOf(~0)

/** The license id of a new product. If it is empty or refused, a button offers a free one. */
function LicenseIdField({ form, suggested }: { form: Form<ProductDraft>; suggested: string }) {
  const t = usePhrases()
  const input = useRef<HTMLInputElement>(null)
  const { licenseId } = form.values
  const isOffered =
    suggested !== '' && licenseId !== suggested && (licenseId === '' || form.errorAt('licenseId') !== undefined)
  const help = t('product.form.licenseIdHelp', { max: LIMITS.product.licenseIdMax })
  return (
    <Field
      form={form}
      name="licenseId"
      help={
        <>
          {licenseId !== '' && licenseId === suggested && (
            <>
              {t('product.form.licenseIdSuggested')}
              <br />
            </>
          )}
          {help}
        </>
      }
    >
      {(control) => (
        <div className="license-id">
          <TextInput
            {...control}
            ref={input}
            value={licenseId}
            isNumber
            onText={(text) => form.set('licenseId', text)}
          />
          {isOffered && (
            <Button
              onPress={() => {
                form.set('licenseId', suggested)
                // The button disappears.
                input.current?.focus()
              }}
            >
              {t('product.form.useLicenseId', { licenseId: suggested })}
            </Button>
          )}
        </div>
      )}
    </Field>
  )
}

interface ProductFormProps {
  form: Form<ProductDraft>
  /** The product exists: its license id is fixed. */
  isExisting: boolean
  /** A free license id for a new product; empty if none is known. */
  suggestedId?: string
}

export function ProductForm({ form, isExisting, suggestedId = '' }: ProductFormProps) {
  const t = usePhrases()
  const say = useSentences()
  const isTrial = useSession().developer.devInfo.status === 'trial'
  const isOffered = (kind: LicenseForm) => !(isTrial && kind === 'soft')
  return (
    <>
      <FormSection title={t('product.form.basics')} sentence={t('product.form.basicsSentence')}>
        <TextField form={form} name="name" hasFocus={!isExisting} />
        <TextField
          form={form}
          name="displayName"
          help={t('product.form.displayNameHelp')}
          counterMax={LIMITS.product.displayNameMax}
        />
        <Field
          form={form}
          name="licenseForm"
          isGroup
          clearerError={
            form.values.licenseForm === 0
              ? ruleSentence(say, 'tooFew', form.labelOf('licenseForm'), { min: 1 })
              : undefined
          }
          help={
            <>
              {t('product.form.formHelp')}
              {isTrial && (
                <>
                  <br />
                  {t('product.form.trialSoft')}
                </>
              )}
            </>
          }
        >
          {(control) => (
            <div className="field-checks">
              {FORMS.map((kind) => (
                <Checkbox
                  key={kind}
                  isChecked={(form.values.licenseForm & LICENSE_FORMS[kind]) !== 0}
                  // A soft form that predates the trial rule can still be removed.
                  isDisabled={!isOffered(kind) && (form.values.licenseForm & LICENSE_FORMS[kind]) === 0}
                  describedBy={control['aria-describedby']}
                  isInvalid={control['aria-invalid']}
                  onBlur={control.onBlur}
                  onChange={(isChecked) =>
                    form.set('licenseForm', (mask) =>
                      isChecked ? mask | LICENSE_FORMS[kind] : mask & ~LICENSE_FORMS[kind],
                    )
                  }
                >
                  {t(`product.forms.${kind}`)}
                </Checkbox>
              ))}
            </div>
          )}
        </Field>
      </FormSection>
      <FormSection title={t('product.form.identity')} sentence={t('product.form.identitySentence')}>
        <div className="field-row">
          {isExisting ? (
            <TextField form={form} name="licenseId" isNumber isReadOnly help={t('product.form.licenseIdFixed')} />
          ) : (
            <LicenseIdField form={form} suggested={suggestedId} />
          )}
          <TextField form={form} name="licenseVersion" isNumber help={t('product.form.licenseVersionHelp')} />
        </div>
      </FormSection>
      <FormSection title={t('product.form.appearance')} sentence={t('product.form.appearanceSentence')}>
        <LogoField form={form} schema={productFields.logo} maxBytes={LIMITS.product.logoBytes} />
        <TextField form={form} name="brief" rows={3} counterMax={LIMITS.product.briefMax} />
      </FormSection>
      <FormSection title={t('common.fields.modules')} sentence={t('product.form.modulesSentence')}>
        <ProductModules form={form} />
      </FormSection>
      <FormSection
        title={t('product.form.areas')}
        sentence={t('product.form.areasSentence', { max: LIMITS.product.areaBytes })}
      >
        {DATA_AREAS.map((name) => (
          <DataAreaField
            key={name}
            form={form}
            path={name}
            name={name}
            value={form.values[name]}
            onChange={(change) => form.set(name, change)}
          />
        ))}
      </FormSection>
    </>
  )
}
