// The names of the types of messages and the levels of notices. Apart from the inboxes, so that the bell does not load
// them.
import { MESSAGE_KINDS, NOTICE_LEVELS } from '@sealwright/contract'
import type { InboxRow, MessageKind } from '@sealwright/contract'
import type { Translate } from '../../lib/words/i18n.tsx'
import type { InboxNoun } from './inbox-paths.ts'

const KINDS = Object.keys(MESSAGE_KINDS) as MessageKind[] // keys of a const object

export const kindOptions = (t: Translate, noun: InboxNoun): { value: string; label: string }[] =>
  noun === 'message'
    ? KINDS.map((kind) => ({ value: kind, label: t(`message.kinds.${kind}.label`) }))
    : NOTICE_LEVELS.map((level) => ({ value: level, label: t(`message.levels.${level}`) }))

export function kindLabels(t: Translate, noun: InboxNoun): (row: Pick<InboxRow, 'kind'>) => string {
  const labels = new Map(kindOptions(t, noun).map(({ value, label }) => [value, label]))
  return ({ kind }) => labels.get(kind) ?? ''
}
