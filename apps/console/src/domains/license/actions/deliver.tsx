// Handing codes out: to whom and how, so that one code does not go to two people. For a code that somebody has already, the button asks once more.
import { isEmail, licenseCalls } from '@sealwright/contract'
import type { DeliveryChannel, LicenseFamily, LicenseRow, Violation } from '@sealwright/contract'
import { Field } from '../../../blocks/field.tsx'
import { FormDialog } from '../../../blocks/form-dialog.tsx'
import { useForm } from '../../../blocks/form-state.ts'
import { Segmented } from '../../../blocks/segmented.tsx'
import { TextInput } from '../../../blocks/text-input.tsx'
import { useAct } from '../../../lib/client.ts'
import { showDialog } from '../../../lib/dialog.tsx'
import { usePhrases } from '../../../lib/i18n.tsx'
import { toast } from '../../../lib/toast.ts'
import { FAMILIES } from '../license-family.ts'
import '../license-list.css'
import { nameOf } from '../license-words.ts'

type Given = Pick<LicenseRow, 'guid' | 'serial' | 'account'>

/** What a person does with codes in a list. Copies, files and prints are noted of codes just issued; copying a single one later tells nothing about who gets it. */
const CHANNELS = ['mail', 'handed'] as const satisfies readonly DeliveryChannel[]
interface Values {
  channel: (typeof CHANNELS)[number]
  recipient: string
}
const INITIAL: Values = { channel: 'mail', recipient: '' }
const spell = ({ channel, recipient }: Values) => ({ channel, recipient })
const { channel, recipient } = licenseCalls.deliver.payload.shape
/** These channels need somebody, whom others do not have. */
const FIELDS = { channel, recipient: recipient._zod.def.innerType }
const judge = (wire: Record<string, unknown>): Violation[] => (wire.channel === 'mail' && !isEmail(String(wire.recipient).trim()) ? [{ path: 'recipient', rule: 'notEmail', params: {} }] : [])

interface DeliverDialogProps {
  family: LicenseFamily
  licenses: readonly Given[]
  onDone: () => void
  onClose: () => void
}

function DeliverDialog({ family, licenses, onDone, onClose }: DeliverDialogProps) {
  const t = usePhrases()
  const { calls, where } = FAMILIES[family]
  const form = useForm({ domain: 'license', fields: FIELDS, rules: judge, initial: INITIAL, spell })
  const deliver = useAct(calls.deliver, {
    showsRefusal: true,
    onDone: ({ delivered }) => {
      onClose()
      toast.success(t('license.list.deliver.done', { count: delivered }))
      onDone()
    },
  })
  const isAgain = deliver.refusal?.error === 'license.alreadyDelivered'
  const [first] = licenses
  return (
    <FormDialog
      form={form}
      title={licenses.length === 1 && first ? t('license.list.deliver.one', { name: nameOf(family, first) }) : t('license.list.deliver.several', { count: licenses.length })}
      saveText={t(isAgain ? 'license.list.deliver.again' : 'license.list.deliver.verb')}
      isSaving={deliver.isActing}
      refusal={deliver.refusal}
      onSave={() => void deliver.act({ ...where, guids: licenses.map(({ guid }) => guid), again: isAgain, ...spell(form.values) })}
      onClose={onClose}
    >
      <Field form={form} name="channel" isGroup>
        {() => <Segmented label={t('license.fields.channel')} value={form.values.channel} options={CHANNELS.map((value) => ({ value, label: t(`license.channels.${value}`) }))} onSelect={(value) => form.set('channel', value)} />}
      </Field>
      <Field form={form} name="recipient" label={t(`license.list.deliver.recipient.${form.values.channel}`)} help={t(`license.list.deliver.help.${form.values.channel}`)}>
        {(control) => <TextInput {...control} data-first-focus value={form.values.recipient} onText={(text) => form.set('recipient', text)} />}
      </Field>
    </FormDialog>
  )
}

export function askDelivery(family: LicenseFamily, licenses: readonly Given[], onDone: () => void = () => undefined): void {
  void showDialog((settle) => <DeliverDialog family={family} licenses={licenses} onDone={onDone} onClose={() => settle(true)} />)
}
