// The second factor of a sign-in: a one-time password, or a recovery code.
import { operatorDesk } from '@sealwright/contract'
import { useEffect } from 'react'
import { codeDigitsOf } from '../../blocks/control/typed-text.ts'
import { TextField } from '../../blocks/form/field.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { useAct } from '../../lib/call/client.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { DoorForm, DoorFrame } from './door-frame.tsx'
import { backToLogin, followStep } from './door-steps.ts'
import css from './door.module.css'

const EMPTY = { code: '' }
// Apps and people group digits with spaces.
const spell = ({ code }: typeof EMPTY) => ({ code: codeDigitsOf(code) })

export function Screen() {
  const t = usePhrases()
  const form = useForm({
    domain: 'operator',
    fields: operatorDesk.verify.payload.shape,
    labels: { code: t('desk.code.label') },
    initial: EMPTY,
    spell,
  })
  const { act, isActing, refusal } = useAct(operatorDesk.verify, { showsRefusal: true, onDone: followStep })
  // Reloaded, or opened from the history: this sign-in is complete, or needs another step.
  const isNotOwed = refusal?.error === 'operator.notOwed'
  useEffect(() => {
    if (isNotOwed) backToLogin()
  }, [isNotOwed])
  return (
    <DoorFrame title={t('desk.titles.code')} sentence={t('desk.code.sentence')}>
      <DoorForm
        form={form}
        submitText={t('desk.code.submit')}
        isSaving={isActing}
        refusal={refusal}
        onSave={() => void act(spell(form.values))}
      >
        <TextField form={form} name="code" hasFocus autoComplete="one-time-code" />
      </DoorForm>
      <div className={css.foot}>
        <p>{t('desk.code.lost')}</p>
        <button type="button" onClick={backToLogin}>
          {t('desk.code.back')}
        </button>
      </div>
    </DoorFrame>
  )
}
