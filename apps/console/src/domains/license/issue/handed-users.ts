// Hands users from another page over to the screen that issues to many, such as the participants of a campaign. The
// address names the list; the users are in the query cache, because an address has no room for a thousand. They are
// kept until the page is reloaded or the session ends.
import { queryClient } from '../../../lib/call/query-client.ts'
import { pathTo } from '../../../lib/place/navigate.tsx'
import { randomId } from '../../../lib/random-id.ts'

interface HandedUser {
  guid: string
  name: string
}

const keyOf = (id: string) => ['license', 'handed', id]

/** The address that issues account licenses to these users and then leads back. At most `usersPerAddition`. */
export function issueToUsersHref(users: readonly HandedUser[], sourcePath: string): string {
  const handed = randomId()
  // A user is one recipient, however often the other page listed them.
  queryClient.setQueryData(keyOf(handed), [...new Map(users.map((user) => [user.guid, user])).values()])
  return pathTo('/pc/license/account/batch', { handed, sourcePath })
}

/** The users of the address; undefined if they are gone. */
export const handedUsers = (handed: string) => queryClient.getQueryData<readonly HandedUser[]>(keyOf(handed))
