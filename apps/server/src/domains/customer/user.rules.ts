// Pure decisions about users: how an account is spelled, what a row tells, what the operation log keeps of it.
import { ACCOUNT_TYPES, GENDERS } from '@sealwright/contract'
import type { AccountType } from '@sealwright/contract'
import type { LoggedFacts } from '../../kernel/audit/record.ts'

/** An account as it is kept: a person's in lower case, as everywhere; a shadow account as it was written. */
export const keptAccount = (account: string, accountType: AccountType) =>
  accountType === ACCOUNT_TYPES.shadow ? account : account.toLowerCase()

const nameOf = <Name extends string>(values: Record<Name, number>, value: number) =>
  Object.entries(values).find(([, known]) => known === value)?.[0] ?? null

interface Told {
  account: string
  accountType: number
  userName: string | null
  gender: number
  phone: string | null
  address: string | null
  description: string | null
}

export function userFacts(row: Told, customerName: string | null, tags: readonly string[]): LoggedFacts {
  return {
    account: row.account,
    accountType: nameOf(ACCOUNT_TYPES, row.accountType),
    userName: row.userName,
    gender: nameOf(GENDERS, row.gender),
    phone: row.phone,
    address: row.address,
    customerName,
    description: row.description,
    tags: tags.join(', ') || null,
  }
}
