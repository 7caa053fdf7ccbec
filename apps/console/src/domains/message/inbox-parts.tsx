// What the list, the detail and the bell show of a message or a notice.
import type { InboxRow, MessageKind, NoticeLevel } from '@sealwright/contract'
import {
  Bell,
  CircleCheck,
  CircleX,
  Info,
  ListChecks,
  Megaphone,
  Radar,
  UserCheck,
  UserX,
  Users,
  Wallet,
} from 'lucide-react'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import type { IconMarkProps } from '../../blocks/control/icon-mark.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './message.css'

type Mark = Pick<IconMarkProps, 'icon' | 'tint'>

const MONEY: Mark = { icon: Wallet, tint: 1 }
/** A kind without an entry has a bell. */
const MARKS: Partial<Record<MessageKind | NoticeLevel, Mark>> = {
  taskFinished: { icon: ListChecks, tint: 0 },
  taskPartly: { icon: ListChecks, tint: 1 },
  taskFailed: { icon: ListChecks, tint: 3 },
  applicationApproved: { icon: CircleCheck, tint: 0 },
  applicationRejected: { icon: CircleX, tint: 3 },
  developerSuspended: { icon: CircleX, tint: 3 },
  developerResumed: { icon: CircleCheck, tint: 0 },
  invitationAccepted: { icon: UserCheck, tint: 0 },
  invitationDeclined: { icon: UserX, tint: 3 },
  riskFound: { icon: Radar, tint: 3 },
  seatsTaken: { icon: Users, tint: 1 },
  lowBalance: MONEY,
  billDue: MONEY,
  billOverdue: { ...MONEY, tint: 3 },
  packageEnding: MONEY,
  serviceFeeEnding: MONEY,
  serviceFeeOver: { ...MONEY, tint: 3 },
  info: { icon: Info, tint: 0 },
  important: { icon: Megaphone, tint: 3 },
}

/** The icon of the kind, with a dot while the row is unread. */
export function InboxMark({ row: { kind, isRead }, size }: { row: InboxRow } & Pick<IconMarkProps, 'size'>) {
  const t = usePhrases()
  const mark = MARKS[kind] ?? { icon: Bell, tint: 0 }
  return (
    <span className="inbox-mark">
      <IconMark {...mark} {...(size && { size })} />
      {!isRead && <span className="inbox-dot" role="img" aria-label={t('message.unread')} />}
    </span>
  )
}

export const firstLine = ({ text }: InboxRow) => text.split('\n', 1)[0] ?? ''
