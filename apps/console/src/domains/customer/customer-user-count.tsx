// How many users there are of a customer or with a tag, leading to them for who may open the list of users.
import { Nothing, NumberCell } from '../../blocks/columns.tsx'
import { useCanOpen } from '../../lib/can.tsx'
import { ScreenLink } from '../../lib/navigate.tsx'
import type { ScreenSearch } from '../../lib/screen.ts'

interface UserCountProps {
  /** Null for who may not see users. */
  count: number | null
  label: string
  search: ScreenSearch['/user']
}

export function UserCount({ count, label, search }: UserCountProps) {
  const canOpen = useCanOpen('/user')
  if (count === null) return <Nothing />
  if (count === 0 || !canOpen) return <NumberCell value={count} />
  return (
    <ScreenLink to="/user" search={search} aria-label={label}>
      <NumberCell value={count} />
    </ScreenLink>
  )
}
