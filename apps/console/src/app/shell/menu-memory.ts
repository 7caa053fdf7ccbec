// The stored state of a person's menu: open sections and the icon rail.
import { useSession } from '../../lib/session/session.tsx'
import { listOf, storedFor, textUpTo, useStored } from '../../lib/stored.ts'

const openSections = storedFor('local', 'menuSections', listOf(textUpTo(40)))
const rail = storedFor('local', 'menuRail', (raw) => (typeof raw === 'boolean' ? raw : undefined))

export function useOpenSections(): [open: readonly string[], toggle: (section: string) => void] {
  const kept = openSections(useSession().account.id)
  const open = useStored(kept) ?? []
  return [
    open,
    (section) => kept.set(open.includes(section) ? open.filter((name) => name !== section) : [...open, section]),
  ]
}

export function useRail(): [isRail: boolean, toggle: () => void] {
  const kept = rail(useSession().account.id)
  const isRail = useStored(kept) ?? false
  return [isRail, () => kept.set(!isRail)]
}
