// The phrases of the product, for tests that check which one is shown.
import type { Locale, OperationTarget, RuleName } from '@sealwright/contract'
import { fieldLabel, loadPhrases, ruleSentence, sentences } from '@sealwright/phrases'
import type { PhraseParams, Sentences } from '@sealwright/phrases'
import type { PhraseKey } from '../../apps/console/src/lib/words/i18n.tsx'

/** A phrase by its key. A key without a phrase does not compile. */
export interface Say {
  (key: PhraseKey, params?: PhraseParams): string
  /** The same without the check, for functions that compute their keys. */
  unchecked: Sentences
}

async function phrasesOf(locale: Locale): Promise<Say> {
  const unchecked = sentences(locale, await loadPhrases(locale))
  return Object.assign((key: PhraseKey, params?: PhraseParams) => unchecked(key, params), { unchecked })
}

export const SAY: Record<Locale, Say> = { zh: await phrasesOf('zh'), en: await phrasesOf('en') }

export const zh = SAY.zh
export const en = SAY.en

type EntityWord = PhraseKey extends infer Key ? (Key extends `blocks.entity.${infer Word}` ? Word : never) : never

/** A phrase that all entities share, with the noun of this one. */
export const entityWord = (say: Say, kind: OperationTarget, word: EntityWord, name = '') =>
  say(`blocks.entity.${word}`, { noun: say(`nouns.${kind}`), name })

/** The message of a rule for a field of a product. */
export function productRule({ unchecked: say }: Say, rule: RuleName, field: string, params: PhraseParams = {}): string {
  return ruleSentence(say, rule, fieldLabel(say, 'product', field), params)
}

const topics = Object.keys(await loadPhrases('zh')).join('|')

/** A missing phrase shows as its key: `product.titles.list`. */
export const RAW_KEY = new RegExp(`(?:^|[^\\w.@/])(?:${topics})(?:\\.[a-z][A-Za-z0-9]*)+(?![\\w@])`)
