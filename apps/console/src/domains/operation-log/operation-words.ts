// Operations in words: "Issued 500 license codes", "Locked license code M49P-…".
import type { OperationTarget } from '@sealwright/contract'
import type { Translate } from '../../lib/words/i18n.tsx'

/** The kinds of rows that come in batches. */
const COUNTED = [
  'accountLicense',
  'accountTemplate',
  'activity',
  'admin',
  'audit',
  'customer',
  'dongleLicense',
  'dongleTemplate',
  'emailTemplate',
  'lending',
  'offline',
  'product',
  'seat',
  'sender',
  'smartLicense',
  'smartTemplate',
  'snLicense',
  'snTemplate',
  'tag',
  'topUp',
  'user',
  'userLock',
] as const satisfies OperationTarget[]
type Counted = (typeof COUNTED)[number]

export const isCounted = (kind: OperationTarget): kind is Counted =>
  (COUNTED as readonly OperationTarget[]).includes(kind)

/** The noun after a number: "license codes". */
export const countedNoun = (t: Translate, kind: OperationTarget, count: number) =>
  isCounted(kind) ? t(`dashboard.counted.${kind}`, { count }) : t(`nouns.${kind}`)

/** Chinese text stands apart from a Latin word after it: 修改 Webhook. */
export const spaced = (words: string) => words.replaceAll(/(\p{Script=Han})(?=[A-Za-z])/gu, '$1 ')

/** A noun that stands alone: "License code". */
export function kindWord(t: Translate, kind: OperationTarget): string {
  const noun = t(`nouns.${kind}`)
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}
