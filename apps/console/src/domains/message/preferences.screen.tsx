// How the person gets messages: the way of each kind, quiet hours, and one mail a day. A choice is saved at once.
import { Refusal } from '@sealwright/client'
import { MESSAGE_WAYS, messageCalls } from '@sealwright/contract'
import type { AnswerOf, MessageWay, PayloadOf } from '@sealwright/contract'
import { useId } from 'react'
import { Select } from '../../blocks/control/select.tsx'
import { ErrorState } from '../../blocks/control/states.tsx'
import { FormSection } from '../../blocks/form/form-section.tsx'
import { SettingList, SettingRow, SettingsPage, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { SwitchLine } from '../../blocks/form/switch-field.tsx'
import { answerKey, callServer, useAnswer } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { isHandledCentrally } from '../../lib/central.ts'
import { useSession } from '../../lib/session/session.tsx'
import { toast } from '../../lib/toast.ts'
import { say, usePhrases } from '../../lib/words/i18n.tsx'
import './message.css'

type Preferences = AnswerOf<typeof messageCalls.preferences>
type Change = PayloadOf<typeof messageCalls.updatePreferences>

/** What the switches turn on. */
const FIRST_QUIET = { from: '22:00', until: '08:00' }
const FIRST_DAILY = 9
const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const FULL_HOURS = HOURS.map((hour) => ({ value: `${hour}:00`, label: `${hour}:00` }))
/** Full hours, and the present value if another program set one in between. */
const clockOptions = (value: string) =>
  FULL_HOURS.some((hour) => hour.value === value) ? FULL_HOURS : [{ value, label: value }, ...FULL_HOURS]

const KEY = answerKey(messageCalls.preferences, {})

/** Shows the change at once; `done` says it when it is saved. Changes that follow each other quickly are all sent. */
async function save(change: Change, done: string): Promise<void> {
  const { ways = [], ...hours } = change
  queryClient.setQueryData<Preferences>(
    KEY,
    (known) =>
      known && {
        ...known,
        ...hours,
        ways: known.ways.map((one) => ways.find(({ kind }) => kind === one.kind) ?? one),
      },
  )
  try {
    await callServer(messageCalls.updatePreferences, change)
    toast.success(done)
  } catch (error) {
    if (error instanceof Refusal && !isHandledCentrally(error)) toast.warning(error.message)
    await queryClient.invalidateQueries({ queryKey: KEY })
  }
}

const changed = (setting: string, value: string) => say('message.preferences.saved', { setting, value })
const turned = (name: 'quiet' | 'daily', isOn: boolean) =>
  say(isOn ? 'message.preferences.turnedOn' : 'message.preferences.turnedOff', {
    setting: say(`message.preferences.${name}`),
  })
const span = (from: string, until: string) => changed(say('message.preferences.quiet'), `${from} – ${until}`)

interface PartProps {
  preferences: Preferences
  isReadOnly: boolean
}

function Ways({ preferences: { ways }, isReadOnly }: PartProps) {
  const t = usePhrases()
  const options = MESSAGE_WAYS.map((way) => ({ value: way, label: t(`message.preferences.way.${way}`) }))
  return (
    <SettingList label={t('message.preferences.ways')}>
      {ways.map(({ kind, way }) => {
        const label = t(`message.kinds.${kind}.label`)
        return (
          <SettingRow
            key={kind}
            title={label}
            actions={
              <Select
                aria-label={t('message.preferences.wayOf', { kind: label })}
                className="message-way"
                value={way}
                options={options}
                disabled={isReadOnly}
                onSelect={(chosen) => {
                  const now = chosen as MessageWay // one of the options
                  void save({ ways: [{ kind, way: now }] }, changed(label, t(`message.preferences.way.${now}`)))
                }}
              />
            }
          />
        )
      })}
    </SettingList>
  )
}

interface HourProps {
  label: string
  value: string
  isReadOnly: boolean
  onSelect: (value: string) => void
}

function Hour({ label, value, isReadOnly, onSelect }: HourProps) {
  const id = useId()
  return (
    <div className="field message-hour">
      <label className="field-label" htmlFor={id}>
        {label}
      </label>
      <Select id={id} value={value} options={clockOptions(value)} disabled={isReadOnly} onSelect={onSelect} />
    </div>
  )
}

function MailHours({ preferences: { quietHours, dailyHour }, isReadOnly }: PartProps) {
  const t = usePhrases()
  return (
    <>
      <SwitchLine
        label={t('message.preferences.quiet')}
        help={t('message.preferences.quietHelp')}
        isOn={quietHours !== null}
        onSwitch={(isOn) => !isReadOnly && void save({ quietHours: isOn ? FIRST_QUIET : null }, turned('quiet', isOn))}
      />
      {quietHours && (
        <div className="message-hours">
          <Hour
            label={t('message.preferences.quietFrom')}
            value={quietHours.from}
            isReadOnly={isReadOnly}
            onSelect={(value) =>
              void save({ quietHours: { ...quietHours, from: value } }, span(value, quietHours.until))
            }
          />
          <Hour
            label={t('message.preferences.quietUntil')}
            value={quietHours.until}
            isReadOnly={isReadOnly}
            onSelect={(value) =>
              void save({ quietHours: { ...quietHours, until: value } }, span(quietHours.from, value))
            }
          />
        </div>
      )}
      <SwitchLine
        label={t('message.preferences.daily')}
        help={t('message.preferences.dailyHelp')}
        isOn={dailyHour !== null}
        onSwitch={(isOn) => !isReadOnly && void save({ dailyHour: isOn ? FIRST_DAILY : null }, turned('daily', isOn))}
      />
      {dailyHour !== null && (
        <div className="message-hours">
          <Hour
            label={t('message.preferences.dailyHour')}
            value={`${HOURS[dailyHour]}:00`}
            isReadOnly={isReadOnly}
            onSelect={(value) =>
              void save({ dailyHour: Number(value.slice(0, 2)) }, changed(t('message.preferences.daily'), value))
            }
          />
        </div>
      )}
    </>
  )
}

export function Screen() {
  const t = usePhrases()
  const { viewAs } = useSession()
  const { data, error, refetch } = useAnswer(messageCalls.preferences, {})
  const content = () => {
    if (!data)
      return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={6} />
    const part = { preferences: data, isReadOnly: viewAs !== null }
    return (
      <>
        <FormSection title={t('message.preferences.ways')} sentence={t('message.preferences.waysSentence')}>
          <Ways {...part} />
        </FormSection>
        <FormSection
          title={t('message.preferences.mails')}
          sentence={t('message.preferences.mailsSentence', { zone: data.timeZone })}
        >
          <MailHours {...part} />
        </FormSection>
      </>
    )
  }
  return (
    <SettingsPage title={t('message.titles.preferences')} sentence={t('message.preferences.sentence')}>
      {content()}
    </SettingsPage>
  )
}
