// Leads from an import to exactly the users that it added.
import { userCalls } from '@sealwright/contract'
import type { TaskRow } from '@sealwright/contract'
import { UsersRound } from 'lucide-react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'

/** Shown for an import that has added users and was not undone. */
export function ImportedUsers({ task, isPrimary = false }: { task: TaskRow; isPrimary?: boolean }) {
  const t = usePhrases()
  const canFind = useCan(userCalls.find)
  const { guid, kind, isDraft, isUndo, undoneBy, success } = task
  if (!canFind || kind !== 'userImport' || isDraft || isUndo || undoneBy !== null || success === 0) return null
  return (
    <ScreenLink
      to="/user"
      search={{ importGuid: guid }}
      className={buttonClass({ kind: isPrimary ? 'primary' : 'plain' })}
    >
      <UsersRound size={15} aria-hidden />
      {t('task.detail.toImported', { count: success })}
    </ScreenLink>
  )
}
