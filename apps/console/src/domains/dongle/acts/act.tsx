// Orders a change of one lock. The dialog explains the effect and takes a reason for the history. The change waits
// until the lock contacts the center.
import { userLockCalls } from '@sealwright/contract'
import type { LockAct, LockRow } from '@sealwright/contract'
import {
  CalendarClock,
  Infinity as Forever,
  Lock,
  LockOpen,
  RefreshCw,
  ShieldAlert,
  ShieldCheck,
  Undo2,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { TextField } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useAct } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { actFields, spellAct } from './act-fields.ts'
import { DaysField } from './days-field.tsx'
import './act.css'

export const ACT_ICONS: Record<LockAct, LucideIcon> = {
  reportLost: ShieldAlert,
  cancelLost: ShieldCheck,
  lock: Lock,
  unlock: LockOpen,
  toPermanent: Forever,
  toActivation: RefreshCw,
  setOfflineDays: CalendarClock,
  takeBack: Undo2,
}

/** The lock stops working. */
export const isStopping = (act: LockAct) => act === 'reportLost' || act === 'lock'

const INITIAL = { offlineDays: '', reason: '' }

interface ActDialogProps {
  act: LockAct
  lock: Pick<LockRow, 'guid' | 'shellNumber' | 'offlineDays'>
  onClose: () => void
}

function ActDialog({ act, lock: { guid, shellNumber, offlineDays }, onClose }: ActDialogProps) {
  const t = usePhrases()
  const form = useForm({ domain: 'userLock', fields: actFields(act), initial: INITIAL, spell: spellAct })
  const order = useAct(userLockCalls.act, {
    showsRefusal: true,
    onDone: () => {
      onClose()
      toast.success(t(`userLock.act.done.${act}`))
    },
  })
  return (
    <FormDialog
      form={form}
      title={t(`userLock.act.title.${act}`, { shellNumber })}
      saveText={t(`userLock.acts.${act}`)}
      isDanger={isStopping(act)}
      isSaving={order.isActing}
      refusal={order.refusal}
      onSave={(values) => void order.act({ ...values, guid, act })}
      onClose={onClose}
    >
      <p className="lock-consequence">{t(`userLock.act.consequence.${act}`)}</p>
      <DaysField form={form} act={act} present={offlineDays} />
      <TextField
        form={form}
        name="reason"
        help={t('userLock.act.reasonHelp')}
        isFirst={act !== 'setOfflineDays' && act !== 'toActivation'}
      />
    </FormDialog>
  )
}

export function askLockAct(act: LockAct, lock: ActDialogProps['lock']): void {
  void showDialog((settle) => <ActDialog act={act} lock={lock} onClose={() => settle(true)} />)
}
