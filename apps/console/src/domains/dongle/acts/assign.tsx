// Hands locks to an integrator, as its stock, or takes them back.
import { userLockCalls } from '@sealwright/contract'
import { useAct } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { StockDialog } from '../../integrator/index.ts'
import './act.css'

interface AssignDialogProps {
  guids: readonly string[]
  onDone: () => void
  onClose: () => void
}

function AssignDialog({ guids, onDone, onClose }: AssignDialogProps) {
  const t = usePhrases()
  const assign = useAct(userLockCalls.assign, {
    showsRefusal: true,
    onDone: ({ assigned: count }, { integratorGuid }) => {
      onClose()
      toast.success(t(integratorGuid === null ? 'userLock.assign.taken' : 'userLock.assign.given', { count }))
      onDone()
    },
  })
  return (
    <StockDialog
      domain="userLock"
      words={{
        title: t('userLock.assign.title', { count: guids.length }),
        verb: t('userLock.assign.verb'),
        give: t('userLock.assign.give'),
        take: t('userLock.assign.take'),
        integrator: t('userLock.fields.integrator'),
      }}
      isSaving={assign.isActing}
      refusal={assign.refusal}
      onSave={(integratorGuid) => void assign.act({ guids: [...guids], integratorGuid })}
      onClose={onClose}
    >
      <p className="lock-consequence">{t('userLock.assign.sentence')}</p>
    </StockDialog>
  )
}

export function askLockAssignment(guids: readonly string[], onDone: () => void = () => undefined): void {
  void showDialog((settle) => <AssignDialog guids={guids} onDone={onDone} onClose={() => settle(true)} />)
}
