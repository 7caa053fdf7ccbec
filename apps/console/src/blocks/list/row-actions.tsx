// What can be done with one row: the first action in words, the others in a menu that mounts when it is opened.
import type { LucideIcon } from 'lucide-react'
import { Link, goToHref } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import { Menu } from '../overlay/menu.tsx'

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

/** Asked for as many as the row shows when it is drawn, and for all when its menu is opened. */
export type RowActionsOf = () => Iterable<RowAction>

const isShownInRow = ({ isShown, href }: RowAction) => isShown ?? href !== undefined

/** The one that stands in the row itself; no further action is made for it than that. */
export function firstShown(actions: Iterable<RowAction>): RowAction | undefined {
  for (const action of actions) if (isShownInRow(action)) return action
  return undefined
}

/** Those that do not stand in the row itself, for the menu beside it. */
export function* menuActions(actions: Iterable<RowAction>): Iterable<RowAction> {
  let hasShown = false
  for (const action of actions) {
    if (hasShown || !isShownInRow(action)) yield action
    else hasShown = true
  }
}

const hasAny = (actions: Iterable<RowAction>) => !actions[Symbol.iterator]().next().done

export function RowMenu({ name, actions }: { name: string; actions: RowActionsOf }) {
  const t = usePhrases()
  if (!hasAny(actions())) return null
  return (
    <Menu
      label={t('blocks.table.actionsOf', { name })}
      className="sw-icon-button icon-dots"
      align="end"
      items={() =>
        Array.from(actions(), ({ key, label, icon, isDanger, href, onSelect }, index) => ({
          key,
          label,
          icon,
          isDanger,
          startsGroup: isDanger === true && index > 0,
          onSelect: () => {
            onSelect?.()
            if (href) goToHref(href)
          },
        }))
      }
    />
  )
}

/** What stands in the row itself. */
export function FirstAction({ actions }: { actions: RowActionsOf }) {
  const first = firstShown(actions())
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

export function RowActions({ name, actions }: { name: string; actions: RowActionsOf }) {
  return (
    <span className="row-actions">
      <FirstAction actions={actions} />
      <RowMenu name={name} actions={() => menuActions(actions())} />
    </span>
  )
}
