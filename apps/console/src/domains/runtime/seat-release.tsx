// Releases a seat. The dialog explains what happens to the program, whose user sees the reason.
import { LIMITS, seatCalls } from '@sealwright/contract'
import type { SeatRow } from '@sealwright/contract'
import { LogOut } from 'lucide-react'
import { useCallback } from 'react'
import { TextField } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { useAct } from '../../lib/call/client.ts'
import { showDialog } from '../../lib/dialog/dialog.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './runtime.css'
import { seatName } from './seat.columns.tsx'

const FIELDS = { reason: seatCalls.release.payload.shape.reason }
const INITIAL = { reason: '' }
const spell = ({ reason }: typeof INITIAL) => (reason.trim() === '' ? {} : { reason })

function ReleaseDialog({ seat, onClose }: { seat: SeatRow; onClose: () => void }) {
  const t = usePhrases()
  // No program has it, so nobody can be told.
  const isUnused = seat.lending?.state === 'created'
  const form = useForm({ domain: 'runtime', fields: FIELDS, initial: INITIAL, spell })
  const { act, isActing, refusal } = useAct(seatCalls.release, {
    showsRefusal: true,
    onDone: () => {
      onClose()
      toast.success(t('runtime.seats.release.done'))
    },
  })
  return (
    <FormDialog
      form={form}
      title={t('runtime.seats.release.title', { name: seatName(seat) })}
      saveText={t('runtime.seats.release.verb')}
      isDanger
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ guid: seat.guid, ...spell(form.values) })}
      onClose={onClose}
    >
      <p className="runtime-consequence">
        {t(seat.lending ? 'runtime.seats.release.lentConsequence' : 'runtime.seats.release.consequence')}
      </p>
      <TextField
        form={form}
        name="reason"
        help={t(isUnused ? 'runtime.seats.release.unusedHelp' : 'runtime.seats.release.reasonHelp')}
        counterMax={LIMITS.runtime.releaseReasonMax}
        isFirst
      />
    </FormDialog>
  )
}

/** The row actions of a seat in use. */
export function useRelease(): (seat: SeatRow) => RowAction[] {
  const t = usePhrases()
  const canRelease = useCan(seatCalls.release)
  return useCallback(
    (seat) => {
      if (!canRelease || seat.end !== null) return []
      const ask = () => void showDialog((settle) => <ReleaseDialog seat={seat} onClose={() => settle(true)} />)
      return [
        {
          key: 'release',
          label: t('runtime.seats.release.verb'),
          icon: LogOut,
          isDanger: true,
          isShown: true,
          onSelect: ask,
        },
      ]
    },
    [canRelease, t],
  )
}
