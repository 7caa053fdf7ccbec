// Pure decisions about users: the stored form of an account, and the facts in the operation log.
import { ACCOUNT_TYPES, GENDERS } from '@sealwright/contract'
import type { AccountType } from '@sealwright/contract'
import type { LoggedFacts } from '../../kernel/audit/record.ts'

/** The stored form of an account: a person's address in lower case, a shadow account as typed. */
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
