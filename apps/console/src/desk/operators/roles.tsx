// The roles of an operator: what each may do, as a choice and in words.
import { OPERATOR_ROLES, ROLE_PRIVILEGES } from '@sealwright/contract'
import type { OperatorRole } from '@sealwright/contract'
import { Checkbox } from '../../blocks/control/checkbox.tsx'
import { Field } from '../../blocks/form/field.tsx'
import type { Form } from '../../blocks/form/form-state.ts'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'
import css from './operators.module.css'

interface RolesFieldProps<Values extends { roles: readonly OperatorRole[] }> {
  form: Form<Values>
  onRoles: (roles: readonly OperatorRole[]) => void
}

export function RolesField<Values extends { roles: readonly OperatorRole[] }>({
  form,
  onRoles,
}: RolesFieldProps<Values>) {
  const t = usePhrases()
  const say = useSentences()
  const chosen: readonly OperatorRole[] = form.values.roles
  const choose = (role: OperatorRole, isChosen: boolean) =>
    onRoles(OPERATOR_ROLES.filter((one) => (one === role ? isChosen : chosen.includes(one))))
  return (
    <Field form={form} name="roles" isGroup>
      {({ onBlur }) => (
        <div className={css.roles}>
          {OPERATOR_ROLES.map((role) => (
            <Checkbox
              key={role}
              isChecked={chosen.includes(role)}
              onChange={(isChosen) => choose(role, isChosen)}
              onBlur={onBlur}
            >
              <span className={css.role}>
                <strong>{t(`operator.roles.${role}`)}</strong>
                <span className={css.note}>{t(`operator.roleNotes.${role}`)}</span>
                {role !== 'owner' && role !== 'auditor' && (
                  <span className={css.note}>
                    {t('desk.operators.rolesMay', {
                      privileges: ROLE_PRIVILEGES[role]
                        .map((name) => say(`operator.privileges.${name}`))
                        .join(t('blocks.list.comma')),
                    })}
                  </span>
                )}
              </span>
            </Checkbox>
          ))}
        </div>
      )}
    </Field>
  )
}
