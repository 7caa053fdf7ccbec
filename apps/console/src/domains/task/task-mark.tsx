// The icon of each kind of task, and the domain whose labels its rows use.
import type { TaskKind, TaskRow } from '@sealwright/contract'
import {
  ArrowLeftRight,
  FileCheck2,
  FilePen,
  FilePlus2,
  FileX2,
  KeyRound,
  Lock,
  MailPlus,
  Undo2,
  Usb,
  UserMinus,
  UserPen,
  UserPlus,
} from 'lucide-react'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import type { IconMarkProps } from '../../blocks/control/icon-mark.tsx'

const KINDS: Record<TaskKind, Pick<IconMarkProps, 'icon' | 'tint'> & { domain: string }> = {
  userImport: { icon: UserPlus, tint: 0, domain: 'customer' },
  userUpdate: { icon: UserPen, tint: 1, domain: 'customer' },
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
  campaignMail: { icon: MailPlus, tint: 0, domain: 'activity' },
  lockCommand: { icon: Lock, tint: 1, domain: 'userLock' },
  lockImport: { icon: Usb, tint: 0, domain: 'userLock' },
  dongleIssue: { icon: FilePlus2, tint: 0, domain: 'dongleLicense' },
  dongleClear: { icon: FileX2, tint: 3, domain: 'dongleLicense' },
  offlineExchange: { icon: ArrowLeftRight, tint: 0, domain: 'offline' },
  approvalSettle: { icon: FileCheck2, tint: 0, domain: 'audit' },
}
const UNDO = { icon: Undo2, tint: 2 }

/** The domain whose `fields` phrases label the columns. */
export const domainOf = (kind: TaskKind) => KINDS[kind].domain

export function TaskMark({
  task: { kind, isUndo },
  size,
}: { task: Pick<TaskRow, 'kind' | 'isUndo'> } & Pick<IconMarkProps, 'size'>) {
  const { icon, tint } = isUndo ? UNDO : KINDS[kind]
  return <IconMark icon={icon} tint={tint} size={size} />
}
