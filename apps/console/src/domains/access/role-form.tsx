// The inputs of a role: its name, and the rights that it gives.
import { LIMITS } from '@sealwright/contract'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import type { Form } from '../../blocks/form/form-state.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { RightsMatrix } from './rights-matrix.tsx'
import type { RoleDraft } from './role.entity.tsx'

export function RoleForm({ form }: { form: Form<RoleDraft> }) {
  const t = usePhrases()
  return (
    <>
      <FormSection title={t('access.roles.basics')}>
        <TextField form={form} name="name" hasFocus />
        <TextField form={form} name="description" counterMax={LIMITS.access.descriptionMax} />
      </FormSection>
      <FormSection title={t('access.form.rights')}>
        <Field form={form} name="privileges" isGroup>
          {(control) => (
            <RightsMatrix
              rights={form.values.privileges}
              onChange={(rights) => form.set('privileges', rights)}
              control={control}
            />
          )}
        </Field>
      </FormSection>
    </>
  )
}
