// Moves of locks: to a developer, and back to stock with a reason. Each says what will happen.
import { LIMITS, dongleDesk } from '@sealwright/contract'
import { TextField } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { useAct } from '../../lib/call/client.ts'
import { showDialog } from '../../lib/dialog/dialog.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { DeveloperField } from './developer-field.tsx'

interface MoveProps {
  guids: readonly string[]
  onDone: () => void
  onClose: () => void
}

const NOBODY = { developerId: '' }
const ASSIGN_FIELDS = { developerId: dongleDesk.assign.payload.shape.developerId }
const NO_REASON = { reason: '' }
const RETURN_FIELDS = { reason: dongleDesk.takeBack.payload.shape.reason }

function AssignDialog({ guids, onDone, onClose }: MoveProps) {
  const t = usePhrases()
  const form = useForm({ domain: 'dongle', fields: ASSIGN_FIELDS, initial: NOBODY })
  const assign = useAct(dongleDesk.assign, {
    showsRefusal: true,
    onDone: ({ moved: count }) => {
      onClose()
      toast.success(t('dongle.assignDialog.done', { count }))
      onDone()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('dongle.assignDialog.title', { count: guids.length })}
      saveText={t('dongle.assignDialog.submit')}
      isSaving={assign.isActing}
      refusal={assign.refusal}
      onSave={() => void assign.act({ guids: [...guids], developerId: Number(form.values.developerId) })}
      onClose={onClose}
    >
      <p>{t('dongle.assignDialog.sentence')}</p>
      <DeveloperField form={form} />
    </FormDialog>
  )
}

function ReturnDialog({ guids, onDone, onClose }: MoveProps) {
  const t = usePhrases()
  const form = useForm({ domain: 'dongle', fields: RETURN_FIELDS, initial: NO_REASON })
  const takeBack = useAct(dongleDesk.takeBack, {
    showsRefusal: true,
    onDone: ({ moved: count }) => {
      onClose()
      toast.success(t('dongle.returnDialog.done', { count }))
      onDone()
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('dongle.returnDialog.title', { count: guids.length })}
      saveText={t('dongle.returnDialog.submit')}
      isSaving={takeBack.isActing}
      refusal={takeBack.refusal}
      onSave={() => void takeBack.act({ guids: [...guids], reason: form.values.reason })}
      onClose={onClose}
    >
      <p>{t('dongle.returnDialog.sentence')}</p>
      <TextField form={form} name="reason" rows={2} counterMax={LIMITS.lockStock.reasonMax} isFirst />
    </FormDialog>
  )
}

const nothing = () => undefined

export function askAssignment(guids: readonly string[], onDone: () => void = nothing): void {
  void showDialog((settle) => <AssignDialog guids={guids} onDone={onDone} onClose={() => settle(true)} />)
}

export function askReturn(guids: readonly string[], onDone: () => void = nothing): void {
  void showDialog((settle) => <ReturnDialog guids={guids} onDone={onDone} onClose={() => settle(true)} />)
}
