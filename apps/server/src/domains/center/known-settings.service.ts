// The settings of the center as this process knows them, for code that cannot wait: sentences, documents and the
// captcha. A process looks every second whether another one has changed them. While the database does not answer, the
// last known settings stay.
import type { CenterFace, Locale } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type { Logger } from 'pino'
import { outageOf } from '../../kernel/db/database.ts'
import type { Database } from '../../kernel/db/database.ts'
import { readSettings } from './center.queries.ts'
import type { SettingRow } from './center.queries.ts'

const LOOK_MS = 1_000

export interface KnownSettings {
  known(): SettingRow
  /** The names and the logo, as documents bring them. Undefined if nothing is set. */
  face(): CenterFace | undefined
  /** Reads them again, after a change. */
  load(): Promise<void>
  start(): void
  stop(): void
}

export async function openSettings({ database, log }: { database: Database; log: Logger }): Promise<KnownSettings> {
  const read = () => database.asOwner(readSettings)
  let known = await read()
  let timer: NodeJS.Timeout | undefined
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    try {
      known = await read()
    } catch (error) {
      log.warn(outageOf(error), 'the settings of the center could not be read')
    } finally {
      isLooking = false
    }
  }
  return {
    known: () => known,
    face() {
      const { name_zh, name_en, logo_version } = known
      if (name_zh === null && name_en === null && logo_version === null) return undefined
      return {
        ...(name_zh !== null && { zh: name_zh }),
        ...(name_en !== null && { en: name_en }),
        ...(logo_version !== null && { logo: logo_version }),
      }
    },
    async load() {
      known = await read()
    },
    start() {
      timer ??= setInterval(() => void look(), LOOK_MS).unref()
    },
    stop() {
      clearInterval(timer)
      timer = undefined
    },
  }
}

const IDEOGRAPH = /\p{Script=Han}/u

/**
 * Sentences that know the name of the center: the parameter `center`. The phrases set it off with spaces, which a
 * Chinese name in a Chinese sentence does not need.
 */
export function withCenterName(say: Sentences, locale: Locale, nameOf: () => string): Sentences {
  const named = (key: string, params?: Parameters<Sentences>[1]) => {
    const center = nameOf()
    const text = say(key, { center, ...params })
    if (locale !== 'zh' || !IDEOGRAPH.test(center.at(0) ?? '') || !IDEOGRAPH.test(center.at(-1) ?? '')) return text
    return text.replaceAll(` ${center}`, center).replaceAll(`${center} `, center)
  }
  return Object.assign(named, { has: say.has })
}
