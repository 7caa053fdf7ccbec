// How many users there are of a customer or with a tag, leading to them for who may open the list of users.
import { Nothing, NumberCell } from '../../../blocks/list/columns.tsx'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import type { ScreenSearch } from '../../../lib/place/screen.ts'
import { useCanOpen } from '../../../lib/session/can.tsx'

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
