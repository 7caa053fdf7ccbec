// Rotates and retires signing keys. Rotating has no side effects; retiring is for a leaked key and requires the
// password again.
import { LIMITS, signingKeyCalls } from '@sealwright/contract'
import type { SigningKeyRow } from '@sealwright/contract'
import { TextField } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { useAct } from '../../lib/call/client.ts'
import { showDialog } from '../../lib/dialog/dialog.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './runtime.css'

const INITIAL = { reason: '' }
const OPTIONAL = { reason: signingKeyCalls.rotate.payload.shape.reason }
const NEEDED = { reason: signingKeyCalls.retire.payload.shape.reason }
const spell = ({ reason }: typeof INITIAL) => ({ reason: reason || undefined })
const spellNeeded = (values: typeof INITIAL) => ({ ...values })

function RotateDialog({ onClose }: { onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'runtime', fields: OPTIONAL, initial: INITIAL, spell })
  const { act, isActing, refusal } = useAct(signingKeyCalls.rotate, {
    showsRefusal: true,
    onDone: ({ kid }) => {
      onClose()
      toast.success(t('runtime.keys.rotate.done', { kid }))
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('runtime.keys.rotate.title')}
      saveText={t('runtime.keys.rotate.verb')}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act(spell(form.values))}
      onClose={onClose}
    >
      <p className="runtime-consequence">{t('runtime.keys.rotate.consequence')}</p>
      <TextField form={form} name="reason" counterMax={LIMITS.runtime.keyNoteMax} />
    </FormDialog>
  )
}

function RetireDialog({ of: { kid, leases }, onClose }: { of: SigningKeyRow; onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'runtime', fields: NEEDED, initial: INITIAL, spell: spellNeeded })
  const { act, isActing, refusal } = useAct(signingKeyCalls.retire, {
    showsRefusal: true,
    onDone: (answer) => {
      onClose()
      toast.success(t('runtime.keys.retire.done', { count: answer.leases }))
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('runtime.keys.retire.title', { kid })}
      saveText={t('runtime.keys.retire.verb')}
      isDanger
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ kid, reason: form.values.reason })}
      onClose={onClose}
    >
      <div className="runtime-consequence">
        <p>{t('runtime.keys.retire.consequence')}</p>
        {leases > 0 && <p>{t('runtime.keys.retire.affected', { count: leases })}</p>}
      </div>
      <TextField form={form} name="reason" counterMax={LIMITS.runtime.keyNoteMax} />
    </FormDialog>
  )
}

export function askRotation(): void {
  void showDialog((settle) => <RotateDialog onClose={() => settle(true)} />)
}

export function askRetirement(key: SigningKeyRow): void {
  void showDialog((settle) => <RetireDialog of={key} onClose={() => settle(true)} />)
}
