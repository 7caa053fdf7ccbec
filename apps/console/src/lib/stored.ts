// What the console keeps in the browser. Every name is created by `stored`, here or, for lists, by `storedFor` in
// blocks/list/list-memory.ts. The names of specification section 3 are fixed, because other programs on the same page
// read them. Values are checked when read, because anyone can write to storage: invalid values read as undefined. If
// storage is forbidden (private windows, policies), values live as long as the page.
import { DEVELOPER_STATUSES, LANGUAGE_MARK, LIMITS, LOCALES, TIME_FORMATS } from '@sealwright/contract'
import type { Locale, TimeFormat } from '@sealwright/contract'
import { useSyncExternalStore } from 'react'
import { LOGIN_PATH, REGISTER_PATH, tablePath } from './place/go.ts'

export type Place = 'local' | 'session'
/** Turns the parsed JSON (or the plain text) of a stored value into the value; undefined if it is invalid. */
export type Reader<T> = (raw: unknown) => T | undefined

const fallback = { local: new Map<string, string>(), session: new Map<string, string>() }
const listeners = new Map<string, Set<() => void>>()

function storageOf(place: Place): Storage | undefined {
  try {
    return place === 'local' ? globalThis.localStorage : globalThis.sessionStorage
  } catch {
    return undefined
  }
}

function readText(place: Place, name: string): string | null {
  try {
    return storageOf(place)?.getItem(name) ?? fallback[place].get(name) ?? null
  } catch {
    return fallback[place].get(name) ?? null
  }
}

function writeText(place: Place, name: string, text: string | null): void {
  fallback[place].delete(name)
  try {
    const storage = storageOf(place)
    if (!storage) throw new Error('no storage')
    if (text === null) storage.removeItem(name)
    else storage.setItem(name, text)
  } catch {
    if (text !== null) fallback[place].set(name, text)
  }
  for (const listener of listeners.get(name) ?? []) listener()
}

export interface Stored<T> {
  readonly name: string
  get(): T | undefined
  set(value: T): void
  remove(): void
  /** Calls back when the value changes, here or in another tab. */
  subscribe(listener: () => void): () => void
}

export function stored<T>(place: Place, name: string, spelling: 'text' | 'json', read: Reader<T>): Stored<T> {
  let seenText: string | null = null
  let seenValue: T | undefined
  return {
    name,
    get() {
      const text = readText(place, name)
      // The same text returns the same object: otherwise subscribed components would render endlessly.
      if (text === seenText) return seenValue
      seenText = text
      seenValue = undefined
      if (text === null) return undefined
      try {
        const raw: unknown = spelling === 'text' ? text : JSON.parse(text)
        seenValue = read(raw)
      } catch {
        seenValue = undefined
      }
      return seenValue
    },
    set: (value) => writeText(place, name, spelling === 'text' ? String(value) : JSON.stringify(value)),
    remove: () => writeText(place, name, null),
    subscribe(listener) {
      const own = listeners.get(name) ?? new Set()
      listeners.set(name, own.add(listener))
      const onStorage = (event: StorageEvent) => {
        if (event.key === name || event.key === null) listener()
      }
      globalThis.addEventListener?.('storage', onStorage)
      return () => {
        own.delete(listener)
        globalThis.removeEventListener?.('storage', onStorage)
      }
    },
  }
}

/** One value for each person, or for each list of a person, so that the next person in this browser starts clean. */
export function storedFor<T>(place: Place, kind: string, read: Reader<T>) {
  const made = new Map<string, Stored<T>>()
  return (accountId: string, list?: string): Stored<T> => {
    const name = [kind, accountId, list].filter(Boolean).join('.')
    const value = made.get(name) ?? stored(place, name, 'json', read)
    made.set(name, value)
    return value
  }
}

export const isObject = (raw: unknown): raw is Record<string, unknown> =>
  typeof raw === 'object' && raw !== null && !Array.isArray(raw)

export const textUpTo =
  (max: number): Reader<string> =>
  (raw) =>
    typeof raw === 'string' && raw.length > 0 && raw.length <= max ? raw : undefined

export const oneOf =
  <const T extends readonly string[]>(values: T): Reader<T[number]> =>
  (raw) =>
    values.find((value) => value === raw)

export const listOf =
  <T>(item: Reader<T>): Reader<T[]> =>
  (raw) => {
    if (!Array.isArray(raw)) return undefined
    const items = raw.map((entry: unknown) => item(entry))
    return items.every((entry): entry is T & NonNullable<T> => entry !== undefined) ? items : undefined
  }

/** An object with all of these fields. Further ones are left out. */
const objectOf =
  <T extends object>(fields: { [Name in keyof T]: Reader<T[Name]> }): Reader<T> =>
  (raw) => {
    if (!isObject(raw)) return undefined
    const values = Object.entries<Reader<unknown>>(fields).map(([name, read]) => [name, read(raw[name])] as const)
    if (values.some(([, value]) => value === undefined)) return undefined
    return Object.fromEntries(values) as T // each field was read
  }

