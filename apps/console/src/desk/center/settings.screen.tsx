// The settings of the center. Stored ones open a form; those of the environment show the name of their variable.
import { ENVIRONMENT_SETTINGS, centerDesk } from '@sealwright/contract'
import type { EnvironmentSetting } from '@sealwright/contract'
import { useState } from 'react'
import type { ComponentType, ReactNode } from 'react'
import { Button, buttonClass } from '../../blocks/control/button.tsx'
import { ErrorState } from '../../blocks/control/states.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { Notice, SettingList, SettingRow, SettingsPage, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { askAhead, useAnswer } from '../../lib/call/client.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { useOperator } from '../session.ts'
import { CaptchaForm, LogoForm, NamesForm, RegistrationForm, TermsForm } from './setting-forms.tsx'
import type { CenterSettings, SettingFormProps } from './setting-forms.tsx'
import { TestMessage } from './test-message.tsx'

export const first = () => askAhead(centerDesk.get, {})

const MESSAGE_SETTINGS: readonly EnvironmentSetting[] = ['smtpUrl', 'mailFrom', 'smsUrl']

interface EditableProps extends Omit<SettingFormProps, 'onClose'> {
  title: string
  note: ReactNode
  /** The form, or nothing for those who may only look. */
  Form: ComponentType<SettingFormProps> | undefined
  also?: ReactNode
}

