// Locks, unlocks and deletes licenses. The dialog explains the effect and takes a reason for the history. A single
// license changes immediately, several change as a task that can be undone. Licenses whose status does not allow the
// action are left out, and the dialog says how many.
import { LICENSE_STATUSES, LIMITS, licenseMachine, licenseStatusName, shownSerial } from '@sealwright/contract'
import type { LicenseFamily, LicenseRow, SwitchingAct } from '@sealwright/contract'
import { TextField } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useAct } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { say, usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { showTask } from '../../task/progress/index.ts'
import { FAMILIES } from '../license-family.ts'
import '../list/license-list.css'

type Acted = Pick<LicenseRow, 'guid' | 'serial' | 'account' | 'acts'>

const INITIAL = { reason: '' }
const spell = ({ reason }: typeof INITIAL) => (reason.trim() === '' ? {} : { reason })

interface ActDialogProps {
  family: LicenseFamily
  act: SwitchingAct
  licenses: readonly Acted[]
  /** Number of selected licenses whose status does not allow the action. */
  leftOut: number
  onDone: () => void
  onClose: () => void
}

function ActDialog({ family, act, licenses, leftOut, onDone, onClose }: ActDialogProps) {
  const t = usePhrases()
  const { calls, where } = FAMILIES[family]
  const form = useForm({
    domain: 'license',
    fields: { reason: calls.lock.payload.shape.reason },
    initial: INITIAL,
    spell,
  })
  const [first] = licenses
  const isOne = licenses.length === 1 && leftOut === 0
  const one = useAct(calls[act], {
    showsRefusal: true,
    onDone: () => {
      onClose()
      toast.success(t(`license.list.done.${act}`))
      onDone()
    },
  })
  const several = useAct(calls.batchAct, {
    showsRefusal: true,
    onDone: ({ taskId }) => {
      onClose()
      onDone()
      void showTask({
        taskId,
        titles: { running: t(`license.list.running.${act}`), ended: t(`license.list.ended.${act}`) },
      })
    },
  })
  const save = () => {
    const reason = spell(form.values)
    if (isOne && first) void one.act({ ...where, guid: first.guid, ...reason })
    else void several.act({ ...where, guids: licenses.map(({ guid }) => guid), act, ...reason })
  }
  return (
    <FormDialog
      form={form}
      title={
        isOne && first ? askOne(t, family, act, first) : t(`license.list.askSeveral.${act}`, { count: licenses.length })
      }
      saveText={t(`license.acts.${act}`)}
      isDanger={act === 'delete'}
      isSaving={one.isActing || several.isActing}
      refusal={isOne ? one.refusal : several.refusal}
      onSave={save}
      onClose={onClose}
    >
      <div className="license-consequence">
        <p>{t(`license.list.consequence.${act}`)}</p>
        {!isOne && <p>{t('license.list.undoable', { hours: LIMITS.task.undoHours })}</p>}
        {leftOut > 0 && <p>{t('license.list.leftOut', { count: leftOut })}</p>}
      </div>
      <TextField
        form={form}
        name="reason"
        help={t('license.list.reasonHelp')}
        counterMax={LIMITS.license.reasonMax}
        isFirst
      />
    </FormDialog>
  )
}

/** Names a license for an account by its number, so that it is not mistaken for the account. */
const askOne = (t: Translate, family: LicenseFamily, act: SwitchingAct, { serial, account }: Acted) =>
  family === 'account' && account !== null
    ? t(`license.list.askHeld.${act}`, { serial, account })
    : t(`license.list.ask.${act}`, { name: shownSerial(family, serial) })

/** The names of the statuses that allow the action. */
const fittingStatuses = (act: SwitchingAct) =>
  Object.values(LICENSE_STATUSES)
    .flatMap((status) =>
      licenseMachine.events(status, 'operator').includes(act)
        ? [say(`license.statuses.${licenseStatusName(status)}`)]
        : [],
    )
    .join(say('license.list.joint'))

/** Opens the dialog for the licenses whose status allows the action. */
export function askAct(
  family: LicenseFamily,
  act: SwitchingAct,
  chosen: readonly Acted[],
  onDone: () => void = () => undefined,
): void {
  const licenses = chosen.filter(({ acts }) => acts.includes(act))
  if (licenses.length === 0) toast.warning(say(`license.list.noneFits.${act}`, { statuses: fittingStatuses(act) }))
  else
    void showDialog((settle) => (
      <ActDialog
        family={family}
        act={act}
        licenses={licenses}
        leftOut={chosen.length - licenses.length}
        onDone={onDone}
        onClose={() => settle(true)}
      />
    ))
}
