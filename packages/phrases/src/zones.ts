// The names of the time zones. Apart from the other phrases, since hardly any page shows one: where one is chosen, it
// comes along. A zone without a name here is called by its city: `Asia/Hong_Kong` is Hong Kong.
import type { Locale } from '@sealwright/contract'
import { zones as en } from './en/zones.ts'
import { zones as zhCn } from './zh-cn/zones.ts'

export const ZONE_NAMES: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { zh: zhCn, en }

/** What people call a zone in this language. */
export const zoneName = (locale: Locale, zone: string): string =>
  ZONE_NAMES[locale][zone] ?? zone.replace(/.*\//, '').replaceAll('_', ' ')
