// The draft of the user form: made from an answer, sent as a payload. A shadow account has a password and gets no
// message; a person's account is the other way round. So each kind has its own fields and payload.
import {
  ACCOUNT_TYPES,
  GENDERS,
  accountTypeOf,
  isShadowName,
  newUser,
  userCalls,
  userProfile,
} from '@sealwright/contract'
import type { AnswerOf, Violation } from '@sealwright/contract'
import type { FieldSchema } from '../../../blocks/form/field-rules.ts'

export type UserAnswer = AnswerOf<typeof userCalls.get>

export interface UserDraft {
  account: string
  password: string
  needActivation: boolean
  sendMail: boolean
  userName: string
  gender: string
  phone: string
  address: string
  customerName: string
  description: string
  tags: readonly string[]
}

export const EMPTY_USER: UserDraft = {
  account: '',
  password: '',
  needActivation: true,
  sendMail: true,
  userName: '',
  gender: String(GENDERS.unknown),
  phone: '',
  address: '',
  customerName: '',
  description: '',
  tags: [],
}

export function draftOf(user: UserAnswer): UserDraft {
  return {
    ...EMPTY_USER,
    account: user.account,
    userName: user.userName ?? '',
    gender: String(user.gender),
    phone: user.phone ?? '',
    address: user.address ?? '',
    customerName: user.customerName ?? '',
    description: user.description ?? '',
    tags: user.tags.map(({ name }) => name),
  }
}

/** The profile as a payload: an empty text clears the field. */
export function spellProfile({
  userName,
  gender,
  phone,
  address,
  customerName,
  description,
  tags,
}: UserDraft): Record<string, unknown> {
  return { userName, gender: Number(gender), phone, address, customerName, description, tags }
}

interface Kind {
  fields: Readonly<Record<string, FieldSchema>>
  rules: (wire: Record<string, unknown>) => readonly Violation[]
  spell: (draft: UserDraft) => Record<string, unknown>
}

const { account } = newUser.shape

/** An account that belongs to a person: an e-mail address or mobile number. */
export const OWN_ACCOUNT: Kind = {
  fields: { account, needActivation: newUser.shape.needActivation, sendMail: newUser.shape.sendMail, ...userProfile },
  rules: ({ account: typed }) =>
    accountTypeOf(String(typed).trim()) === ACCOUNT_TYPES.shadow
      ? [{ path: 'account', rule: 'notAccount', params: {} }]
      : [],
  spell: (draft) => ({
    ...spellProfile(draft),
    account: draft.account,
    needActivation: draft.needActivation,
    sendMail: draft.sendMail,
  }),
}

export const SHADOW_ACCOUNT: Kind = {
  fields: { account, password: userCalls.setPassword.payload.shape.password, ...userProfile },
  rules: ({ account: typed }) =>
    isShadowName(String(typed).trim()) ? [] : [{ path: 'account', rule: 'shadowName', params: {} }],
  spell: (draft) => ({
    ...spellProfile(draft),
    account: draft.account,
    accountType: ACCOUNT_TYPES.shadow,
    password: draft.password,
  }),
}
