// The secrets of a developer. The API password needs a privilege, and is hidden again after a minute. The PIN is for
// the super administrator, and is never shown.
import { LIMITS, developerCalls } from '@sealwright/contract'
import { Eye, EyeOff, KeyRound, LockKeyhole } from 'lucide-react'
import { Button } from '../../blocks/control/button.tsx'
import { CopyText } from '../../blocks/control/copy-text.tsx'
import { useOpening } from '../../blocks/control/opening.ts'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { PasswordField } from '../../blocks/form/password-field.tsx'
import { Notice, SettingList, SettingRow } from '../../blocks/form/settings-page.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../lib/call/client.ts'
import { useCan } from '../../lib/session/can.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import './developer.css'
import { useApiPassword } from './secret/api-password.ts'

const MASK = '•'.repeat(16)

function ApiPassword() {
  const t = usePhrases()
  const { apiPassword, secondsLeft, isRevealing, reveal, hide } = useApiPassword()
  const isShown = apiPassword !== undefined
  return (
    <SettingRow
      mark={<KeyRound size={18} aria-hidden />}
      title={
        isShown ? (
          <span className="secret">
            <CopyText text={apiPassword} />
          </span>
        ) : (
          <span className="secret secret-hidden" aria-hidden>
            {MASK}
          </span>
        )
      }
      note={isShown ? t('developer.secrets.hidesIn', { seconds: secondsLeft }) : t('developer.secrets.apiNote')}
      actions={
        isShown ? (
          <Button
            icon={EyeOff}
            aria-label={`${t('developer.secrets.hide')} ${t('developer.secrets.api')}`}
            onPress={hide}
          >
            {t('developer.secrets.hide')}
          </Button>
        ) : (
          <Button
            icon={Eye}
            aria-label={`${t('developer.secrets.reveal')} ${t('developer.secrets.api')}`}
            isBusy={isRevealing}
            onPress={() => void reveal()}
          >
            {t('developer.secrets.reveal')}
          </Button>
        )
      }
    />
  )
}

const { payload } = developerCalls.setPin
const EMPTY = { pin: '', confirmPin: '' }
const spell = (values: typeof EMPTY) => ({ ...values })

function PinForm({ isFirst, onClose }: { isFirst: boolean; onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'developer', fields: payload.shape, whole: payload, initial: EMPTY, spell })
  const set = useAct(developerCalls.setPin, {
    showsRefusal: true,
    onDone: () => {
      toast.success(t('developer.secrets.pinSaved'))
      onClose()
    },
  })
  const { pinMin: min, pinMax: max } = LIMITS.developer
  const ask = () =>
    confirmAction({
      title: t('developer.secrets.pinTitle'),
      consequence: t('developer.secrets.pinConsequence'),
      verb: t('developer.secrets.pinVerb'),
      isDanger: false,
      run: () => set.act(form.values),
    })
  return (
    <InlineForm
      form={form}
      label={t('developer.secrets.pin')}
      saveText={t('developer.secrets.pinVerb')}
      isSaving={set.isActing}
      refusal={set.refusal}
      onSave={() => void ask()}
      onCancel={onClose}
    >
      <Notice tone="warn">{t('developer.secrets.pinWarning')}</Notice>
      <PasswordField
        form={form}
        name="pin"
        label={t(isFirst ? 'developer.fields.pin' : 'developer.secrets.newPin')}
        hasFocus
        help={t('developer.secrets.pinHelp', { min, max })}
      />
      <PasswordField form={form} name="confirmPin" />
    </InlineForm>
  )
}

function Pin({ since }: { since: string | null }) {
  const t = usePhrases()
  const format = useFormat()
  const isTrial = useSession().developer.devInfo.status === 'trial'
  const { isOpen, opener, open, close } = useOpening()
  return (
    <SettingRow
      mark={<LockKeyhole size={18} aria-hidden />}
      title={
        <>
          {t('developer.secrets.pin')}
          {since ? (
            <StatusTag tone="ok">{t('developer.secrets.pinSet')}</StatusTag>
          ) : (
            <StatusTag tone="neutral">{t('developer.secrets.pinNone')}</StatusTag>
          )}
        </>
      }
      note={
        isTrial
          ? t('developer.secrets.trialPin')
          : since && t('developer.secrets.pinSince', { time: format.time(since) })
      }
      actions={
        !isTrial &&
        !isOpen && (
          <Button ref={opener} onPress={open}>
            {t(since ? 'developer.secrets.changePin' : 'developer.secrets.setPin')}
          </Button>
        )
      }
    >
      {isOpen && <PinForm isFirst={since === null} onClose={close} />}
    </SettingRow>
  )
}

export function DeveloperSecrets({ pinSince }: { pinSince: string | null }) {
  const t = usePhrases()
  const canReveal = useCan(developerCalls.revealApiPassword)
  const canSetPin = useCan(developerCalls.setPin)
  if (!canReveal && !canSetPin) return <Notice>{t('developer.secrets.noneSeen')}</Notice>
  return (
    <>
      {canReveal && (
        <FormSection title={t('developer.secrets.api')} sentence={t('developer.secrets.apiSentence')}>
          <SettingList>
            <ApiPassword />
          </SettingList>
        </FormSection>
      )}
      {canSetPin && (
        <FormSection title={t('developer.secrets.pin')} sentence={t('developer.secrets.pinSentence')}>
          <SettingList>
            <Pin since={pinSince} />
          </SettingList>
        </FormSection>
      )}
    </>
  )
}
