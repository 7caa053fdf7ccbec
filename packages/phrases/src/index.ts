// Every sentence a person can read. zh-cn is the source; en has the same shape, and the compiler says so when it does
// not. This file owns how a refusal becomes a sentence, on the server and on the console alike.
import type { ErrorName, Locale, RuleName, Violation } from '@sealwright/contract'
import { createTranslator } from 'use-intl/core'
import type { Phrases } from './phrases.ts'

export type { Leaves, Phrases } from './phrases.ts'

export type PhraseParams = Record<string, string | number | Date>

/** A phrase by its dotted key. Keys are checked where they are written as literals: see `Translate` in the console. */
export interface Sentences {
  (key: string, params?: PhraseParams): string
  has(key: string): boolean
}

export async function loadPhrases(locale: Locale): Promise<Phrases> {
  return locale === 'en' ? (await import('./en/index.ts')).en : (await import('./zh-cn/index.ts')).zhCn
}

export function sentences(locale: Locale, messages: Phrases): Sentences {
  const translate = createTranslator({ locale, messages, timeZone: 'UTC' })
  const say = (key: string, params?: PhraseParams) => translate(key as never, params as never) // the translator knows literal keys only; these are derived
  return Object.assign(say, { has: (key: string) => translate.has(key as never) }) // the same
}

export function errorSentence(say: Sentences, name: ErrorName, params?: PhraseParams): string {
  return say(`errors.${name}`, params)
}

/**
 * The label of a field, by the last names in its path: `rom.items.3.name` is "itemsName" of its domain where there is
 * one, else "name".
 */
export function fieldLabel(say: Sentences, domain: string, path: string): string {
  const [name = '', parent = ''] = path
    .split('.')
    .filter((part) => !/^\d+$/.test(part))
    .toReversed()
  const within = `${parent}${name.charAt(0).toUpperCase()}${name.slice(1)}`
  for (const key of [
    `${domain}.fields.${within}`,
    `common.fields.${within}`,
    `${domain}.fields.${name}`,
    `common.fields.${name}`,
  ])
    if (name && say.has(key)) return say(key)
  return say('common.thisField')
}

export function ruleSentence(say: Sentences, rule: RuleName, field: string, params: PhraseParams): string {
  // Chinese text stands apart from a Latin word before it: 许可 ID 不能为空. English has its space already.
  const spaced = /[A-Za-z0-9]$/.test(field) ? `${field} ` : field
  return say(`rules.${rule}`, { field: spaced, ...params }).replace(/ {2,}/g, ' ')
}

export function violationSentence(say: Sentences, domain: string, violation: Violation): string {
  return ruleSentence(say, violation.rule, fieldLabel(say, domain, violation.path), violation.params)
}
