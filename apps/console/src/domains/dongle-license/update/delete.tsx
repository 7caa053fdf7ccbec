// Deletes licenses in dongles: each lock gets a package that the person signs for with the hosted lock PIN. Licenses
// that cannot be deleted now are left out, and the dialog says how many.
import { dongleLicenseCalls } from '@sealwright/contract'
import type { DongleLicenseRow, PayloadOf } from '@sealwright/contract'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useAct } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { say, usePhrases } from '../../../lib/words/i18n.tsx'
import { NO_PIN, PIN_FIELDS, PinFields, spellPin } from '../pin/pin-field.tsx'

type Deleted = Pick<DongleLicenseRow, 'guid' | 'shellNumber' | 'productName' | 'acts'>
const SHOWN = 5

interface DeleteDialogProps {
  licenses: readonly Deleted[]
  leftOut: number
  onDone: () => void
  onClose: () => void
}

function DeleteDialog({ licenses, leftOut, onDone, onClose }: DeleteDialogProps) {
  const t = usePhrases()
  const form = useForm({ domain: 'dongleLicense', fields: PIN_FIELDS, initial: NO_PIN, spell: spellPin })
  const { act, isActing, refusal } = useAct(dongleLicenseCalls.delete, {
    showsRefusal: true,
    onDone: ({ packages }) => {
      toast.success(t('dongleLicense.del.done', { count: packages.length }))
      onClose()
      onDone()
    },
  })
  const nameOf = ({ shellNumber, productName }: Deleted) => `${shellNumber} · ${productName}`
  const names = licenses.slice(0, SHOWN).map(nameOf).join(t('dongleLicense.list.joint'))
  const rest = licenses.length - SHOWN
  const guids = licenses.map(({ guid }) => guid)
  return (
    <FormDialog
      form={form}
      title={t('dongleLicense.del.title', { count: licenses.length, name: names })}
      saveText={t('dongleLicense.del.verb')}
      isDanger
      isSaving={isActing}
      refusal={refusal}
      onSave={(values) => void act({ guids, ...values } as PayloadOf<typeof dongleLicenseCalls.delete>)} // same schemas
      onClose={onClose}
    >
      <p>{t('dongleLicense.del.consequence')}</p>
      {licenses.length > 1 && (
        <p>
          {names} {rest > 0 && t('dongleLicense.list.more', { count: rest })}
        </p>
      )}
      {leftOut > 0 && <p>{t('dongleLicense.del.leftOut', { count: leftOut })}</p>}
      <PinFields form={form} hasFocus />
    </FormDialog>
  )
}

export function askDelete(chosen: readonly Deleted[], onDone: () => void = () => undefined): void {
  const licenses = chosen.filter(({ acts }) => acts.includes('delete'))
  if (licenses.length === 0) toast.warning(say('dongleLicense.del.none'))
  else
    void showDialog((settle) => (
      <DeleteDialog
        licenses={licenses}
        leftOut={chosen.length - licenses.length}
        onDone={onDone}
        onClose={() => settle(true)}
      />
    ))
}
