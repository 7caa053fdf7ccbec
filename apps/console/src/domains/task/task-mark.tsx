// What a kind of task looks like, and whose labels the cells of its rows have.
import type { TaskKind, TaskRow } from '@sealwright/contract'
import { FilePen, FilePlus2, FileX2, KeyRound, Lock, Undo2, UserMinus, UserPlus } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import '../../blocks/controls.css'

const KINDS: Record<TaskKind, { icon: LucideIcon; tint: number; domain: string }> = {
  userImport: { icon: UserPlus, tint: 0, domain: 'customer' },
  userDelete: { icon: UserMinus, tint: 3, domain: 'customer' },
  accountIssue: { icon: FilePlus2, tint: 0, domain: 'license' },
  snIssue: { icon: KeyRound, tint: 0, domain: 'license' },
  smartLock: { icon: Lock, tint: 1, domain: 'license' },
  accountLock: { icon: Lock, tint: 1, domain: 'license' },
  snLock: { icon: Lock, tint: 1, domain: 'license' },
  smartDelete: { icon: FileX2, tint: 3, domain: 'license' },
  accountDelete: { icon: FileX2, tint: 3, domain: 'license' },
  snDelete: { icon: FileX2, tint: 3, domain: 'license' },
  accountUpdate: { icon: FilePen, tint: 1, domain: 'license' },
  snUpdate: { icon: FilePen, tint: 1, domain: 'license' },
}
const UNDO_TINT = 2

/** The domain whose `fields` name the columns. */
export const domainOf = (kind: TaskKind) => KINDS[kind].domain

export function TaskMark({ task: { kind, isUndo }, size = 32 }: { task: Pick<TaskRow, 'kind' | 'isUndo'>; size?: 32 | 40 | 56 }) {
  const Icon = isUndo ? Undo2 : KINDS[kind].icon
  return (
    <span className={`monogram monogram-${size} tint-${isUndo ? UNDO_TINT : KINDS[kind].tint}`} aria-hidden>
      <Icon size={size / 2} />
    </span>
  )
}
