// The row actions and batch actions of user locks, by status and privileges. The server answers which acts a row
// allows.
import { LIMITS, LOCK_ACTS, integratorCalls, userLockCalls } from '@sealwright/contract'
import type { LockRow } from '@sealwright/contract'
import { Eraser, Eye, FilePlus, Handshake, Pencil, RefreshCcwDot } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import type { BatchAction } from '../../../blocks/list/batch-bar.tsx'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { goTo, pathTo, useSearchOf } from '../../../lib/place/navigate.tsx'
import { useCan, useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { useCanEmpty } from '../../dongle-license/index.ts'
import { ACT_ICONS, askLockAct, isStopping } from '../acts/act.tsx'
import { askLockAssignment } from '../acts/assign.tsx'
import { handLocks } from '../choose/handed-locks.ts'

const MAX = LIMITS.license.batchActs

/** A generator, because a row needs only the first action until its menu is opened. */
interface Rights {
  canUpdate: boolean
  canIssue: boolean
  canEmpty: boolean
}

function* offered(t: Translate, row: LockRow, { canUpdate, canIssue, canEmpty }: Rights): Iterable<RowAction> {
  const { guid, acts } = row
  yield { key: 'view', label: t('userLock.list.view'), icon: Eye, href: pathTo('/dongle/user/view', { guid }) }
  if (canUpdate)
    yield { key: 'edit', label: t('userLock.list.edit'), icon: Pencil, href: pathTo('/dongle/user/edit', { guid }) }
  if (canIssue)
    yield {
      key: 'issue',
      label: t('userLock.list.issue'),
      icon: FilePlus,
      href: pathTo('/pc/license/dongle/new', { lockGuid: guid, sourcePath: '/dongle/user' }),
    }
  for (const act of LOCK_ACTS) {
    if (acts.includes(act))
      yield {
        key: act,
        label: t(`userLock.acts.${act}`),
        icon: ACT_ICONS[act],
        isDanger: isStopping(act),
        onSelect: () => askLockAct(act, row),
      }
  }
  if (canEmpty)
    yield {
      key: 'empty',
      label: t('userLock.list.empty'),
      icon: Eraser,
      isDanger: true,
      href: pathTo('/pc/license/dongle/empty', { lockGuid: guid }),
    }
}

export function useLockActions(): (row: LockRow) => Iterable<RowAction> {
  const t = usePhrases()
  const canUpdate = useCan(userLockCalls.update)
  const canIssue = useCanOpen('/pc/license/dongle/new')
  const canEmpty = useCanEmpty()
  return useCallback((row) => offered(t, row, { canUpdate, canIssue, canEmpty }), [t, canUpdate, canIssue, canEmpty])
}

export function useLockBatch(): readonly BatchAction<LockRow>[] {
  const t = usePhrases()
  const search = useSearchOf('/dongle/user')
  const canChange = useCanOpen('/dongle/user/batch')
  const canUpdate = useCan(userLockCalls.assign)
  const canSeeIntegrators = useCan(integratorCalls.find)
  const canIssue = useCanOpen('/pc/license/dongle/batch')
  const canEmpty = useCanEmpty()
  return useMemo(() => {
    const handed = (rows: readonly LockRow[]) => handLocks({ guids: rows.map(({ guid }) => guid), search })
    return [
      ...(canChange
        ? [
            {
              key: 'change',
              label: t('userLock.list.change'),
              icon: RefreshCcwDot,
              max: MAX,
              run: (rows: readonly LockRow[]) => goTo('/dongle/user/batch', { handed: handed(rows) }),
            },
          ]
        : []),
      ...(canIssue
        ? [
            {
              key: 'issue',
              label: t('userLock.list.issue'),
              icon: FilePlus,
              max: MAX,
              run: (rows: readonly LockRow[]) => goTo('/pc/license/dongle/batch', { handed: handed(rows) }),
            },
          ]
        : []),
      ...(canUpdate && canSeeIntegrators
        ? [
            {
              key: 'assign',
              label: t('userLock.assign.verb'),
              icon: Handshake,
              max: MAX,
              run: (rows: readonly LockRow[], done: () => void) =>
                askLockAssignment(
                  rows.map(({ guid }) => guid),
                  done,
                ),
            },
          ]
        : []),
      ...(canEmpty
        ? [
            {
              key: 'empty',
              label: t('userLock.list.empty'),
              icon: Eraser,
              max: MAX,
              run: (rows: readonly LockRow[]) => goTo('/pc/license/dongle/empty', { handed: handed(rows) }),
            },
          ]
        : []),
    ]
  }, [t, search, canChange, canUpdate, canSeeIntegrators, canIssue, canEmpty])
}
