// Links to the approval requests that a batch of licenses made.
import { LIMITS, auditCalls, auditPath } from '@sealwright/contract'
import type { LicenseFamily, TaskKind, TaskRow } from '@sealwright/contract'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { Notice } from '../../../blocks/form/settings-page.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'

/** The kinds that a flow can catch. */
const FAMILIES: Partial<Record<TaskKind, LicenseFamily>> = {
  accountIssue: 'account',
  accountUpdate: 'account',
  snIssue: 'sn',
  snUpdate: 'sn',
}

function Found({ task, family }: { task: TaskRow; family: LicenseFamily }) {
  const t = usePhrases()
  const { data } = useAnswer(auditCalls.find, {
    view: 'all',
    taskGuid: task.guid,
    currentPage: 1,
    pageSize: LIMITS.page.tableSizes[0],
  })
  if (!data || !(data.records > 0)) return null
  const view = `${auditPath(family)}/view` as const
  return (
    <Notice
      action={data.rows.map(({ guid, number }) => (
        <ScreenLink key={guid} to={view} search={{ guid }} className={buttonClass({ size: 'small' })}>
          {t('task.detail.openRequest', { number })}
        </ScreenLink>
      ))}
    >
      {t('task.detail.caught')}
    </Notice>
  )
}

export function TaskRequests({ task }: { task: TaskRow }) {
  const canAsk = useCan(auditCalls.find)
  const family = FAMILIES[task.kind]
  return family !== undefined && canAsk && !task.isUndo && task.success > 0 && <Found task={task} family={family} />
}
