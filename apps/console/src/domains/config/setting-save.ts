// Saves a setting at once and offers to undo it. The session holds settings too, so every answer is asked for again.
import { Refusal, Unreachable } from '@sealwright/client'
import { CONFIG, configCalls } from '@sealwright/contract'
import type { AnswerOf, ConfigKey, ConfigSetting } from '@sealwright/contract'
import { answerKey, callServer } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { isHandledCentrally } from '../../lib/central.ts'
import { toast } from '../../lib/toast.ts'
import { say } from '../../lib/words/i18n.tsx'
import type { usePhrases } from '../../lib/words/i18n.tsx'

type Phrases = ReturnType<typeof usePhrases> | typeof say
type Settings = AnswerOf<typeof configCalls.get>
export type Setting = Settings['settings'][number]

const KEY = answerKey(configCalls.get, {})

/** A value in words. */
export function shown(t: Phrases, key: ConfigKey, value: string): string {
  const { kind }: ConfigSetting = CONFIG[key]
  if (kind === 'switch') return t(value === 'true' ? 'config.on' : 'config.off')
  if (kind === 'networks') return value === '' ? t('config.anywhere') : value
  if (key === 'sessionHours') return t('config.hours', { n: Number(value) })
  if (key === 'confirmIssueAbove') return t('config.count', { n: Number(value) })
  return key === 'pageSize' ? t('config.rows', { n: Number(value) }) : value
}

function show(key: ConfigKey, value: string): void {
  queryClient.setQueryData<Settings>(
    KEY,
    (known) => known && { settings: known.settings.map((one) => (one.key === key ? { ...one, value } : one)) },
  )
}

interface Outcome {
  isSaved: boolean
  /** Absent if the connection was lost, which the stage tells. */
  refusal?: Refusal
}

async function send(key: ConfigKey, value: string, done: () => void): Promise<Outcome> {
  try {
    await callServer(configCalls.update, { key, value })
    done()
    return { isSaved: true }
  } catch (error) {
    if (error instanceof Refusal) return { isSaved: false, refusal: error }
    if (error instanceof Unreachable) return { isSaved: false }
    throw error
  } finally {
    await queryClient.invalidateQueries()
  }
}

/** What was switched and which way. */
function changed(key: ConfigKey, setting: string, value: string): string {
  const { kind }: ConfigSetting = CONFIG[key]
  if (kind === 'switch') return say(value === 'true' ? 'config.turnedOn' : 'config.turnedOff', { setting })
  return say('config.changedTo', { setting, value: shown(say, key, value) })
}

/** Changes a switch or a choice, shows it before the server answers, and lets the person undo it. */
export async function switchTo({ key, value: before }: Setting, value: string): Promise<void> {
  show(key, value)
  const setting = say(`config.fields.${key}`)
  const undo = async () => {
    show(key, before)
    tell(
      await send(key, before, () => toast.success(say('config.undone', { setting, value: shown(say, key, before) }))),
    )
  }
  const tell = ({ refusal }: Outcome) => {
    if (refusal && !isHandledCentrally(refusal)) toast.warning(refusal.message)
  }
  tell(
    await send(key, value, () =>
      toast.success(changed(key, setting, value), { label: say('config.undo'), run: () => void undo() }),
    ),
  )
}

/** Saves a typed value. A refusal is shown at its field. */
export const saveText = (key: ConfigKey, value: string): Promise<Outcome> =>
  send(key, value, () => toast.success(say('config.saved', { setting: say(`config.fields.${key}`) })))
