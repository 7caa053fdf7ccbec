// Withdraws licenses of participants, with a reason for the history. Licenses that have ended, or that the person does
// not see, are left out; the dialog says how many.
import { campaignReportCalls, licenseMachine } from '@sealwright/contract'
import type { ParticipantRow } from '@sealwright/contract'
import { TextField } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useAct } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { say, usePhrases } from '../../../lib/words/i18n.tsx'

const INITIAL = { reason: '' }
const spell = (draft: typeof INITIAL) => draft
const FIELDS = { reason: campaignReportCalls.withdraw.payload.shape.reason }

interface WithdrawProps {
  /** Of the campaign. */
  guid: string
  participants: readonly ParticipantRow[]
  leftOut: number
  onDone: () => void
  onClose: () => void
}

function WithdrawDialog({ guid, participants, leftOut, onDone, onClose }: WithdrawProps) {
  const t = usePhrases()
  const form = useForm({ domain: 'activity', fields: FIELDS, initial: INITIAL, spell })
  const [first] = participants
  const isOne = participants.length === 1 && leftOut === 0
  const withdraw = useAct(campaignReportCalls.withdraw, {
    showsRefusal: true,
    onDone: ({ withdrawn: count, skipped }) => {
      onClose()
      toast.success(
        skipped > 0
          ? t('activity.report.withdraw.doneSome', { count, skipped })
          : t('activity.report.withdraw.done', { count }),
      )
      onDone()
    },
  })
  return (
    <FormDialog
      form={form}
      title={
        isOne && first
          ? t('activity.report.withdraw.titleOne', { account: first.account })
          : t('activity.report.withdraw.title', { count: participants.length })
      }
      saveText={t('activity.report.withdraw.verb')}
      isDanger
      isSaving={withdraw.isActing}
      refusal={withdraw.refusal}
      onSave={() =>
        void withdraw.act({
          guid,
          participantGuids: participants.map((one) => one.guid),
          reason: form.values.reason,
        })
      }
      onClose={onClose}
    >
      <p>{t('activity.report.withdraw.consequence')}</p>
      {leftOut > 0 && <p>{t('activity.report.withdraw.leftOut', { count: leftOut })}</p>}
      <TextField form={form} name="reason" help={t('activity.report.withdraw.reasonHelp')} isFirst />
    </FormDialog>
  )
}

/** The license is there and its status allows a deletion. */
export const isWithdrawable = ({ licenseStatus }: ParticipantRow) =>
  licenseStatus !== null && licenseMachine.events(licenseStatus, 'operator').includes('delete')

/** Opens the dialog for the participants whose licenses can be withdrawn. */
export function askWithdraw(guid: string, chosen: readonly ParticipantRow[], onDone: () => void = () => undefined) {
  const participants = chosen.filter(isWithdrawable)
  if (participants.length === 0) {
    toast.warning(say('activity.report.withdraw.none'))
    return
  }
  void showDialog((settle) => (
    <WithdrawDialog
      guid={guid}
      participants={participants}
      leftOut={chosen.length - participants.length}
      onDone={onDone}
      onClose={() => settle(true)}
    />
  ))
}
