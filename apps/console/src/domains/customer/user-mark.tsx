// A user's mark: the kind of the account as a tinted square, the same on every screen.
import { ACCOUNT_TYPES } from '@sealwright/contract'
import { Mail, Smartphone, VenetianMask } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import '../../blocks/controls.css'
import { accountKind } from './user-words.ts'
import type { AccountKind } from './user-words.ts'

const LOOKS: Record<AccountKind, { icon: LucideIcon; tint: string }> = { email: { icon: Mail, tint: 'tint-0' }, phone: { icon: Smartphone, tint: 'tint-5' }, shadow: { icon: VenetianMask, tint: 'tint-4' } }

export function UserMark({ accountType, size = 32 }: { accountType: number; size?: 32 | 40 | 56 }) {
  const { icon: Icon, tint } = LOOKS[accountKind(accountType)]
  return (
    <span className={`monogram monogram-${size} ${tint}`} aria-hidden>
      <Icon size={size / 2} />
    </span>
  )
}

/** Whether the account waits for the link of its message; a shadow account has none. */
export function isWaiting({ accountType, activated }: { accountType: number; activated: boolean }): boolean {
  return !activated && accountType !== ACCOUNT_TYPES.shadow
}
