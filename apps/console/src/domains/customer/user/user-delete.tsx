// Deleting users: one directly, several as a task that can be undone. The question says that their accounts and
// licenses stay.
import { LIMITS, userCalls } from '@sealwright/contract'
import type { UserRow } from '@sealwright/contract'
import { useCallback } from 'react'
import { confirmAction } from '../../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { showTask } from '../../task/progress/index.ts'

type Named = Pick<UserRow, 'guid' | 'account'>

export function useDeleteUser(onDone?: () => void): (user: Named) => void {
  const t = usePhrases()
  const { act } = useAct(userCalls.delete, {
    onDone: () => {
      toast.success(t('customer.user.delete.done'))
      onDone?.()
    },
  })
  return useCallback(
    ({ guid, account }) =>
      void confirmAction({
        title: t('customer.user.delete.title', { account }),
        consequence: t('customer.user.delete.consequence'),
        verb: t('customer.user.actions.delete'),
        run: () => act({ guid }),
      }),
    [act, t],
  )
}

export function useDeleteUsers(): (users: readonly Named[], done: () => void) => void {
  const t = usePhrases()
  const { act } = useAct(userCalls.batchDelete)
  const ask = useCallback(
    async (users: readonly Named[], done: () => void) => {
      let taskId: string | undefined
      await confirmAction({
        title: t('customer.user.batchDelete.title', { count: users.length }),
        consequence: t('customer.user.batchDelete.consequence', { hours: LIMITS.task.undoHours }),
        verb: t('customer.user.actions.delete'),
        run: async () => {
          taskId = (await act({ guids: users.map(({ guid }) => guid) }))?.taskId
        },
      })
      if (taskId === undefined) return
      done()
      await showTask({
        taskId,
        titles: { running: t('customer.user.batchDelete.progress'), ended: t('customer.user.batchDelete.ended') },
      })
    },
    [act, t],
  )
  return useCallback((users, done) => void ask(users, done), [ask])
}
