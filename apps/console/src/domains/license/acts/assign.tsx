// Assigns pre-issued codes to an integrator or takes them back. Other codes are left out, and the dialog says how many.
import type { LicenseFamily, LicenseRow } from '@sealwright/contract'
import { useAct } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { say, usePhrases } from '../../../lib/words/i18n.tsx'
import { StockDialog } from '../../integrator/index.ts'
import { FAMILIES } from '../license-family.ts'
import '../list/license-list.css'

type Given = Pick<LicenseRow, 'guid' | 'source'>

interface AssignDialogProps {
  family: LicenseFamily
  licenses: readonly Given[]
  leftOut: number
  onDone: () => void
  onClose: () => void
}

function AssignDialog({ family, licenses, leftOut, onDone, onClose }: AssignDialogProps) {
  const t = usePhrases()
  const { calls, where } = FAMILIES[family]
  const assign = useAct(calls.assign, {
    showsRefusal: true,
    onDone: (_answer, { integratorGuid }) => {
      onClose()
      const done = integratorGuid === null ? 'license.list.assign.taken' : 'license.list.assign.given'
      toast.success(t(done, { count: licenses.length }))
      onDone()
    },
  })
  const guids = licenses.map(({ guid }) => guid)
  return (
    <StockDialog
      domain="license"
      words={{
        title: t('license.list.assign.title', { count: licenses.length }),
        verb: t('license.list.assign.verb'),
        give: t('license.list.assign.give'),
        take: t('license.list.assign.take'),
        integrator: t('license.fields.integratorGuid'),
      }}
      isSaving={assign.isActing}
      refusal={assign.refusal}
      onSave={(integratorGuid) => void assign.act({ ...where, guids, integratorGuid })}
      onClose={onClose}
    >
      <div className="license-consequence">
        <p>{t('license.list.assign.sentence')}</p>
        {leftOut > 0 && <p>{t('license.list.assign.leftOut', { count: leftOut })}</p>}
      </div>
    </StockDialog>
  )
}

export function askAssignment(
  family: LicenseFamily,
  chosen: readonly Given[],
  onDone: () => void = () => undefined,
): void {
  const licenses = chosen.filter(({ source }) => source === 'preIssue')
  if (licenses.length === 0) toast.warning(say('license.list.assign.noneFits'))
  else
    void showDialog((settle) => (
      <AssignDialog
        family={family}
        licenses={licenses}
        leftOut={chosen.length - licenses.length}
        onDone={onDone}
        onClose={() => settle(true)}
      />
    ))
}
