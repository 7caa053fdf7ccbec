// What can be done with one row: the first action in words, all of them in a menu that mounts when it is opened.
import { Ellipsis } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { usePhrases } from '../lib/i18n.tsx'
import { Link, goToHref } from '../lib/navigate.tsx'
import { Button } from './button.tsx'
import { Menu } from './menu.tsx'

export interface RowAction {
  key: string
  label: string
  icon: LucideIcon
  isDanger?: boolean
  /** Where it leads, or what it does. */
  href?: string
  onSelect?: () => void
  /** Stands in the row itself, although it leads nowhere. */
  isShown?: boolean
}

export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const t = usePhrases()
  if (actions.length === 0) return null
  return (
    <Menu
      label={t('blocks.table.actionsOf', { name })}
      className="sw-icon-button"
      align="end"
      items={actions.map(({ key, label, icon, isDanger, href, onSelect }, index) => ({
        key,
        label,
        icon,
        isDanger,
        startsGroup: isDanger === true && index > 0,
        onSelect: () => {
          onSelect?.()
          if (href) goToHref(href)
        },
      }))}
    >
      <Ellipsis size={16} aria-hidden />
    </Menu>
  )
}

/** What stands in the row itself. */
export function FirstAction({ actions }: { actions: readonly RowAction[] }) {
  const first = actions.find((action) => action.isShown ?? action.href !== undefined)
  if (first?.href !== undefined) {
    return (
      <Link className="row-action" href={first.href}>
        {first.label}
      </Link>
    )
  }
  return (
    first && (
      <Button size="small" onPress={() => first.onSelect?.()}>
        {first.label}
      </Button>
    )
  )
}

export function RowActions({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  return (
    <span className="row-actions">
      <FirstAction actions={actions} />
      <RowMenu name={name} actions={actions} />
    </span>
  )
}
