// Sends a test mail or text message, and shows what the server said.
import { centerDesk } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { useState } from 'react'
import { TextField } from '../../blocks/form/field.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { useAct } from '../../lib/call/client.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'

type Tested = AnswerOf<typeof centerDesk.testMail>
const CALLS = { mail: centerDesk.testMail, sms: centerDesk.testSms }
const TONES = { sent: 'ok', kept: 'warn', failed: 'bad' } as const

interface TestMessageProps {
  kind: keyof typeof CALLS
  /** Filled in at first. */
  to: string
  onClose: () => void
}

export function TestMessage({ kind, to, onClose }: TestMessageProps) {
  const t = usePhrases()
  const call = CALLS[kind]
  const [initial] = useState({ to })
  const [tested, setTested] = useState<Tested>()
  const form = useForm({ domain: 'center', fields: call.payload.shape, initial })
  const { act, isActing, refusal } = useAct(call, { showsRefusal: true, onDone: setTested })
  return (
    <>
      <InlineForm
        form={form}
        label={t(kind === 'mail' ? 'center.messages.testMail' : 'center.messages.testSms')}
        saveText={t('center.messages.send')}
        isSaving={isActing}
        refusal={refusal}
        onSave={() => {
          setTested(undefined)
          void act({ to: form.values.to.trim() })
        }}
        onCancel={onClose}
      >
        <TextField
          form={form}
          name="to"
          label={t(kind === 'mail' ? 'center.messages.to' : 'center.messages.mobile')}
          hasFocus
        />
      </InlineForm>
      <div role="status">
        {tested && (
          <Notice tone={TONES[tested.outcome]}>
            {t(`center.messages.outcomes.${tested.outcome}`, { reason: tested.reason ?? '' })}
          </Notice>
        )}
      </div>
    </>
  )
}
