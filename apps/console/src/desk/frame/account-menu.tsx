// The account of the operator: who is signed in, their own security, and sign-out.
import { LogOut, ShieldCheck } from 'lucide-react'
import { Menu } from '../../blocks/overlay/menu.tsx'
import { goToHref, pathTo } from '../../lib/place/navigate.tsx'
import { signOut } from '../../lib/session/leave.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useOperator } from '../session.ts'
import css from './account-menu.module.css'

export function AccountMenu() {
  const t = usePhrases()
  const { name } = useOperator()
  return (
    <Menu
      className={css.account ?? ''}
      label={t('shell.account', { name })}
      align="end"
      items={[
        {
          key: 'security',
          label: t('desk.titles.security'),
          icon: ShieldCheck,
          onSelect: () => goToHref(pathTo('/platform/security')),
        },
        { key: 'out', label: t('shell.signOut'), icon: LogOut, startsGroup: true, onSelect: () => void signOut() },
      ]}
    >
      <span className={css.avatar} aria-hidden data-letter={Array.from(name.trim())[0]?.toUpperCase()} />
      <span className={css.name}>{name}</span>
    </Menu>
  )
}
