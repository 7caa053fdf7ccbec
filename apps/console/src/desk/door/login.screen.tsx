// Sign-in to the desk: e-mail address and password. The stage ends the stored session when this page opens.
import { operatorDesk } from '@sealwright/contract'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { useAct } from '../../lib/call/client.ts'
import { PasswordInput } from '../../lib/password/password-input.tsx'
import { prefetchWorkspace } from '../../lib/place/go.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { DoorForm, DoorFrame } from './door-frame.tsx'
import { followStep } from './door-steps.ts'
import css from './door.module.css'

const EMPTY = { email: '', password: '' }

export function Screen() {
  const t = usePhrases()
  const form = useForm({ domain: 'operator', fields: operatorDesk.login.payload.shape, initial: EMPTY })
  const { act, isActing, refusal } = useAct(operatorDesk.login, { showsRefusal: true, onDone: followStep })
  return (
    <DoorFrame title={t('desk.titles.login')} sentence={t('desk.login.sentence')}>
      <DoorForm
        form={form}
        submitText={t(isActing ? 'desk.login.submitting' : 'desk.login.submit')}
        isSaving={isActing}
        refusal={refusal}
        onSave={() => void act(form.values)}
      >
        <TextField form={form} name="email" hasFocus autoComplete="username" />
        <Field form={form} name="password">
          {(control) => (
            <PasswordInput
              {...control}
              value={form.values.password}
              autoComplete="current-password"
              onText={(text) => {
                form.set('password', text)
                prefetchWorkspace()
              }}
            />
          )}
        </Field>
      </DoorForm>
      <p className={css.foot}>{t('desk.login.help')}</p>
    </DoorFrame>
  )
}
