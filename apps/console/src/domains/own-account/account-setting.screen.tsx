// The account settings: profile and preferences. A button saves the name; a preference is saved as soon as it changes.
import { DEV_TYPES, LIMITS, LOCALES, TIME_FORMATS, ownAccountCalls } from '@sealwright/contract'
import type { Locale, TimeFormat } from '@sealwright/contract'
import { useEffect, useId, useState } from 'react'
import type { ReactNode } from 'react'
import { Select } from '../../blocks/control/select.tsx'
import { FactList } from '../../blocks/detail/fact-list.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { InlineForm } from '../../blocks/form/inline-form.tsx'
import { SettingsPage } from '../../blocks/form/settings-page.tsx'
import { useAct } from '../../lib/call/client.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { chooseLocale, chooseTimeZone, useTablePageSize, useTimeFormat } from '../../lib/session/preferences.ts'
import { roleOf, useSession } from '../../lib/session/session.tsx'
import { surface } from '../../lib/surface.ts'
import { toast } from '../../lib/toast.ts'
import { useFormat, useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import { useTimeZoneOptions } from '../../lib/words/time-zones.ts'
import { Membership } from './membership.tsx'
import './own-account.css'

const PROFILE = ownAccountCalls.updateProfile.payload.shape
const spellProfile = (values: { userName: string }) => ({ ...values })

function Profile() {
  const t = usePhrases()
  const session = useSession()
  const { account, developer } = session
  const form = useForm({
    domain: 'identity',
    fields: PROFILE,
    initial: { userName: account.userName ?? '' },
    spell: spellProfile,
  })
  const update = useAct(ownAccountCalls.updateProfile, {
    showsRefusal: true,
    onDone: () => {
      form.restart(form.values)
      toast.success(t('ownAccount.account.saved'))
    },
  })
  return (
    <>
      <InlineForm
        form={form}
        saveText={t('ownAccount.account.save')}
        isSaving={update.isActing}
        refusal={update.refusal}
        onSave={(values) => (form.isDirty() ? void update.act(values) : toast.info(t('ownAccount.account.unchanged')))}
      >
        <TextField form={form} name="userName" help={t('ownAccount.account.userNameHelp')} autoComplete="name" />
      </InlineForm>
      <FactList
        facts={[
          { label: t('identity.fields.email'), value: account.email ?? t('ownAccount.account.notBound') },
          { label: t('identity.fields.mobile'), value: account.mobile ?? t('ownAccount.account.notBound') },
          { label: t('ownAccount.account.role'), value: t(roleOf(session)) },
          { label: t('ownAccount.account.developer'), value: developer.name },
        ]}
      />
      <ScreenLink to="/security" className="own-account-link">
        {t('ownAccount.account.toSecurity')}
      </ScreenLink>
    </>
  )
}

function Choice({
  label,
  help,
  children,
}: {
  label: string
  help?: string
  children: (control: { id: string; 'aria-describedby': string | undefined }) => ReactNode
}) {
  const id = useId()
  return (
    <div className="field">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      {children({ id, 'aria-describedby': help && `${id}-note` })}
      {help && (
        <div className="field-foot">
          <div id={`${id}-note`} className="field-note">
            {help}
          </div>
        </div>
      )}
    </div>
  )
}

/** The current time, updated every second for the examples of the time formats. */
function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

function TimeFormats() {
  const t = usePhrases()
  const name = useId()
  const now = useNow()
  const { timeAs } = useFormat()
  const [chosen, choose] = useTimeFormat()
  return (
    <fieldset className="field" aria-describedby={`${name}-note`}>
      <legend className="field-label">{t('identity.fields.timeFormat')}</legend>
      <div className="choices">
        {TIME_FORMATS.map((format: TimeFormat) => (
          <label key={format} className="choice">
            <input
              type="radio"
              name={name}
              value={format}
              checked={format === chosen}
              onChange={() => choose(format)}
            />
            <span className="sw-tabular">{timeAs(now, format)}</span>
          </label>
        ))}
      </div>
      <div className="field-foot">
        <div id={`${name}-note`} className="field-note">
          {t('ownAccount.account.timeFormatHelp')}
        </div>
      </div>
    </fieldset>
  )
}

/** In fen, in the list of choices. */
const CONFIRM_ABOVE = [0, 10_000, 50_000, 100_000, 500_000, 1_000_000]
const NEVER = 'never'

/** A failure of the session or the connection is handled centrally. */
const chooseConfirmAbove = (confirmAboveFen: number | null) =>
  void surface()
    .keepPreferences({ confirmAboveFen })
    .catch(() => undefined)

/** Integrators see no prices, so nothing asks them about an amount. */
function ConfirmAbove() {
  const t = usePhrases()
  const { money } = useFormat()
  const { confirmAboveFen, developer } = useSession()
  if (developer.devType === DEV_TYPES.integrator) return null
  const amounts = new Set(confirmAboveFen === null ? CONFIRM_ABOVE : [...CONFIRM_ABOVE, confirmAboveFen])
  return (
    <Choice label={t('identity.fields.confirmAboveFen')} help={t('ownAccount.account.confirmAboveHelp')}>
      {(control) => (
        <Select
          {...control}
          value={String(confirmAboveFen ?? NEVER)}
          options={[
            ...[...amounts]
              .toSorted((a, b) => a - b)
              .map((fen) => ({
                value: String(fen),
                label:
                  fen === 0
                    ? t('ownAccount.account.confirmAlways')
                    : t('ownAccount.account.confirmAbove', { amount: money(fen) }),
              })),
            { value: NEVER, label: t('ownAccount.account.confirmNever') },
          ]}
          onSelect={(chosen) => chooseConfirmAbove(chosen === NEVER ? null : Number(chosen))}
        />
      )}
    </Choice>
  )
}

function Preferences() {
  const t = usePhrases()
  const locale = useLanguage((language) => language.locale)
  const { timeZoneId } = useSession()
  const [pageSize, choosePageSize] = useTablePageSize()
  const zones = useTimeZoneOptions()
  return (
    <>
      <div className="field-row">
        <Choice label={t('identity.fields.locale')}>
          {(control) => (
            <Select
              {...control}
              value={locale}
              options={LOCALES.map((name) => ({ value: name, label: t(`shell.locales.${name}`) }))}
              onSelect={(name) => void chooseLocale(name as Locale)} // one of the options
            />
          )}
        </Choice>
        <Choice label={t('identity.fields.timeZone')}>
          {(control) => (
            <Select
              {...control}
              value={String(timeZoneId)}
              options={zones.map(({ id, label }) => ({ value: String(id), label }))}
              onSelect={(id) => chooseTimeZone(Number(id))}
            />
          )}
        </Choice>
      </div>
      <TimeFormats />
      <Choice label={t('identity.fields.pageSize')} help={t('ownAccount.account.pageSizeHelp')}>
        {(control) => (
          <Select
            {...control}
            value={String(pageSize)}
            options={LIMITS.page.tableSizes.map((size) => ({
              value: String(size),
              label: t('ownAccount.account.pageSizeOption', { size }),
            }))}
            onSelect={(size) => choosePageSize(Number(size))}
          />
        )}
      </Choice>
      <ConfirmAbove />
    </>
  )
}

export function Screen() {
  const t = usePhrases()
  return (
    <SettingsPage title={t('ownAccount.titles.account')} sentence={t('ownAccount.account.sentence')}>
      <FormSection title={t('ownAccount.account.profile')} sentence={t('ownAccount.account.profileSentence')}>
        <Profile />
      </FormSection>
      <FormSection title={t('ownAccount.account.preferences')} sentence={t('ownAccount.account.preferencesSentence')}>
        <Preferences />
      </FormSection>
      <Membership />
    </SettingsPage>
  )
}
