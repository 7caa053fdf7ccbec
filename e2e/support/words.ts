// The phrases of the product, for tests that check which one is shown.
import type { Locale, OperationTarget, RuleName } from '@sealwright/contract'
import { fieldLabel, loadPhrases, ruleSentence, sentences } from '@sealwright/phrases'
import type { PhraseParams, Sentences } from '@sealwright/phrases'

export const SAY: Record<Locale, Sentences> = {
  zh: sentences('zh', await loadPhrases('zh')),
  en: sentences('en', await loadPhrases('en')),
}

export const zh = SAY.zh
export const en = SAY.en

/** A phrase that all entities share, with the noun of this one. */
export const entityWord = (say: Sentences, kind: OperationTarget, word: string, name = '') =>
  say(`blocks.entity.${word}`, { noun: say(`nouns.${kind}`), name })

/** The message of a rule for a field of a product. */
export function productRule(say: Sentences, rule: RuleName, field: string, params: PhraseParams = {}): string {
  return ruleSentence(say, rule, fieldLabel(say, 'product', field), params)
}

const topics = Object.keys(await loadPhrases('zh')).join('|')

/** A missing phrase shows as its key: `product.titles.list`. */
export const RAW_KEY = new RegExp(`(?:^|[^\\w.@/])(?:${topics})(?:\\.[a-z][A-Za-z0-9]*)+(?![\\w@])`)
