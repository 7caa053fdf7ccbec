// The names of the time zones. Apart from the other phrases, since hardly any page shows one: where one is chosen, it
// comes along.
import type { Locale } from '@sealwright/contract'
import { zones as en } from './en/zones.ts'
import { zones as zhCn } from './zh-cn/zones.ts'

export const ZONE_NAMES: Readonly<Record<Locale, Readonly<Record<string, string>>>> = { zh: zhCn, en }
