// The actions of a row: the first one as text, the others in a menu that mounts when it opens. The page of the row
// offers the same actions.
import { ChevronDown } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Link, goToHref } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button, buttonClass } from '../control/button.tsx'
import { Menu } from '../overlay/menu.tsx'

export interface RowAction {
  key: string
  label: string
  icon: LucideIcon
  isDanger?: boolean
  /** A link, or a function in `onSelect`. */
  href?: string
  onSelect?: () => void
  /** Shown in the row although it is no link. */
  isShown?: boolean
}

/** Drawing a row asks only for the first action; opening the menu asks for all. */
export type RowActionsOf = () => Iterable<RowAction>

const isShownInRow = ({ isShown, href }: RowAction) => isShown ?? href !== undefined

/** The action shown in the row. No further actions are created. */
export function firstShown(actions: Iterable<RowAction>): RowAction | undefined {
  for (const action of actions) if (isShownInRow(action)) return action
  return undefined
}

/** The actions for the menu: all but the one shown in the row. */
export function* menuActions(actions: Iterable<RowAction>): Iterable<RowAction> {
  let hasShown = false
  for (const action of actions) {
    if (hasShown || !isShownInRow(action)) yield action
    else hasShown = true
  }
}

const hasAny = (actions: Iterable<RowAction>) => !actions[Symbol.iterator]().next().done

const menuItems = (actions: Iterable<RowAction>) =>
  Array.from(actions, ({ key, label, icon, isDanger, href, onSelect }, index) => ({
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

export function RowMenu({ name, actions }: { name: string; actions: RowActionsOf }) {
  const t = usePhrases()
  if (!hasAny(actions())) return null
  return (
    <Menu
      label={t('blocks.table.actionsOf', { name })}
      className="sw-icon-button icon-dots"
      align="end"
      items={() => menuItems(actions())}
    />
  )
}

/** The actions of a detail page, beside its primary one. */
export function PageMenu({ actions }: { actions: readonly RowAction[] }) {
  const t = usePhrases()
  if (actions.length === 0) return null
  return (
    <Menu className={buttonClass()} align="end" items={() => menuItems(actions)}>
      {t('blocks.table.actions')}
      <ChevronDown size={14} aria-hidden />
    </Menu>
  )
}

/** The action shown in the row. */
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
