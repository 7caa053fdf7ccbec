// The draft of the form of an access key: made from an answer, sent as a payload.
import { accessKeyCalls, filled, networksOf } from '@sealwright/contract'
import type { AnswerOf, Privilege, Violation } from '@sealwright/contract'
import type { PickerItem } from '../../blocks/picker/picker-source.ts'

export type AccessKeyAnswer = AnswerOf<typeof accessKeyCalls.get>

export interface AccessKeyDraft {
  name: string
  privileges: readonly Privilege[]
  scope: 'all' | 'some'
  products: readonly PickerItem[]
  /** One on each line. */
  networks: string
  isTimed: boolean
  endTime: string
}

export const EMPTY_KEY: AccessKeyDraft = {
  name: '',
  privileges: [],
  scope: 'all',
  products: [],
  networks: '',
  isTimed: false,
  endTime: '',
}

export const draftOf = ({
  name,
  privileges,
  isLimited,
  products,
  networks,
  endTime,
}: AccessKeyAnswer): AccessKeyDraft => ({
  name,
  privileges,
  scope: isLimited ? 'some' : 'all',
  products,
  networks: networks.join('\n'),
  isTimed: endTime !== null,
  endTime: endTime ?? '',
})

export const spellKey = (draft: AccessKeyDraft): Record<string, unknown> => ({
  name: draft.name,
  privileges: draft.privileges,
  productGuids: draft.scope === 'some' ? draft.products.map(({ guid }) => guid) : [],
  networks: networksOf(draft.networks),
  endTime: draft.isTimed ? draft.endTime : '',
})

const { shape } = accessKeyCalls.create.payload
/** With a chosen end, the time is required; with chosen products, at least one. */
export const fieldsOf = (isTimed: boolean) => (isTimed ? { ...shape, endTime: filled(shape.endTime) } : shape)

const TOO_FEW: Violation[] = [{ path: 'productGuids', rule: 'tooFew', params: { min: 1 } }]
const NONE: Violation[] = []
export const someProducts = ({ productGuids }: Record<string, unknown>): Violation[] =>
  Array.isArray(productGuids) && productGuids.length === 0 ? TOO_FEW : NONE
