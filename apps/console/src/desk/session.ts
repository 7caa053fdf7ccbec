// The session of an operator, and the platform desk as a surface.
import { DESK_PATH, OPERATOR_LINK_PAGE, operatorDesk } from '@sealwright/contract'
import type { Access, AnswerOf } from '@sealwright/contract'
import { answerKey, callServer } from '../lib/call/client.ts'
import { queryClient } from '../lib/call/query-client.ts'
import { tablePath } from '../lib/place/go.ts'
import { sessionOf } from '../lib/session/session-of.ts'
import { STORED, stored, textUpTo } from '../lib/stored.ts'
import type { Preferences, Surface } from '../lib/surface.ts'
import { DESK_CODE, DESK_LOGIN, DESK_SETUP } from './paths.ts'

export type Operator = AnswerOf<typeof operatorDesk.current>

/** The handle of the operator's session, apart from that of the console. */
const operatorSsId = stored('local', 'operatorSsId', 'text', textUpTo(200))

export function mayOperate({ privileges }: Operator, access: Access): boolean {
  switch (access.kind) {
    case 'open':
    case 'pendingOperator':
      return true
    case 'operator':
      return access.anyOf.length === 0 || access.anyOf.some((name) => privileges.includes(name))
    default:
      return false
  }
}

const session = sessionOf({
  call: operatorDesk.current,
  keep: ({ timeFormat }) => STORED.timeFormat.set(timeFormat ?? 'yyyy-MM-dd HH:mm'),
  personOf: (one) => ({
    id: one.guid,
    locale: one.locale,
    may: (access) => mayOperate(one, access),
    limited: [],
  }),
})

export const useOperator = session.use

/** The page size stays in this browser. */
async function keepPreferences({ locale, timeFormat }: Preferences): Promise<void> {
  const kept = { ...(locale && { locale }), ...(timeFormat && { timeFormat }) }
  if (Object.keys(kept).length === 0) return
  queryClient.setQueryData<Operator>(answerKey(operatorDesk.current, {}), (known) => known && { ...known, ...kept })
  await callServer(operatorDesk.updatePreferences, kept)
}

export const DESK: Surface = {
  name: 'desk.name',
  handle: operatorSsId,
  forgetSession: () => {
    operatorSsId.remove()
    STORED.verifyUrlList.remove()
  },
  people: session.people,
  keepPreferences,
  calls: operatorDesk,
  loginPath: DESK_LOGIN,
  firstScreen: DESK_PATH,
  outsidePaths: [DESK_LOGIN, DESK_CODE, DESK_SETUP, OPERATOR_LINK_PAGE],
  isForEveryone: (path) => tablePath(path) === OPERATOR_LINK_PAGE,
  isForPhones: () => true,
}
