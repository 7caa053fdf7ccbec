// The values that come with a change: a reason, and for two changes the offline days.
import { filled, userLockCalls } from '@sealwright/contract'
import type { LockAct } from '@sealwright/contract'

const { offlineDays, reason } = userLockCalls.act.payload.shape
const REASON = { reason }
const DAYS = { offlineDays, reason }
const NEEDED_DAYS = { offlineDays: filled(offlineDays), reason }

export interface ActDraft {
  offlineDays: string
  reason: string
}

export const hasDays = (act: LockAct) => act === 'setOfflineDays' || act === 'toActivation'

/** A lock that becomes an activation lock keeps its days if none are given. */
export function actFields(act: LockAct) {
  if (act === 'setOfflineDays') return NEEDED_DAYS
  return hasDays(act) ? DAYS : REASON
}

/** An empty text is left out. */
export const spellAct = (draft: ActDraft): Partial<ActDraft> =>
  Object.fromEntries(
    (['offlineDays', 'reason'] as const).map((name) => [name, draft[name].trim()]).filter(([, text]) => text !== ''),
  )
