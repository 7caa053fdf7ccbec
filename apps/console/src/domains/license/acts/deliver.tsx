// Hands out codes and records the recipient and the channel, so that one code does not go to two people. A code that
// was already handed out needs a second confirmation.
import { filled, isEmail, licenseCalls } from '@sealwright/contract'
import type { DeliveryChannel, LicenseFamily, LicenseRow, Violation } from '@sealwright/contract'
import { useMemo, useState } from 'react'
import { TextInput } from '../../../blocks/control/text-input.tsx'
import { Field } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { FAMILIES } from '../license-family.ts'
import '../list/license-list.css'
import { nameOf } from '../license-words.ts'

type Given = Pick<LicenseRow, 'guid' | 'serial' | 'account'>

/**
 * The channels offered in a list. Copying, exporting and printing are recorded only for codes that were just issued;
 * copying a single code later does not mean that somebody received it.
 */
const CHANNELS = ['mail', 'handed'] as const satisfies readonly DeliveryChannel[]
type Channel = (typeof CHANNELS)[number]
const INITIAL = { recipient: '' }
const spell = ({ recipient }: typeof INITIAL) => ({ recipient })
/** These channels require a recipient; the others have none. */
const FIELDS = { recipient: filled(licenseCalls.deliver.payload.shape.recipient) }
const RULES: Readonly<Record<Channel, (wire: Record<string, unknown>) => Violation[]>> = {
  mail: ({ recipient }) =>
    isEmail(String(recipient).trim()) ? [] : [{ path: 'recipient', rule: 'notEmail', params: {} }],
  handed: () => [],
}

/** An empty recipient is no error before the first attempt: people may choose the channel first. */
function useRecipientForm(channel: Channel, label: string) {
  const labels = useMemo(() => ({ recipient: label }), [label])
  const form = useForm({ domain: 'license', fields: FIELDS, rules: RULES[channel], labels, initial: INITIAL, spell })
  const [isTried, setTried] = useState(false)
  const check = () => {
    setTried(true)
    return form.check()
  }
  return {
    ...form,
    check,
    errorAt: (path: string) => (isTried || form.values.recipient !== '' ? form.errorAt(path) : undefined),
  }
}

interface DeliverDialogProps {
  family: LicenseFamily
  licenses: readonly Given[]
  onDone: () => void
  onClose: () => void
}

function DeliverDialog({ family, licenses, onDone, onClose }: DeliverDialogProps) {
  const t = usePhrases()
  const { calls, where } = FAMILIES[family]
  const [channel, setChannel] = useState<Channel>('mail')
  const form = useRecipientForm(channel, t(`license.list.deliver.recipient.${channel}`))
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
      title={
        licenses.length === 1 && first
          ? t('license.list.deliver.one', { name: nameOf(family, first) })
          : t('license.list.deliver.several', { count: licenses.length })
      }
      saveText={t(isAgain ? 'license.list.deliver.again' : 'license.list.deliver.verb')}
      isSaving={deliver.isActing}
      refusal={deliver.refusal}
      onSave={() =>
        void deliver.act({
          ...where,
          guids: licenses.map(({ guid }) => guid),
          again: isAgain,
          channel,
          ...spell(form.values),
        })
      }
      onClose={onClose}
    >
      <Segmented
        label={t('license.fields.channel')}
        value={channel}
        options={CHANNELS.map((value) => ({ value, label: t(`license.channels.${value}`) }))}
        onSelect={setChannel}
      />
      <Field form={form} name="recipient" help={t(`license.list.deliver.help.${channel}`, { count: licenses.length })}>
        {(control) => (
          <TextInput
            {...control}
            data-first-focus
            value={form.values.recipient}
            onText={(text) => form.set('recipient', text)}
          />
        )}
      </Field>
    </FormDialog>
  )
}

export function askDelivery(
  family: LicenseFamily,
  licenses: readonly Given[],
  onDone: () => void = () => undefined,
): void {
  void showDialog((settle) => (
    <DeliverDialog family={family} licenses={licenses} onDone={onDone} onClose={() => settle(true)} />
  ))
}
