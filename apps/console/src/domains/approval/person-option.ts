// A person to choose: found by name and by account, because two people can have the same name.
import type { Option } from '../../blocks/control/option-search.ts'

interface Listed {
  userId: string
  name: string
  account: string
}

/** Without a name of their own, a person's name is the account. */
export const personOption = ({ userId, name, account }: Listed, ...notes: readonly string[]): Option => {
  const note = [...(account === name ? [] : [account]), ...notes].join(' · ')
  return { value: userId, label: name, ...(note && { note }) }
}