/** A setting whose form opens below it. */
function Editable({ title, note, Form, also, settings, onReload }: EditableProps) {
  const t = usePhrases()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <SettingRow
      title={title}
      note={note}
      actions={
        <>
          {also}
          {Form && !isOpen && (
            <Button onPress={() => setIsOpen(true)} aria-label={`${t('center.edit')} ${title}`}>
              {t('center.edit')}
            </Button>
          )}
        </>
      }
    >
      {Form && isOpen && (
        <Form
          settings={settings}
          onReload={async () => {
            await onReload()
            setIsOpen(false)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </SettingRow>
  )
}

function Environment({ settings, names }: { settings: CenterSettings; names: readonly EnvironmentSetting[] }) {
  const t = usePhrases()
  return settings.environment
    .filter(({ name }) => names.includes(name))
    .map(({ name, value, isGiven }) => (
      <SettingRow
        key={name}
        title={t(`center.environment.names.${name}`)}
        note={
          <>
            <code>{ENVIRONMENT_SETTINGS[name]}</code>{' '}
            {value ?? t(name === 'deskNetworks' ? 'center.environment.everywhere' : 'center.notSet')}
          </>
        }
        actions={
          <StatusTag tone="neutral">{t(isGiven ? 'center.environment.given' : 'center.environment.initial')}</StatusTag>
        }
      />
    ))
}

function Messages({ settings, canTest }: { settings: CenterSettings; canTest: boolean }) {
  const t = usePhrases()
  const { email } = useOperator()
  const [tested, setTested] = useState<'mail' | 'sms'>()
  return (
    <FormSection title={t('center.messages.title')} sentence={t('center.messages.sentence')}>
      <SettingList label={t('center.messages.title')}>
        <Environment settings={settings} names={MESSAGE_SETTINGS} />
        {canTest && (
          <SettingRow
            title={t('center.messages.send')}
            actions={
              <>
                <Button onPress={() => setTested('mail')}>{t('center.messages.testMail')}</Button>
                <Button onPress={() => setTested('sms')}>{t('center.messages.testSms')}</Button>
              </>
            }
          >
            {tested && (
              <TestMessage
                key={tested}
                kind={tested}
                to={tested === 'mail' ? email : ''}
                onClose={() => setTested(undefined)}
              />
            )}
          </SettingRow>
        )}
      </SettingList>
    </FormSection>
  )
}

function Sections({ settings, onReload }: { settings: CenterSettings; onReload: () => Promise<void> }) {
  const t = usePhrases()
  const format = useFormat()
  const canChange = useCan(centerDesk.update)
  const { nameZh, nameEn, logo, terms, registration, captcha, trialLicenses, environment } = settings
  const common = { settings, onReload }
  const formOf = (Form: ComponentType<SettingFormProps>) => (canChange ? Form : undefined)
  const others = environment.map(({ name }) => name).filter((name) => !MESSAGE_SETTINGS.includes(name))
  const calls =
    captcha.urls.length === 0 ? t('center.captcha.isOff') : t('center.captcha.isOn', { count: captcha.urls.length })
  return (
    <>
      {!canChange && <Notice>{t('center.readOnly')}</Notice>}
      <FormSection title={t('center.names.title')} sentence={t('center.names.sentence')}>
        <SettingList label={t('center.names.title')}>
          <Editable
            {...common}
            title={`${t('center.fields.nameZh')} / ${t('center.fields.nameEn')}`}
            note={[nameZh, nameEn].filter(Boolean).join(' / ') || t('center.notSet')}
            Form={formOf(NamesForm)}
          />
          <Editable
            {...common}
            title={t('center.fields.logo')}
            note={
              logo === null ? (
                t('center.notSet')
              ) : (
                <img
                  className="sw-logo"
                  src={`data:image/png;base64,${logo}`}
                  alt={t('center.fields.logo')}
                  height={32}
                />
              )
            }
            Form={formOf(LogoForm)}
          />
        </SettingList>
      </FormSection>
      <FormSection title={t('center.terms.title')} sentence={t('center.terms.sentence')}>
        <SettingList label={t('center.terms.title')}>
          <Editable
            {...common}
            title={t('center.terms.title')}
            note={
              terms.version === null || terms.time === null
                ? t('center.terms.builtIn')
                : t('center.terms.version', { version: terms.version, time: format.time(terms.time) })
            }
            Form={formOf(TermsForm)}
          />
        </SettingList>
      </FormSection>
      <FormSection title={t('center.registration.title')} sentence={t('center.registration.sentence')}>
        <SettingList label={t('center.registration.title')}>
          <Editable
            {...common}
            title={t(`center.registration.modes.${registration}`)}
            note={t(`center.registration.notes.${registration}`)}
            Form={formOf(RegistrationForm)}
            also={
              <ScreenLink to="/platform/settings/invitations" className={buttonClass()}>
                {t('center.invitations.manage')}
              </ScreenLink>
            }
          />
        </SettingList>
      </FormSection>
      <FormSection title={t('center.captcha.title')} sentence={t('center.captcha.sentence')}>
        <SettingList label={t('center.captcha.title')}>
          <Editable
            {...common}
            title={calls}
            note={
              captcha.isGiven
                ? t('center.captcha.given', { variable: 'SEALWRIGHT_CAPTCHA_URLS' })
                : captcha.urls.join(t('blocks.list.comma'))
            }
            Form={captcha.isGiven ? undefined : formOf(CaptchaForm)}
          />
        </SettingList>
      </FormSection>
      <Messages settings={settings} canTest={canChange} />
      <FormSection title={t('center.limits.title')}>
        <SettingList label={t('center.limits.title')}>
          <SettingRow
            title={`${t('center.limits.trialLicenses')}: ${format.number(trialLicenses)}`}
            note={t('center.limits.trialNote')}
            actions={
              <ScreenLink to="/platform/prices" className={buttonClass()}>
                {t('tariff.menu.prices')}
              </ScreenLink>
            }
          />
        </SettingList>
      </FormSection>
      <FormSection title={t('center.environment.title')} sentence={t('center.environment.sentence')}>
        <SettingList label={t('center.environment.title')}>
          <Environment settings={settings} names={others} />
        </SettingList>
      </FormSection>
    </>
  )
}

export function Screen() {
  const t = usePhrases()
  const { data, error, refetch } = useAnswer(centerDesk.get, {})
  return (
    <SettingsPage title={t('center.titles.settings')} sentence={t('center.sentence')}>
      {data ? (
        <Sections
          settings={data}
          onReload={async () => {
            await refetch()
          }}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <SettingsSkeleton rows={6} />
      )}
    </SettingsPage>
  )
}
