// The dialog that replaces a secret. The old one stays valid for some hours.
import { accessKeyCalls, filled, webhookCalls } from '@sealwright/contract'
import { TextField } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useAct } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import '../integration.css'

const CALLS = { accessKey: accessKeyCalls.rotate, webhook: webhookCalls.rotate }

interface Rotation {
  domain: keyof typeof CALLS
  guid: string
  title: string
  consequence: string
  /** The hours that are offered first. */
  overlapHours: number
  onDone: (answer: { secret: string }) => void
}

interface Draft {
  overlapHours: string
}
const spell = (draft: Draft) => ({ ...draft })

function RotateDialog({
  domain,
  guid,
  title,
  consequence,
  overlapHours,
  onDone,
  onClose,
}: Rotation & { onClose: () => void }) {
  const t = usePhrases()
  const call = CALLS[domain]
  const form = useForm<Draft>({
    domain,
    fields: { overlapHours: filled(call.payload.shape.overlapHours) },
    initial: { overlapHours: String(overlapHours) },
    spell,
  })
  const rotate = useAct(call, {
    showsRefusal: true,
    onDone: (answer) => {
      onClose()
      onDone(answer)
    },
  })
  return (
    <FormDialog
      form={form}
      title={title}
      saveText={t('integration.secret.rotateVerb')}
      isSaving={rotate.isActing}
      refusal={rotate.refusal}
      onSave={({ overlapHours: hours }) => void rotate.act({ guid, overlapHours: Number(hours) })}
      onClose={onClose}
    >
      <p>{consequence}</p>
      <TextField form={form} name="overlapHours" isNumber isFirst help={t('integration.secret.overlapNone')} />
    </FormDialog>
  )
}

export function openRotation(rotation: Rotation): void {
  void showDialog((settle) => <RotateDialog {...rotation} onClose={() => settle(true)} />)
}