const text: Reader<string> = (raw) => (typeof raw === 'string' ? raw : undefined)
const wholeNumber: Reader<number> = (raw) => (typeof raw === 'number' && Number.isInteger(raw) ? raw : undefined)
const costs = listOf(objectOf({ value: text, text, desc: text }))
const names = listOf(textUpTo(200))
const locale = oneOf(LOCALES)

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const STORED = {
  /** The session handle. */
  ssId: stored('local', 'ssId', 'text', textUpTo(200)),
  /** The hashed properties of this browser, and the fingerprint derived from them, which calls carry. */
  fp2: stored('local', 'fp2', 'text', textUpTo(64)),
  fingerprint: stored('local', 'fingerprint', 'text', textUpTo(64)),
  timeFormat: stored<TimeFormat>('local', 'timeFormat', 'text', oneOf(TIME_FORMATS)),
  /** The page size of tables. Card sizes follow the window and are not stored. */
  pageSize: stored<number>('local', 'pageSize', 'json', (raw) => LIMITS.page.tableSizes.find((size) => size === raw)),
  /** Section 6: the menu privileges are stored. */
  menuPrivilege: stored('local', 'menuPrivilege', 'json', names),
  smartTemplatePrivilege: stored('local', 'smartTemplatePrivilege', 'json', names),
  smartLicensePrivilege: stored('local', 'smartLicensePrivilege', 'json', names),
  devType: stored('local', 'devType', 'json', wholeNumber),
  devInfo: stored('local', 'devInfo', 'json', objectOf({ status: oneOf(DEVELOPER_STATUSES), displayName: text })),
  developerConfig: stored('local', 'developerConfig', 'json', listOf(objectOf({ key: text, value: text }))),
  costType: stored('local', 'costType', 'json', objectOf({ cloud_license: costs, soft_license: costs })),
  groupConcurrentTypes: stored('local', 'groupConcurrentTypes', 'json', listOf(objectOf({ value: text, label: text }))),
  /** The prices for a number of users between both limits. */
  priceTiers: stored(
    'local',
    'priceTiers',
    'json',
    listOf(objectOf({ lowLimit: wholeNumber, topLimit: wholeNumber, price: listOf(wholeNumber) })),
  ),
  /** Paths that require a captcha, for this session. */
  verifyUrlList: stored('session', 'verifyUrlList', 'json', names),
  /** The view (card or table) chosen for each list, for this session. */
  tempPageActive: stored<Record<string, 'card' | 'table'>>('session', 'tempPageActive', 'json', (raw) =>
    isObject(raw)
      ? Object.fromEntries(
          Object.entries(raw).filter(
            (entry): entry is [string, 'card' | 'table'] => entry[1] === 'card' || entry[1] === 'table',
          ),
        )
      : undefined,
  ),
  spreadCode: stored('local', 'spreadCode', 'text', textUpTo(LIMITS.account.promotionCodeMax)),
  bd_log_query: stored('local', 'bd_log_query', 'text', textUpTo(500)),
  source_keyword: stored('local', 'source_keyword', 'text', textUpTo(200)),

  // Not in the specification: how the person left the console.
  theme: stored<Theme>('local', 'theme', 'text', oneOf(THEMES)),
  /** The language that the person chose, here or on their account; undefined without a choice. */
  locale: stored<Locale>('local', 'locale', 'text', locale),
  /** The language of the message whose link opened this tab. */
  messageLocale: stored<Locale>('session', 'messageLocale', 'text', locale),
  /** The end of the service fee whose warning the person dismissed. */
  feeWarned: stored('session', 'feeWarned', 'text', textUpTo(40)),
} as const

export function useStored<T>(value: Stored<T>): T | undefined {
  return useSyncExternalStore(value.subscribe, value.get, () => undefined)
}

/** Values of the person, which are removed at sign-out. Values of the browser stay. */
const OF_THE_SESSION = [
  'ssId',
  'menuPrivilege',
  'smartTemplatePrivilege',
  'smartLicensePrivilege',
  'devType',
  'devInfo',
  'developerConfig',
  'costType',
  'groupConcurrentTypes',
  'priceTiers',
  'verifyUrlList',
  'tempPageActive',
  'feeWarned',
] as const

export function forgetSession(): void {
  for (const name of OF_THE_SESSION) STORED[name].remove()
}

const ENTRANCES: readonly string[] = ['/', LOGIN_PATH, REGISTER_PATH]

/**
 * Stores the parameters of an advertisement or promotion link at the first load, for a later registration. Behind the
 * sign-in, `keyword` is the filter of a list.
 */
export function keepEntryParameters({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const given = new URLSearchParams(search)
  const code = given.get('code')
  const click = given.get('bd_vid')
  const keyword = given.get('keyword')
  if (code && code.length <= LIMITS.account.promotionCodeMax) STORED.spreadCode.set(code)
  if (click && click.length <= 500) STORED.bd_log_query.set(click)
  if (keyword && keyword.length <= 200 && ENTRANCES.includes(tablePath(pathname))) STORED.source_keyword.set(keyword)
}

/** Stores the language of the message whose link was opened, for the following pages in this tab. */
export function keepMessageLocale(hash: string): void {
  const written = locale(new URLSearchParams(hash.slice(1)).get(LANGUAGE_MARK))
  if (written) STORED.messageLocale.set(written)
}
