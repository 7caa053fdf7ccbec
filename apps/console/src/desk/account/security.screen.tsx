// The operator's own account: password, recovery codes and sessions.
import { LIMITS, operatorDesk } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { KeyRound, Monitor, Smartphone } from 'lucide-react'
import { Button } from '../../blocks/control/button.tsx'
import { useOpening } from '../../blocks/control/opening.ts'
import { ErrorState } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { PasswordField } from '../../blocks/form/password-field.tsx'
import { SettingList, SettingRow, SettingsPage, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { isHandheld, usePlaceName } from '../../blocks/security/place.ts'
import { RecoverySetting } from '../../blocks/security/recovery-setting.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { signOut } from '../../lib/session/leave.ts'
import { toast } from '../../lib/toast.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { useOperator } from '../session.ts'

const EMPTY = { password: '' }
const { passwordMin: min, passwordMax: max } = LIMITS.account

function ChangePassword({ onClose }: { onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'operator', fields: operatorDesk.changePassword.payload.shape, initial: EMPTY })
  const { act, isActing, refusal } = useAct(operatorDesk.changePassword, {
    showsRefusal: true,
    onDone: () => {
      toast.success(t('desk.security.saved'))
      onClose()
    },
  })
  return (
    <InlineForm
      form={form}
      label={t('desk.security.change')}
      saveText={t('desk.security.save')}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act(form.values)}
      onCancel={onClose}
    >
      <PasswordField
        form={form}
        name="password"
        hasStrength
        hasFocus
        help={t('desk.link.passwordHelp', { min, max })}
      />
    </InlineForm>
  )
}

function PasswordSetting() {
  const t = usePhrases()
  const { isOpen, opener, open, close } = useOpening()
  return (
    <SettingRow
      mark={<KeyRound size={18} aria-hidden />}
      title={t('desk.security.password')}
      note={t('desk.security.passwordSentence')}
      actions={
        !isOpen && (
          <Button ref={opener} onPress={open}>
            {t('desk.security.change')}
          </Button>
        )
      }
    >
      {isOpen && <ChangePassword onClose={close} />}
    </SettingRow>
  )
}

type OwnSession = AnswerOf<typeof operatorDesk.sessions>['sessions'][number]

function SessionRow({ session }: { session: OwnSession }) {
  const t = usePhrases()
  const format = useFormat()
  const place = usePlaceName()(session.userAgent)
  const Icon = isHandheld(session.userAgent) ? Smartphone : Monitor
  const { act } = useAct(operatorDesk.endSession, { onDone: () => toast.success(t('desk.security.endedSession')) })
  const verb = t(session.isCurrent ? 'shell.signOut' : 'desk.security.end')
  const end = () =>
    session.isCurrent
      ? signOut()
      : confirmAction({
          title: t('desk.security.endTitle'),
          consequence: t('desk.security.endConsequence'),
          verb: t('desk.security.end'),
          run: () => act({ id: session.id }),
        })
  return (
    <SettingRow
      mark={<Icon size={18} aria-hidden />}
      title={
        <>
          {place}
          {session.isCurrent && <StatusTag tone="ok">{t('desk.security.this')}</StatusTag>}
        </>
      }
      note={
        <>
          <span className="sw-tabular">{session.network}</span>
          <span>{t('desk.security.since', { time: format.time(session.createTime) })}</span>
          <span>{t('desk.security.seen', { ago: format.ago(session.lastTime) })}</span>
        </>
      }
      actions={
        <Button aria-label={`${verb}: ${place}, ${session.network}`} onPress={() => void end()}>
          {verb}
        </Button>
      }
    />
  )
}

export function Screen() {
  const t = usePhrases()
  const { email } = useOperator()
  const { data, error, refetch } = useAnswer(operatorDesk.sessions, {})
  const renew = useAct(operatorDesk.renewRecoveryCodes)
  const content = () => {
    if (!data)
      return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={4} />
    return (
      <>
        <FormSection title={t('desk.security.protection')} sentence={t('desk.setup.sentence')}>
          <SettingList>
            <PasswordSetting />
            <RecoverySetting left={data.recoveryCodesLeft} account={email} renew={() => renew.act({})} />
          </SettingList>
        </FormSection>
        <FormSection title={t('desk.security.sessions')} sentence={t('desk.security.sessionsSentence')}>
          <SettingList label={t('desk.security.sessions')}>
            {data.sessions
              .toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent) || b.lastTime.localeCompare(a.lastTime))
              .map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
          </SettingList>
        </FormSection>
      </>
    )
  }
  return (
    <SettingsPage title={t('desk.titles.security')} sentence={t('desk.security.sentence')}>
      {content()}
    </SettingsPage>
  )
}
