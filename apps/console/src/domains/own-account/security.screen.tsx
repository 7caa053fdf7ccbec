// The security page: protection, sessions and sign-in history. The open tab is in the address.
import { ownAccountCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { ErrorState } from '../../blocks/control/states.tsx'
import { Tabs } from '../../blocks/control/tabs.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { SettingList, SettingsPage, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { RecoverySetting } from '../../blocks/security/recovery-setting.tsx'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { changeSearch, useSearchOf } from '../../lib/place/navigate.tsx'
import { Can } from '../../lib/session/can.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { AddressSetting } from './change-address.tsx'
import { PasswordSetting } from './change-password.tsx'
import './own-account.css'
import { Passkeys } from './passkeys.tsx'
import { TotpSetting } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { SignIns } from './sign-ins.tsx'
import { SuperAdministrator } from './super-administrator.tsx'

function Protection({ security }: { security: AnswerOf<typeof ownAccountCalls.security> }) {
  const t = usePhrases()
  const { account } = useSession()
  const renew = useAct(ownAccountCalls.renewRecoveryCodes)
  const hasSecondFactor = security.totpSince !== null || security.passkeys.length > 0
  return (
    <>
      <FormSection title={t('ownAccount.security.password')} sentence={t('ownAccount.security.passwordSentence')}>
        <SettingList>
          <PasswordSetting changedAt={security.passwordChangedAt} />
        </SettingList>
      </FormSection>
      <FormSection title={t('ownAccount.security.addresses')} sentence={t('ownAccount.security.addressesSentence')}>
        <SettingList>
          <AddressSetting kind="email" address={security.email} />
          <AddressSetting kind="mobile" address={security.mobile} />
        </SettingList>
      </FormSection>
      <FormSection title={t('ownAccount.secondFactor.title')} sentence={t('ownAccount.secondFactor.sentence')}>
        <SettingList>
          <TotpSetting since={security.totpSince} />
          {hasSecondFactor && (
            <RecoverySetting
              left={security.recoveryCodesLeft}
              account={account.displayName}
              renew={() => renew.act({})}
            />
          )}
        </SettingList>
      </FormSection>
      <FormSection title={t('ownAccount.passkey.title')} sentence={t('ownAccount.passkey.sentence')}>
        <Passkeys security={security} />
      </FormSection>
      <Can call={ownAccountCalls.changeSuperAdministrator}>
        <FormSection
          title={t('ownAccount.superAdministrator.title')}
          sentence={t('ownAccount.superAdministrator.sentence')}
        >
          <SuperAdministrator />
        </FormSection>
      </Can>
    </>
  )
}

export function Screen() {
  const t = usePhrases()
  const format = useFormat()
  const { tab = 'protection' } = useSearchOf('/security')
  const { data, error, refetch } = useAnswer(ownAccountCalls.security, {})
  const content = () => {
    if (!data)
      return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={5} />
    return (
      <Tabs
        label={t('ownAccount.titles.security')}
        open={tab}
        onOpen={(key) => changeSearch('/security', { tab: key })}
        tabs={[
          {
            key: 'protection',
            title: t('ownAccount.security.tabs.protection'),
            content: <Protection security={data} />,
          },
          {
            key: 'sessions',
            title: t('ownAccount.security.tabs.sessions'),
            count: format.number(data.sessions.length),
            content: <Sessions sessions={data.sessions} />,
          },
          { key: 'history', title: t('ownAccount.security.tabs.history'), content: <SignIns /> },
        ]}
      />
    )
  }
  return (
    <SettingsPage title={t('ownAccount.titles.security')} sentence={t('ownAccount.security.sentence')}>
      {content()}
    </SettingsPage>
  )
}
