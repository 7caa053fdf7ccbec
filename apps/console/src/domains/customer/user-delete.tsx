// Deleting users: one at once, several as a task that can be taken back. Their accounts and licenses stay, which the question says.
import { LIMITS, userCalls } from '@sealwright/contract'
import type { UserRow } from '@sealwright/contract'
import { useCallback, useState } from 'react'
import { buttonClass } from '../../blocks/button.tsx'
import { confirmAction } from '../../blocks/confirm-action.tsx'
import { TaskProgress } from '../../blocks/task-progress.tsx'
import { useAct } from '../../lib/client.ts'
import { ModalFrame, showDialog } from '../../lib/dialog.tsx'
import { usePhrases } from '../../lib/i18n.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { toast } from '../../lib/toast.ts'
import './user.css'

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

function DeleteProgress({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const t = usePhrases()
  const [isRunning, setIsRunning] = useState(true)
  return (
    <ModalFrame title={isRunning ? t('customer.user.batchDelete.progress') : t('customer.user.batchDelete.ended')} onClose={onClose} isWide>
      {/* A link in here leads away from what the dialog stands over. */}
      <div className="user-progress" onClickCapture={(event) => event.target instanceof Element && event.target.closest('a') && onClose()}>
        {isRunning && <p>{t('customer.user.batchDelete.progressSentence')}</p>}
        <TaskProgress
          taskId={taskId}
          onEnd={() => {
            setIsRunning(false)
            // What the list shows is from before.
            void queryClient.invalidateQueries()
          }}
        />
      </div>
      <footer className="user-dialog-foot">
        <button type="button" className={buttonClass()} onClick={onClose} data-first-focus>
          {t('shell.close')}
        </button>
      </footer>
    </ModalFrame>
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
      const started = taskId
      if (started === undefined) return
      done()
      await showDialog((settle) => <DeleteProgress taskId={started} onClose={() => settle(true)} />)
      // Taken back in there, they are in the list again.
      void queryClient.invalidateQueries()
    },
    [act, t],
  )
  return useCallback((users, done) => void ask(users, done), [ask])
}
