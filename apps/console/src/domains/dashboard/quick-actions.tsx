// Shortcuts to what people do most, as far as they may.
import { FolderSync, Plus, Upload, Wallet } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { Link } from '../../lib/place/navigate.tsx'
import { isForStatus, useOpens } from '../../lib/session/can.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import css from './dashboard.module.css'

const ACTIONS = [
  { name: 'smart', path: '/license/new', icon: Plus, verb: 'issue' },
  { name: 'account', path: '/pc/license/account/new', icon: Plus, verb: 'issue' },
  { name: 'sn', path: '/pc/license/sn/new', icon: Plus, verb: 'issue' },
  { name: 'dongle', path: '/pc/license/dongle/new', icon: Plus, verb: 'issue' },
  { name: 'product', path: '/product/new', icon: Plus, verb: 'create' },
  { name: 'users', path: '/user/import', icon: Upload, verb: null },
  { name: 'topUp', path: '/billing/topUp', icon: Wallet, verb: null },
  { name: 'offline', path: '/tool/offline', icon: FolderSync, verb: null },
] as const satisfies readonly { name: string; path: string; icon: LucideIcon; verb: 'issue' | 'create' | null }[]

export function QuickActions() {
  const t = usePhrases()
  const opens = useOpens()
  const session = useSession()
  const allowed = ACTIONS.filter(({ path }) => opens(path) && isForStatus(path, session))
  if (allowed.length === 0) return null
  return (
    <ul className={css.actions} aria-label={t('dashboard.actions.title')}>
      {allowed.map(({ name, path, icon: Icon, verb }) => {
        const label = t(`dashboard.actions.${name}`)
        return (
          <li key={name}>
            <Link
              href={path}
              className={buttonClass({ size: 'small' })}
              {...(verb && { 'aria-label': t(`dashboard.actions.${verb}`, { what: label }) })}
            >
              <Icon size={14} aria-hidden />
              {label}
            </Link>
          </li>
        )
      })}
    </ul>
  )
}
