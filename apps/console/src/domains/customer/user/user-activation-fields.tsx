// Whether new users must activate their accounts and whether they get a message, for one user or for a file. The
// message contains the activation link, so requiring activation without a message leaves users stuck.
import type { Form } from '../../../blocks/form/form-state.ts'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { SwitchField } from '../../../blocks/form/switch-field.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'

interface Activation {
  needActivation: boolean
  sendMail: boolean
}

export function ActivationFields<Values extends Activation>({ form }: { form: Form<Values> }) {
  const t = usePhrases()
  const shared = form as unknown as Form<Activation> // of all its fields, only these two are touched here
  return (
    <>
      <SwitchField form={shared} name="needActivation" help={t('customer.user.form.needActivationHelp')} />
      <SwitchField form={shared} name="sendMail" help={t('customer.user.form.sendMailHelp')} />
      {shared.values.needActivation && !shared.values.sendMail && (
        <Notice tone="warn">{t('customer.user.form.untold')}</Notice>
      )}
    </>
  )
}
