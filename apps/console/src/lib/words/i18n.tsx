// Phrases and formats of the current language. Only that language is loaded, and only the units of the screens opened
// so far (phrase-units.ts). Switching needs no reload. `preferences.ts` saves the choice on the server. Phrases are
// also available outside of components (`say`), for the toasts of central error handling.
import type { Locale, TimeFormat } from '@sealwright/contract'
import {
  DEFAULT_LOCALE,
  DEFAULT_TIME_FORMAT,
  LANGUAGE_TAGS,
  LOCALES,
  daysUntil,
  ownTimeZone,
  wallTime,
  yuanText,
} from '@sealwright/contract'
import { sentences } from '@sealwright/phrases'
import type { Phrases, Sentences } from '@sealwright/phrases'
import { createContext, useContext, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { MessageKeys, NestedKeyOf } from 'use-intl/core'
import { IntlProvider, useTranslations } from 'use-intl/react'
import { create } from 'zustand'
import { loadInTime } from '../load-in-time.ts'
import { STORED, keepMessageLocale, useStored } from '../stored.ts'
import { numberText } from './number-text.ts'
import { loadUnit } from './phrase-units.ts'

type Source = typeof import('@sealwright/phrases/zh-cn').zhCn

declare module 'use-intl/core' {
  interface AppConfig {
    Messages: Source
    Locale: Locale
  }
}

/** Any phrase key, such as `product.fields.name`. */
export type PhraseKey = MessageKeys<Source, NestedKeyOf<Source>>
/** `t('product.fields.name')`: the key and its parameters are checked by the compiler. */
export type Translate = ReturnType<typeof useNewPhrases>

interface Language {
  locale: Locale
  messages: Phrases | undefined
  /** The first phrases could not be loaded. */
  isWordless: boolean
  say: Sentences
  /** Undefined means the browser's time zone. */
  timeZone: string | undefined
}

const silent: Sentences = Object.assign((key: string) => key, { has: () => false })

/** The chosen language, else the language of the message whose link was opened, else the given one. */
const firstLocale = (otherwise: Locale = DEFAULT_LOCALE): Locale =>
  STORED.locale.get() ?? STORED.messageLocale.get() ?? otherwise

export const useLanguage = create<Language>(() => ({
  locale: firstLocale(),
  messages: undefined,
  isWordless: false,
  say: silent,
  timeZone: undefined,
}))

/** The unit of the frame around the screens. */
export const SHELL_UNIT = 'shell'

let coming: Promise<unknown> | undefined
/** The units in use, and those loaded in the shown language. */
const wanted = new Set<string>()
let spoken: readonly string[] = []
/** The shown language, or the one that is loading. */
let target: Locale | undefined

/** Waits for the first phrases if they are still loading: before that, `say` returns bare keys. */
export async function phrasesArrived(): Promise<void> {
  if (!useLanguage.getState().messages) await coming?.catch(() => undefined) // reported to the caller that loads them
}

type Tree = { readonly [key: string]: Tree | string | readonly unknown[] }
const isBranch = (value: Tree[string] | undefined): value is Tree => typeof value === 'object' && !Array.isArray(value)

/** Units overlap: several domains may use a phrase of another domain. */
function joined(a: Tree, b: Tree): Tree {
  const both: Record<string, Tree[string]> = { ...a }
  for (const [key, value] of Object.entries(b)) {
    const known = both[key]
    both[key] = isBranch(known) && isBranch(value) ? joined(known, value) : value
  }
  return both
}

/**
 * Shows this language once its phrases are loaded. Of two concurrent requests the later one wins, whichever arrives
 * last.
 */
export async function showLanguage(locale: Locale): Promise<void> {
  target = locale
  const units = wanted.size > 0 ? [...wanted] : [SHELL_UNIT]
  const own = loadInTime(() => Promise.all(units.map((unit) => loadUnit(locale, unit))))
  coming = own
  const parts = await own.catch((error: unknown) => {
    if (coming === own) {
      const { messages, locale: shown } = useLanguage.getState()
      target = shown
      if (!messages) useLanguage.setState({ isWordless: true })
    }
    throw error
  })
  if (coming !== own) {
    await coming?.catch(() => undefined) // reported to the caller that requested it
    return
  }
  const messages = parts.reduce<Tree>((all, part) => joined(all, part), {}) as unknown as Phrases // parts of phrases
  spoken = units
  document.documentElement.lang = LANGUAGE_TAGS[locale]
  useLanguage.setState({ locale, messages, isWordless: false, say: sentences(locale, messages) })
}

/**
 * Sets the first language by the opened address: the link of a message contains the language of the message. Without
 * one, the first of the given languages of the browser that we have applies.
 */
export function beginLanguage(hash: string, browserTags: readonly string[] = []): void {
  keepMessageLocale(hash)
  const known = (tag: string) => LOCALES.find((each) => tag.toLowerCase().split('-', 1)[0] === each)
  const locale = browserTags.map(known).find((each) => each !== undefined)
  useLanguage.setState({ locale: firstLocale(locale) })
}

/** Adds a unit to the phrases, in the current and all later languages. */
export async function speak(unit: string): Promise<void> {
  if (spoken.includes(unit) && wanted.has(unit)) return
  wanted.add(unit)
  // A language chosen in the meantime may have started to load without this unit.
  while (!spoken.includes(unit)) {
    await showLanguage(target ?? useLanguage.getState().locale).catch((error: unknown) => {
      wanted.delete(unit)
      throw error
    })
  }
}

/** Prefetches a unit. */
export function fetchPhrases(unit: string): void {
  void loadUnit(useLanguage.getState().locale, unit).catch(() => undefined) // the navigation itself reports a failure
}

export function showTimeZone(timeZone: string): void {
  if (useLanguage.getState().timeZone !== timeZone) useLanguage.setState({ timeZone })
}

/** The time zone in which times are shown and typed. */
export function useTimeZone(): string {
  return useLanguage(({ timeZone }) => timeZone) ?? ownTimeZone()
}

/** A phrase outside of components. */
export function say(...args: Parameters<Sentences>): string {
  return useLanguage.getState().say(...args)
}

/** `wordless` replaces the children if the first phrases could not be loaded. */
export function PhrasesProvider({ children, wordless = null }: { children: ReactNode; wordless?: ReactNode }) {
  const { locale, messages, isWordless } = useLanguage()
  if (!messages) return isWordless ? wordless : null
  return (
    <IntlProvider locale={locale} messages={messages as Source}>
      {/* Every language has the shape of the source, and a screen uses only keys of its units. */}
      <Speaker>{children}</Speaker>
    </IntlProvider>
  )
}

interface Speech {
  t: Translate
  format: Format
}

const SpeechContext = createContext<Speech | undefined>(undefined)

const useNewPhrases = () => useTranslations()

/** Creates the phrases and formats once per page: a list has a thousand cells that use them. */
function Speaker({ children }: { children: ReactNode }) {
  const t = useNewPhrases()
  const format = useNewFormat()
  return <SpeechContext value={useMemo(() => ({ t, format }), [t, format])}>{children}</SpeechContext>
}

function useSpeech(): Speech {
  const speech = useContext(SpeechContext)
  if (!speech) throw new Error('there are no phrases outside of a PhrasesProvider')
  return speech
}

export function usePhrases(): Translate {
  return useSpeech().t
}

/** For composed keys (field labels, error names), which the compiler does not check. */
export function useSentences(): Sentences {
  return useLanguage((language) => language.say)
}

// Creating a formatter takes tens of milliseconds, so the page shares one of each kind.
const formatters = new Map<string, unknown>()

function shared<T>(kind: string, make: () => T): T {
  if (!formatters.has(kind)) formatters.set(kind, make())
  return formatters.get(kind) as T // the kind determines the type
}

function spelled(iso: string, format: TimeFormat, timeZone = ownTimeZone()): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return ''
  const [year = '', month = '', day = '', hour = '', minute = '', second = ''] = wallTime(date, timeZone).split(/\D/)
  return format
    .replace('yyyy', year)
    .replace('MM', month)
    .replace('dd', day)
    .replace('HH', hour)
    .replace('mm', minute)
    .replace('ss', second)
}

