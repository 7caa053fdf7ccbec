// Texts about users: the kind of an account, gender, activation.
import { ACCOUNT_TYPES, GENDERS } from '@sealwright/contract'
import type { Gender } from '@sealwright/contract'
import type { Translate } from '../../../lib/words/i18n.tsx'

export type AccountKind = keyof typeof ACCOUNT_TYPES
export const ACCOUNT_KINDS = Object.keys(ACCOUNT_TYPES) as AccountKind[] // keys of a const object
export const GENDER_NAMES = Object.keys(GENDERS) as Gender[] // the same

export function accountKind(accountType: number): AccountKind {
  return ACCOUNT_KINDS.find((kind) => ACCOUNT_TYPES[kind] === accountType) ?? 'email'
}

export function kindWord(t: Translate, kind: AccountKind): string {
  return {
    email: t('customer.user.types.email'),
    phone: t('customer.user.types.phone'),
    shadow: t('customer.user.types.shadow'),
  }[kind]
}

export function genderWord(t: Translate, gender: Gender): string {
  return {
    unknown: t('customer.user.genders.unknown'),
    male: t('customer.user.genders.male'),
    female: t('customer.user.genders.female'),
  }[gender]
}
