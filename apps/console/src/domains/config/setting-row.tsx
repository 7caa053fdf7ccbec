// One setting: its name, what it changes, who changed it last, and its control. Switches and choices are saved at once;
// typed values have a button. Settings that could end sessions or lock people out ask first.
import { CONFIG, LIMITS, initialOf, isConfigValue } from '@sealwright/contract'
import type { ConfigKey, ConfigSetting } from '@sealwright/contract'
import { useId, useState } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { Select } from '../../blocks/control/select.tsx'
import { TextArea, TextInput } from '../../blocks/control/text-input.tsx'
import { SettingRow } from '../../blocks/form/settings-page.tsx'
import { confirm } from '../../lib/dialog/dialog.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { saveText, shown, switchTo } from './setting-save.ts'
import type { Setting } from './setting-save.ts'
import './config.css'

type Phrases = ReturnType<typeof usePhrases>

const [first, second] = LIMITS.billing.reminderDays

/** Asks before a change that affects other people at once. */
async function isWanted(t: Phrases, key: ConfigKey, value: string): Promise<boolean> {
  const isRisky =
    (key === 'secondFactor' && value === 'true') || (key === 'signInNetworks' && value !== '') || key === 'sessionHours'
  if (!isRisky) return true
  return confirm({
    title: t(`config.confirm.${key}Title`, { hours: Number(value) }),
    body: t(`config.confirm.${key}Sentence`),
    confirmText: t(`config.confirm.${key}Action`),
    tone: 'danger',
  })
}

function SwitchControl({ setting, describedBy }: { setting: Setting; describedBy: string }) {
  const t = usePhrases()
  const { key, value } = setting
  const change = async (next: string) => {
    if (await isWanted(t, key, next)) await switchTo(setting, next)
  }
  return (
    <input
      type="checkbox"
      role="switch"
      className="switch"
      aria-label={t(`config.fields.${key}`)}
      aria-describedby={describedBy}
      checked={value === 'true'}
      onChange={(event) => void change(String(event.target.checked))}
    />
  )
}

function ChoiceControl({ setting, choices }: { setting: Setting; choices: readonly string[] }) {
  const t = usePhrases()
  const { key, value } = setting
  return (
    <Select
      aria-label={t(`config.fields.${key}`)}
      className="config-choice"
      value={value}
      options={choices.map((choice) => ({ value: choice, label: shown(t, key, choice) }))}
      onSelect={(chosen) => void switchTo(setting, chosen)}
    />
  )
}

/** A typed value: a number, or one network per line. */
function TypedControl({ setting, describedBy }: { setting: Setting; describedBy: string }) {
  const t = usePhrases()
  const { key, value } = setting
  const declared: ConfigSetting = CONFIG[key]
  const id = useId()
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const text = typed ?? value
  const isNumber = declared.kind === 'number'
  const save = async (next: string) => {
    const given = next.trim()
    if (given !== '' && !isConfigValue(key, given)) {
      setProblem(
        declared.kind === 'number'
          ? t('config.range', { min: declared.min, max: declared.max })
          : t('config.badNetworks'),
      )
      return
    }
    if (!(await isWanted(t, key, given === '' ? initialOf(key) : given))) return
    setSaving(true)
    const { isSaved, refusal } = await saveText(key, given)
    setSaving(false)
    setProblem(refusal?.message)
    if (isSaved) setTyped(undefined)
  }
  const control = {
    id: id,
    'aria-label': t(`config.fields.${key}`),
    'aria-describedby': problem ? `${id}-problem` : describedBy,
    'aria-invalid': problem ? true : undefined,
    value: text,
    onText: (next: string) => {
      setTyped(next)
      setProblem(undefined)
    },
  }
  return (
    <form
      className="config-typed"
      aria-label={t(`config.fields.${key}`)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void save(text)
      }}
    >
      {isNumber ? (
        <TextInput {...control} isNumber className="config-number" />
      ) : (
        <TextArea {...control} rows={4} className="config-networks" placeholder={t('config.anywhere')} />
      )}
      <Button type="submit" isBusy={isSaving} disabled={text.trim() === value}>
        {t('config.save')}
      </Button>
      {problem && (
        <p id={`${id}-problem`} className="field-error" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}

export function ConfigRow({ setting, isReadOnly }: { setting: Setting; isReadOnly: boolean }) {
  const t = usePhrases()
  const format = useFormat()
  const id = useId()
  const { key, value, changedBy, changeTime } = setting
  const declared: ConfigSetting = CONFIG[key]
  const time = changeTime === null ? '' : format.time(changeTime)
  const control = () => {
    if (isReadOnly) return <span className="config-value">{shown(t, key, value)}</span>
    if (declared.kind === 'switch') return <SwitchControl setting={setting} describedBy={id} />
    if (declared.kind === 'choice') return <ChoiceControl setting={setting} choices={declared.choices} />
    return <TypedControl setting={setting} describedBy={id} />
  }
  const isWide = declared.kind === 'networks' && !isReadOnly
  return (
    <SettingRow
      title={t(`config.fields.${key}`)}
      note={
        <div className="config-note">
          <p id={id}>{t(`config.settings.${key}`, { first, second, days: LIMITS.session.maxDays })}</p>
          <p>
            <span>{t('config.initial', { value: shown(t, key, initialOf(key)) })}</span>
            <span>
              {changeTime === null
                ? t('config.unchanged')
                : changedBy === null
                  ? t('config.changedByNobody', { time })
                  : t('config.changed', { name: changedBy, time })}
            </span>
          </p>
        </div>
      }
      actions={isWide ? undefined : control()}
    >
      {isWide && control()}
    </SettingRow>
  )
}
