// The actions on an administrator. Each states its consequence and asks first.
import {
  ASSIGNED_KINDS,
  accessCalls,
  adminName,
  customerCalls,
  isInvited,
  productCalls,
  userCalls,
  userLockCalls,
} from '@sealwright/contract'
import type { AdminRow, AssignedKind } from '@sealwright/contract'
import {
  Building2,
  CirclePause,
  CirclePlay,
  Eye,
  Package,
  ScanEye,
  Send,
  Settings2,
  Trash2,
  Usb,
  Users,
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useCallback } from 'react'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { confirmAction } from '../../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { FIRST_SCREEN } from '../../../lib/place/go.ts'
import { pathTo } from '../../../lib/place/navigate.tsx'
import { useCan } from '../../../lib/session/can.tsx'
import { hasAccess, useMaybeSession } from '../../../lib/session/session.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { ASSIGN_PATHS } from '../assign-paths.ts'
import { isTouchable } from '../untouchable.ts'

const ICONS: Record<AssignedKind, LucideIcon> = { product: Package, user: Users, customer: Building2, userLock: Usb }

/** The actions on one administrator. `onDeleted` is for a page that shows only this administrator. */
export function useAdminActions(onDeleted?: () => void): (admin: AdminRow) => RowAction[] {
  const t = usePhrases()
  const canUpdate = useCan(accessCalls.update)
  const canDelete = useCan(accessCalls.delete)
  const canResend = useCan(accessCalls.resendInvitation)
  const canViewAs = useCan(accessCalls.viewAs)
  const canAssign = useCan(accessCalls.assign)
  // To assign rows, a person must be able to list them.
  const product = useCan(productCalls.find) && canAssign
  const user = useCan(userCalls.find) && canAssign
  const customer = useCan(customerCalls.find) && canAssign
  // Only the access is named, so that this page does not load the calls of locks.
  const userLock = hasAccess(useMaybeSession(), userLockCalls.find.access) && canAssign
  const { act: enable } = useAct(accessCalls.enable)
  const { act: disable } = useAct(accessCalls.disable)
  const { act: resend } = useAct(accessCalls.resendInvitation, { onDone: () => toast.success(t('access.resend.done')) })
  // Load the page anew: all cached data belongs to the previous caller.
  const { act: viewAs } = useAct(accessCalls.viewAs, { onDone: () => location.assign(FIRST_SCREEN) })
  const { act: remove } = useAct(accessCalls.delete, {
    onDone: () => {
      toast.success(t('access.delete.done'))
      onDeleted?.()
    },
  })
  const { act: withdraw } = useAct(accessCalls.delete, {
    onDone: () => {
      toast.success(t('access.withdraw.done'))
      onDeleted?.()
    },
  })

  return useCallback(
    (admin) => {
      const { userId, state } = admin
      const name = adminName(admin)
      const canTouch = isTouchable(admin)
      const hasJoined = !isInvited(state)
      const assignable = { product, user, customer, userLock }
      const ask =
        (
          what: 'enable' | 'disable' | 'delete' | 'withdraw' | 'resend' | 'viewAs',
          run: (payload: { userId: string }) => Promise<unknown>,
          isDanger: boolean,
        ) =>
        () =>
          void confirmAction({
            title: t(`access.${what}.title`, { name }),
            consequence: t(`access.${what}.consequence`),
            verb: t(`access.actions.${what}`),
            isDanger,
            run: () => run({ userId }),
          })
      const turnOn = async (payload: { userId: string }) => {
        if (await enable(payload)) toast.success(t('access.enable.done', { name }))
      }
      const turnOff = async (payload: { userId: string }) => {
        const done = await disable(payload)
        if (done) toast.success(t('access.disable.done', { name, count: done.endedSessions }))
      }
      const all: (RowAction | false)[] = [
        canTouch &&
          canUpdate && {
            key: 'set',
            label: t('access.actions.set'),
            icon: Settings2,
            href: pathTo('/access/set', { userId }),
          },
        { key: 'view', label: t('access.actions.view'), icon: Eye, href: pathTo('/access/view', { userId }) },
        ...ASSIGNED_KINDS.map(
          (kind) =>
            canTouch &&
            assignable[kind] && {
              key: kind,
              label: t(`access.titles.assign.${kind}`),
              icon: ICONS[kind],
              href: pathTo(ASSIGN_PATHS[kind], { userId }),
            },
        ),
        canResend &&
          canTouch &&
          !hasJoined && {
            key: 'resend',
            label: t('access.actions.resend'),
            icon: Send,
            onSelect: ask('resend', resend, false),
          },
        canViewAs &&
          hasJoined &&
          !admin.isSelf &&
          !admin.isSuper && {
            key: 'viewAs',
            label: t('access.actions.viewAs'),
            icon: ScanEye,
            onSelect: ask('viewAs', viewAs, false),
          },
        canTouch &&
          canUpdate &&
          hasJoined &&
          (state === 'disabled'
            ? {
                key: 'enable',
                label: t('access.actions.enable'),
                icon: CirclePlay,
                onSelect: ask('enable', turnOn, false),
              }
            : {
                key: 'disable',
                label: t('access.actions.disable'),
                icon: CirclePause,
                onSelect: ask('disable', turnOff, true),
              }),
        canTouch &&
          canDelete && {
            key: 'delete',
            label: t(hasJoined ? 'access.actions.delete' : 'access.actions.withdraw'),
            icon: Trash2,
            isDanger: true,
            onSelect: hasJoined ? ask('delete', remove, true) : ask('withdraw', withdraw, true),
          },
      ]
      return all.filter((action) => action !== false)
    },
    [
      t,
      canUpdate,
      canDelete,
      canResend,
      canViewAs,
      product,
      user,
      customer,
      userLock,
      enable,
      disable,
      resend,
      viewAs,
      remove,
      withdraw,
    ],
  )
}
