// Texts for tasks: status, subject and kind.
import { TASK_STATUSES } from '@sealwright/contract'
import type { TaskRow, TaskStatus } from '@sealwright/contract'
import type { Translate } from '../../../lib/words/i18n.tsx'

const STATUS_NAMES = Object.keys(TASK_STATUSES) as TaskStatus[] // keys of a const object

/** The name of a status; undefined for one that this console does not know yet. */
export function statusName(status: number): TaskStatus | undefined {
  return STATUS_NAMES.find((name) => TASK_STATUSES[name] === status)
}

export function statusWord(t: Translate, status: number): string {
  const name = statusName(status)
  return name ? t(`task.statuses.${name}`) : ''
}

const OF_LOCKS: readonly string[] = ['lockCommand', 'dongleClear']
const OF_LICENSES = /^(?:smart|account|sn)(?:Lock|Delete|Update)$/

/** The subject: a file, templates, or the changed users, licenses or locks, of which the server names the first. */
export function subjectOf(t: Translate, { kind, subject, total }: Pick<TaskRow, 'kind' | 'subject' | 'total'>): string {
  if (total <= 1) return subject
  if (OF_LICENSES.test(kind)) return t('task.severalLicenses', { subject, count: total })
  if (OF_LOCKS.includes(kind)) return t('task.severalLocks', { subject, count: total })
  return kind === 'userDelete' || kind === 'userUpdate' ? t('task.several', { subject, count: total }) : subject
}

/** The kind, such as "Import users", or the undo of that kind. */
export function kindName(t: Translate, { kind, isUndo }: Pick<TaskRow, 'kind' | 'isUndo'>): string {
  const name = t(`task.kinds.${kind}`)
  return isUndo ? t('task.undoOf', { kind: name }) : name
}