const AGO_STEPS: readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** From a day on, calendar days are counted, as a person counts on a calendar: the night before makes a day, too. */
function ago(iso: string, tag: string, justNow: string, zone = ownTimeZone()): string {
  const now = new Date()
  const seconds = (Date.parse(iso) - now.getTime()) / 1000
  if (Number.isNaN(seconds)) return ''
  const formatter = shared(`ago ${tag}`, () => new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }))
  const [unit, size] = AGO_STEPS.find(([, step]) => Math.abs(seconds) >= step) ?? (['second', 1] as const)
  // A number of seconds is outdated as soon as it is read.
  if (unit === 'second') return justNow
  const count = unit === 'day' ? daysUntil(now, new Date(iso), zone) : Math.trunc(seconds / size)
  // Add the space that separates numbers from Chinese text in all phrases.
  return formatter.format(count, unit).replace(/(\d)(?=\p{Script=Han})/u, '$1 ')
}

const BYTE_UNITS = ['B', 'KB', 'MB', 'GB'] as const

export interface Format {
  /** In the session's time zone and the person's time format. */
  time(iso: string): string
  /** In the given format. */
  timeAs(iso: string, format: TimeFormat): string
  ago(iso: string): string
  /** The name of a month such as `2026-09`. */
  month(yearMonth: string): string
  number(value: number): string
  /** An amount in fen, as yuan: ¥1,234.50. */
  money(fen: number): string
  bytes(count: number): string
}

export function useFormat(): Format {
  return useSpeech().format
}

function useNewFormat(): Format {
  const { locale, timeZone, say } = useLanguage()
  const timeFormat = useStored(STORED.timeFormat) ?? DEFAULT_TIME_FORMAT
  return useMemo(() => {
    const tag = LANGUAGE_TAGS[locale]
    const tenths = (value: number) => numberText(value, 1)
    return {
      time: (iso) => spelled(iso, timeFormat, timeZone),
      timeAs: (iso, format) => spelled(iso, format, timeZone),
      ago: (iso) => ago(iso, tag, say('shell.justNow'), timeZone),
      month: (yearMonth) =>
        shared(
          `month ${tag}`,
          () => new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'long', timeZone: 'UTC' }),
        ).format(new Date(`${yearMonth}-01`)),
      number: tenths,
      money: (fen) => `${fen < 0 ? '−' : ''}¥${yuanText(Math.abs(fen))}`,
      bytes: (count) => {
        const step = count < 1024 ? 0 : Math.min(BYTE_UNITS.length - 1, Math.floor(Math.log(count) / Math.log(1024)))
        return `${tenths(count / 1024 ** step)} ${BYTE_UNITS[step]}`
      },
    }
  }, [locale, timeZone, timeFormat, say])
}
