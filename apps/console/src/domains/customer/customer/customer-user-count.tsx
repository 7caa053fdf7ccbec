// The number of users of a customer or with a tag. It links to these users for people who may open the list of users.
import { Nothing, NumberCell } from '../../../blocks/list/columns.tsx'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import type { ScreenSearch } from '../../../lib/place/screen.ts'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'

interface UserCountProps {
  /** The count is null for a person who may not see users. */
  of: { name: string; userCount: number | null }
  label: 'customer.customer.list.usersOf' | 'customer.tag.usersOf'
  search: ScreenSearch['/user']
}

export function UserCount({ of: { name, userCount: count }, label, search }: UserCountProps) {
  const t = usePhrases()
  const canOpen = useCanOpen('/user')
  if (count === null) return <Nothing />
  if (count === 0 || !canOpen) return <NumberCell value={count} />
  return (
    <ScreenLink to="/user" search={search} aria-label={t(label, { name, count })}>
      <NumberCell value={count} />
    </ScreenLink>
  )
}
