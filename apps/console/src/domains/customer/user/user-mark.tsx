// The mark of a user: a tinted square with an icon for the kind of account.
import { ACCOUNT_TYPES } from '@sealwright/contract'
import { Mail, Smartphone, VenetianMask } from 'lucide-react'
import { IconMark } from '../../../blocks/control/icon-mark.tsx'
import type { IconMarkProps } from '../../../blocks/control/icon-mark.tsx'
import { accountKind } from './user-words.ts'
import type { AccountKind } from './user-words.ts'

const LOOKS: Record<AccountKind, Pick<IconMarkProps, 'icon' | 'tint'>> = {
  email: { icon: Mail, tint: 0 },
  phone: { icon: Smartphone, tint: 5 },
  shadow: { icon: VenetianMask, tint: 4 },
}

export function UserMark({ accountType, size }: { accountType: number } & Pick<IconMarkProps, 'size'>) {
  const { icon, tint } = LOOKS[accountKind(accountType)]
  return <IconMark icon={icon} tint={tint} size={size} />
}

/** Whether the account is not activated yet. Shadow accounts need no activation. */
export function isWaiting({ accountType, activated }: { accountType: number; activated: boolean }): boolean {
  return !activated && accountType !== ACCOUNT_TYPES.shadow
}
