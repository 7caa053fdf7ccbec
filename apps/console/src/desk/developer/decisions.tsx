// Decisions about a developer: suspending and resuming, its application, its trial limit. Each says what will happen.
import { LIMITS, developerDesk, rejectionReason } from '@sealwright/contract'
import type { DeskApplicationRow } from '@sealwright/contract'
import { useState } from 'react'
import * as z from 'zod/mini'
import { TextField } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../lib/call/client.ts'
import { showDialog } from '../../lib/dialog/dialog.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'

interface Concerned {
  id: string
  name: string
}
interface DialogProps {
  developer: Concerned
  onClose: () => void
}

const { id: _suspended, ...SUSPENSION } = developerDesk.suspend.payload.shape
const SUSPENDED = { reason: '', days: String(LIMITS.suspension.days) }

function SuspendDialog({ developer: { id, name }, onClose }: DialogProps) {
  const t = usePhrases()
  const form = useForm({ domain: 'developer', fields: SUSPENSION, initial: SUSPENDED })
  const { act, isActing, refusal } = useAct(developerDesk.suspend, {
    showsRefusal: true,
    onDone: () => {
      onClose()
      toast.success(t('tenant.suspension.done'))
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('tenant.suspension.title', { name })}
      saveText={t('tenant.suspension.submit')}
      isDanger
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ id: Number(id), reason: form.values.reason, days: Number(form.values.days) })}
      onClose={onClose}
    >
      <p>{t('tenant.suspension.sentence')}</p>
      <TextField
        form={form}
        name="reason"
        rows={3}
        isFirst
        counterMax={LIMITS.suspension.reasonMax}
        help={t('tenant.suspension.reasonHelp')}
      />
      <TextField
        form={form}
        name="days"
        isNumber
        help={t('tenant.suspension.daysHelp', { max: LIMITS.suspension.daysMax })}
      />
    </FormDialog>
  )
}

export function openSuspension(developer: Concerned): void {
  void showDialog((settle) => <SuspendDialog developer={developer} onClose={() => settle(true)} />)
}

/** Resumes after a confirmation. */
export function useResume(): (developer: Concerned) => void {
  const t = usePhrases()
  const { act } = useAct(developerDesk.resume, { onDone: () => toast.success(t('tenant.suspension.resumed')) })
  return ({ id, name }) =>
    void confirmAction({
      title: t('tenant.suspension.resumeTitle', { name }),
      consequence: t('tenant.suspension.resumeConsequence'),
      verb: t('tenant.suspension.resume'),
      isDanger: false,
      run: () => act({ id: Number(id) }),
    })
}

const LIMIT = { trialLicensesMax: developerDesk.setTrialLimit.payload.shape.trialLicensesMax }

function TrialLimitDialog({ developer: { id, name }, max, onClose }: DialogProps & { max: number }) {
  const t = usePhrases()
  const [initial] = useState({ trialLicensesMax: String(max) })
  const form = useForm({ domain: 'developer', fields: LIMIT, initial })
  const { act, isActing, refusal } = useAct(developerDesk.setTrialLimit, {
    showsRefusal: true,
    onDone: () => {
      onClose()
      toast.success(t('tenant.trial.done'))
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('tenant.trial.title', { name })}
      saveText={t('tenant.trial.submit')}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ id: Number(id), trialLicensesMax: Number(form.values.trialLicensesMax) })}
      onClose={onClose}
    >
      <TextField
        form={form}
        name="trialLicensesMax"
        isNumber
        isFirst
        help={t('tenant.trial.help', { max: LIMITS.platform.trialLicenses.max })}
      />
    </FormDialog>
  )
}

export function openTrialLimit(developer: Concerned, max: number): void {
  void showDialog((settle) => <TrialLimitDialog developer={developer} max={max} onClose={() => settle(true)} />)
}

const REJECTION = { reason: rejectionReason.check(z.minLength(1)) }
const REJECTED = { reason: '' }

function RejectDialog({ developer: { id, name }, onClose }: DialogProps) {
  const t = usePhrases()
  const form = useForm({ domain: 'developer', fields: REJECTION, initial: REJECTED })
  const { act, isActing, refusal } = useAct(developerDesk.decide, {
    showsRefusal: true,
    onDone: () => {
      onClose()
      toast.success(t('tenant.applications.rejected'))
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('tenant.applications.rejectTitle', { name })}
      saveText={t('tenant.applications.rejectSubmit')}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ id: Number(id), event: 'reject', reason: form.values.reason })}
      onClose={onClose}
    >
      <p>{t('tenant.applications.rejectSentence')}</p>
      <TextField form={form} name="reason" rows={4} isFirst counterMax={LIMITS.application.reasonMax} />
    </FormDialog>
  )
}

export function openRejection(developer: Concerned): void {
  void showDialog((settle) => <RejectDialog developer={developer} onClose={() => settle(true)} />)
}

/** Approves after a confirmation that counts what will be deleted. */
export function useApproval(): (application: DeskApplicationRow) => void {
  const t = usePhrases()
  const { act } = useAct(developerDesk.decide, {
    onDone: ({ deletedLicenses }) => toast.success(t('tenant.applications.approved', { count: deletedLicenses })),
  })
  return ({ developerId, developerName, trialLicenses }) =>
    void confirmAction({
      title: t('tenant.applications.approveTitle', { name: developerName }),
      consequence: t('tenant.applications.approveConsequence', { name: developerName, count: trialLicenses }),
      verb: t('tenant.applications.approve'),
      isDanger: trialLicenses > 0,
      run: () => act({ id: Number(developerId), event: 'approve' }),
    })
}
