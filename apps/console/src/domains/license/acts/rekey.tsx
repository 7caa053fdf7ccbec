// Replaces the code of a license after the old one leaked. The dialog explains the effect, then shows the new code.
import { LICENSE_STATUSES, isUnapproved, licenseCalls, licenseMachine, shownSerial } from '@sealwright/contract'
import type { LicenseAnswer, LicenseFamily } from '@sealwright/contract'
import { useState } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { CopyText } from '../../../blocks/control/copy-text.tsx'
import { TextField } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useAct } from '../../../lib/call/client.ts'
import { ModalFrame, showDialog } from '../../../lib/dialog/dialog.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import '../detail/detail.css'
import { FAMILIES } from '../license-family.ts'
import '../list/license-list.css'
import { isCodeFamily } from '../license-words.ts'

type Coded = Pick<LicenseAnswer, 'guid' | 'serial' | 'status'>

const FIELDS = { reason: licenseCalls.rekey.payload.shape.reason }
const INITIAL = { reason: '' }
const spell = ({ reason }: typeof INITIAL) => ({ reason: reason || undefined })

/** Whether a license of this family, and with this status if given, can get a new code. */
export function isRekeyable(family: LicenseFamily, status?: LicenseAnswer['status']): boolean {
  return (
    isCodeFamily(family) &&
    (status === undefined ||
      (!isUnapproved(status) &&
        Object.values(LICENSE_STATUSES).some(
          (known) => known === status && licenseMachine.events(known, 'operator').includes('delete'),
        )))
  )
}

function NewCode({ code, onClose }: { code: string; onClose: () => void }) {
  const t = usePhrases()
  return (
    <ModalFrame title={t('runtime.rekey.doneTitle')} onClose={onClose}>
      <div className="license-rekeyed">
        <p className="license-new-code">
          <CopyText text={code} />
        </p>
        <p>{t('runtime.rekey.doneSentence')}</p>
        <div className="dialog-form-foot">
          <Button kind="primary" data-first-focus onPress={onClose}>
            {t('runtime.rekey.close')}
          </Button>
        </div>
      </div>
    </ModalFrame>
  )
}

function RekeyDialog({
  family,
  license: { guid, serial },
  onClose,
}: {
  family: LicenseFamily
  license: Coded
  onClose: () => void
}) {
  const t = usePhrases()
  const { calls, where } = FAMILIES[family]
  const [code, setCode] = useState<string>()
  const form = useForm({ domain: 'license', fields: FIELDS, initial: INITIAL, spell })
  const { act, isActing, refusal } = useAct(calls.rekey, {
    showsRefusal: true,
    onDone: (answer) => setCode(shownSerial(family, answer.serial)),
  })
  if (code !== undefined) return <NewCode code={code} onClose={onClose} />
  return (
    <FormDialog
      form={form}
      title={t('runtime.rekey.title', { serial: shownSerial(family, serial) })}
      saveText={t('runtime.rekey.verb')}
      isDanger
      isSaving={isActing}
      refusal={refusal}
      onSave={(values) => void act({ ...where, guid, ...values })}
      onClose={onClose}
    >
      <div className="license-consequence">
        <p>{t('runtime.rekey.consequence')}</p>
      </div>
      <TextField form={form} name="reason" help={t('license.list.reasonHelp')} />
    </FormDialog>
  )
}

export function askRekey(family: LicenseFamily, license: Coded): void {
  void showDialog((settle) => <RekeyDialog family={family} license={license} onClose={() => settle(true)} />)
}
