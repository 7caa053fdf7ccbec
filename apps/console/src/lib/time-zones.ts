// The time zones of the contract as people choose them: "(UTC+08:00) 中国", from west to east. The browser knows the names and the offsets;
// an offset is today's, so that summer time shows. Making the list asks for some two hundred formatters: each language keeps its own.
import { TIME_ZONES } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { LANGUAGE_TAGS, useLanguage } from './i18n.tsx'

export interface TimeZoneOption {
  id: number
  /** The zone's IANA name. */
  zone: string
  label: string
}

function zoneName(zone: string, tag: string, style: 'longOffset' | 'shortGeneric'): string | undefined {
  try {
    return new Intl.DateTimeFormat(tag, { timeZone: zone, timeZoneName: style }).formatToParts(new Date()).find((part) => part.type === 'timeZoneName')?.value
  } catch {
    return undefined // a zone that this browser does not know
  }
}

/** `UTC+08:00`, now. */
function offsetOf(zone: string): string {
  const offset = zoneName(zone, 'en', 'longOffset')?.replace('GMT', '') ?? ''
  return `UTC${offset || '+00:00'}`
}

const cityOf = (zone: string) => zone.slice(zone.lastIndexOf('/') + 1).replaceAll('_', ' ')

/** Chinese has a name of its own for every zone, the place with 时间 behind it; English mixes in abbreviations, and its cities are in the zones' names. */
const PLACES: Record<Locale, (zone: string) => string> = {
  zh: (zone) => {
    const name = zoneName(zone, LANGUAGE_TAGS.zh, 'shortGeneric')
    if (!name?.endsWith('时间')) return cityOf(zone)
    // As lib/countries.ts names them.
    const place = name.slice(0, -2).replace('特别行政区', '')
    return place === '台湾' ? `中国${place}` : place
  },
  en: cityOf,
}

const minutesOf = (offset: string) => {
  const [hours = 0, minutes = 0] = offset.slice(4).split(':').map(Number)
  return (offset.startsWith('UTC-') ? -1 : 1) * (hours * 60 + minutes)
}

const known = new Map<Locale, readonly TimeZoneOption[]>()

export function timeZoneOptions(locale: Locale): readonly TimeZoneOption[] {
  const found =
    known.get(locale) ??
    TIME_ZONES.map(({ id, zone }) => ({ id, zone, offset: offsetOf(zone), place: PLACES[locale](zone) }))
      .toSorted((a, b) => minutesOf(a.offset) - minutesOf(b.offset) || a.place.localeCompare(b.place, LANGUAGE_TAGS[locale]))
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
