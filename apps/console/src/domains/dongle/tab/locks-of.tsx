// The locks of one customer or integrator, with search and paging.
import { userLockCalls } from '@sealwright/contract'
import type { LockRow } from '@sealwright/contract'
import { Usb } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { groupFilter, keywordFilter } from '../list/lock-filters.ts'
import { useLockActions } from '../list/lock-rows.ts'
import { lockCard, lockColumns, useLockLook } from '../list/lock.columns.tsx'

const PATHS = { customerGuid: '/customer/view', integratorGuid: '/integrator/viewIntegrator' } as const
/** The column that would have the same value in every row. */
const LEFT_OUT = { customerGuid: 'customerName', integratorGuid: 'integratorName' } as const
const keyOf = (row: LockRow) => row.guid
const nameOf = (row: LockRow) => row.shellNumber

export interface LocksOwner {
  of: 'customerGuid' | 'integratorGuid'
  guid: string
  /** The tab's key in the address. */
  tab: string
}

export function LocksOf({ of, guid, tab }: LocksOwner) {
  const t = usePhrases()
  const actions = useLockActions()
  const look = useLockLook()
  const columns = useMemo(() => lockColumns(look).filter(({ key }) => key !== LEFT_OUT[of]), [look, of])
  const card = useCallback((row: LockRow) => lockCard(look, row), [look])
  const filters = useMemo(() => [keywordFilter(t), groupFilter(t)], [t])
  const canOpen = useCanOpen('/dongle/user')
  return (
    <ListPage
      isTab
      path={PATHS[of]}
      list={`userLock.${of}`}
      keeps={{ guid, tab }}
      call={userLockCalls.find}
      where={{ [of]: guid }}
      title={t('userLock.titles.list')}
      tools={
        canOpen && (
          <ScreenLink to="/dongle/user" search={{ [of]: guid }} className={buttonClass()}>
            {t('userLock.list.openList')}
          </ScreenLink>
        )
      }
      filters={filters}
      columns={columns}
      card={card}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{ icon: Usb, title: t('userLock.list.emptyTab') }}
    />
  )
}
