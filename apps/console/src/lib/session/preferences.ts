// Stored preferences: language, time format, time zone and page size, in this browser and on the server, for the
// person's other browsers. The theme is in theme.ts.
import { DEFAULT_TIME_FORMAT, LIMITS, zoneOf } from '@sealwright/contract'
import type { Locale, TimeFormat } from '@sealwright/contract'
import { useCallback } from 'react'
import { queryClient } from '../call/query-client.ts'
import { STORED, useStored } from '../stored.ts'
import { surface } from '../surface.ts'
import type { Person, Preferences } from '../surface.ts'
import { toast } from '../toast.ts'
import { say, showLanguage, showTimeZone, useLanguage } from '../words/i18n.tsx'

/** Failures are ignored: the browser has the preference, and the next change reaches the server. */
async function keepOnServer(preferences: Preferences): Promise<void> {
  if (!surface().handle.get()) return
  try {
    await surface().keepPreferences(preferences)
  } catch {
    // Session and connection failures are handled centrally.
  }
}

/** The language was chosen before sign-in and is not saved to an account yet. */
let isLocaleChosenHere = false

export async function chooseLocale(locale: Locale): Promise<void> {
  try {
    await showLanguage(locale)
  } catch {
    toast.warning(say('shell.failed.partNotLoaded'))
    return
  }
  // Another language was chosen while this one was loading.
  if (useLanguage.getState().locale !== locale) return
  STORED.locale.set(locale)
  if (!surface().handle.get()) isLocaleChosenHere = true
  await keepOnServer({ locale })
  // Some labels come from the server (billing modes): load them again in the new language.
  if (surface().handle.get()) await queryClient.invalidateQueries()
}

/** After sign-in: shows the person's language, unless they have just chosen another one on the sign-in page. */
export async function adoptSessionLocale(session: Pick<Person, 'locale'>): Promise<void> {
  const isTheirChoice = isLocaleChosenHere
  isLocaleChosenHere = false
  const { locale } = useLanguage.getState()
  if (!isTheirChoice) {
    if (session.locale !== locale) {
      await showLanguage(session.locale)
      // The screen's first answer was requested with the session, so its labels are in the other language.
      void queryClient.invalidateQueries()
    }
    STORED.locale.set(session.locale)
  } else if (session.locale !== locale) await keepOnServer({ locale })
}

export function useTimeFormat(): [TimeFormat, (format: TimeFormat) => void] {
  const format = useStored(STORED.timeFormat) ?? DEFAULT_TIME_FORMAT
  return [
    format,
    useCallback((next) => {
      STORED.timeFormat.set(next)
      void keepOnServer({ timeFormat: next })
    }, []),
  ]
}

/** From now on, all times on the page are shown in this zone. */
export function chooseTimeZone(timeZoneId: number): void {
  showTimeZone(zoneOf(timeZoneId))
  void keepOnServer({ timeZoneId })
}

/** The page size of tables, outside of components. */
export const tablePageSize = (): number => STORED.pageSize.get() ?? LIMITS.page.tableSizes[0]

export function useTablePageSize(): [number, (size: number) => void] {
  const size = useStored(STORED.pageSize) ?? LIMITS.page.tableSizes[0]
  return [
    size,
    useCallback((next) => {
      if (!LIMITS.page.tableSizes.some((allowed) => allowed === next)) return
      STORED.pageSize.set(next)
      void keepOnServer({ pageSize: next })
    }, []),
  ]
}
