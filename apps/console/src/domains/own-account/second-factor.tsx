// One-time passwords. Turning one-time passwords on takes two steps, the secret and a first code;
// nothing is on before the second step.
import { LIMITS, ownAccountCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { useOpening } from '../../blocks/control/opening.ts'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { SettingRow } from '../../blocks/form/settings-page.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { showRecoveryCodes } from '../../blocks/security/recovery-codes.tsx'
import { TotpField, TotpSetUp } from '../../blocks/security/totp-set-up.tsx'
import { useAct } from '../../lib/call/client.ts'
import { useSession } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import './own-account.css'

const FIELDS = ownAccountCalls.enableTotp.payload.shape
const DIGITS = { code: LIMITS.secondFactor.digits }
const EMPTY = { code: '' }

function SetUp({ secret, uri, onClose }: AnswerOf<typeof ownAccountCalls.startTotp> & { onClose: () => void }) {
  const t = usePhrases()
  const { account } = useSession()
  const form = useForm({ domain: 'identity', fields: FIELDS, digits: DIGITS, initial: EMPTY })
  const enable = useAct(ownAccountCalls.enableTotp, {
    showsRefusal: true,
    onDone: ({ recoveryCodes }) => {
      onClose()
      toast.success(t('ownAccount.secondFactor.turnedOn'))
      void showRecoveryCodes({ codes: recoveryCodes, account: account.displayName })
    },
  })
  return (
    <TotpSetUp secret={secret} uri={uri}>
      <InlineForm
        form={form}
        label={t('ownAccount.secondFactor.totp')}
        saveText={t('ownAccount.secondFactor.finish')}
        isSaving={enable.isActing}
        refusal={enable.refusal}
        onSave={() => void enable.act(form.values)}
        onCancel={onClose}
      >
        <TotpField form={form} digits={LIMITS.secondFactor.digits} />
      </InlineForm>
    </TotpSetUp>
  )
}

export function TotpSetting({ since }: { since: string | null }) {
  const t = usePhrases()
  const format = useFormat()
  const { isOpen, opener, open, close } = useOpening()
  const [setUp, setSetUp] = useState<AnswerOf<typeof ownAccountCalls.startTotp>>()
  const start = useAct(ownAccountCalls.startTotp, {
    onDone: (answer) => {
      setSetUp(answer)
      open()
    },
  })
  const disable = useAct(ownAccountCalls.disableTotp, {
    onDone: () => toast.success(t('ownAccount.secondFactor.turnedOff')),
  })
  const turnOff = () =>
    confirmAction({
      title: t('ownAccount.secondFactor.turnOffTitle'),
      consequence: t('ownAccount.secondFactor.turnOffConsequence'),
      verb: t('ownAccount.secondFactor.turnOff'),
      run: () => disable.act({}),
    })
  return (
    <SettingRow
      mark={<ShieldCheck size={18} aria-hidden />}
      title={
        <>
          {t('ownAccount.secondFactor.totp')}
          {since ? (
            <StatusTag tone="ok">{t('ownAccount.secondFactor.on')}</StatusTag>
          ) : (
            <StatusTag tone="neutral">{t('ownAccount.secondFactor.off')}</StatusTag>
          )}
        </>
      }
      note={
        since
          ? t('ownAccount.secondFactor.since', { time: format.time(since) })
          : t('ownAccount.secondFactor.totpSentence')
      }
      actions={
        since ? (
          <Button
            ref={opener}
            aria-label={`${t('ownAccount.secondFactor.turnOff')} ${t('ownAccount.secondFactor.totp')}`}
            onPress={() => void turnOff()}
          >
            {t('ownAccount.secondFactor.turnOff')}
          </Button>
        ) : (
          !isOpen && (
            <Button
              ref={opener}
              aria-label={`${t('ownAccount.secondFactor.turnOn')} ${t('ownAccount.secondFactor.totp')}`}
              isBusy={start.isActing}
              onPress={() => void start.act({})}
            >
              {t('ownAccount.secondFactor.turnOn')}
            </Button>
          )
        )
      }
    >
      {isOpen && setUp && <SetUp {...setUp} onClose={close} />}
    </SettingRow>
  )
}
