// The empty state of rows. For people who see only a part of them, it says that none is assigned.
import type { AssignedKind, ScopeKind } from '@sealwright/contract'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMaybePerson } from '../../lib/session/person.ts'
import { askWhy } from '../../lib/session/why.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import { EmptyState } from '../control/states.tsx'

export interface NothingYetProps {
  /** The empty state, with the next step. */
  empty: { icon: LucideIcon; title: string; sentence?: string | undefined; action?: ReactNode }
  /** The kind of the rows, for people who see only a part of them: an empty list then does not mean "none yet". */
  kind?: ScopeKind | undefined
}

/** Who sees a product also sees its templates. */
const SEEN_WITH: Record<ScopeKind, AssignedKind> = {
  product: 'product',
  template: 'product',
  user: 'user',
  customer: 'customer',
  userLock: 'userLock',
}

export function NothingYet({ empty, kind }: NothingYetProps) {
  const t = usePhrases()
  const limited = useMaybePerson()?.limited ?? []
  if (!kind || !(limited.includes(kind) || limited.includes(SEEN_WITH[kind]))) return <EmptyState {...empty} />
  return (
    <EmptyState
      icon={empty.icon}
      title={t(`shell.why.unassigned.${kind}`)}
      action={
        <>
          <Button onPress={() => askWhy({ kind: SEEN_WITH[kind] })}>{t('shell.why.title')}</Button>
          {empty.action}
        </>
      }
    />
  )
}
