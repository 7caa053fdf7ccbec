// The contract's time zones as options such as "(UTC+08:00) 上海", from west to east. The offsets come from the browser
// and include daylight saving time. The list needs a hundred formatters, so it is cached per language.
import { LANGUAGE_TAGS, TIME_ZONES } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { zoneName } from '@sealwright/phrases/zones'
import { useLanguage } from './i18n.tsx'

export interface TimeZoneOption {
  id: number
  /** The zone's IANA name. */
  zone: string
  label: string
}

/** The current offset, such as `UTC+08:00`. */
function offsetOf(zone: string): string {
  try {
    const parts = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' }).formatToParts(
      new Date(),
    )
    const offset = parts.find((part) => part.type === 'timeZoneName')?.value.replace('GMT', '')
    return `UTC${offset || '+00:00'}`
  } catch {
    return 'UTC+00:00' // a zone that this browser does not know
  }
}

const minutesOf = (offset: string) => {
  const [hours = 0, minutes = 0] = offset.slice(4).split(':').map(Number)
  return (offset.startsWith('UTC-') ? -1 : 1) * (hours * 60 + minutes)
}

const known = new Map<Locale, readonly TimeZoneOption[]>()

export function timeZoneOptions(locale: Locale): readonly TimeZoneOption[] {
  const found =
    known.get(locale) ??
    TIME_ZONES.map(({ id, zone }) => ({ id, zone, offset: offsetOf(zone), place: zoneName(locale, zone) }))
      .toSorted(
        (a, b) => minutesOf(a.offset) - minutesOf(b.offset) || a.place.localeCompare(b.place, LANGUAGE_TAGS[locale]),
      )
      .map(({ id, zone, offset, place }) => ({ id, zone, label: `(${offset}) ${place}` }))
  known.set(locale, found)
  return found
}

/** In the language of the page. */
export function useTimeZoneOptions(): readonly TimeZoneOption[] {
  return timeZoneOptions(useLanguage((language) => language.locale))
}

/** The label of one zone, known to the contract or not. */
export function useTimeZoneLabel(zone: string): string {
  return useTimeZoneOptions().find((option) => option.zone === zone)?.label ?? zone
}
