// The actions on an existing top-up. The server uses the same state machine.
import { topUpCalls, topUpMachine } from '@sealwright/contract'
import type { TopUpRow } from '@sealwright/contract'
import { useCallback } from 'react'
import { answerKey, useAct } from '../../../lib/call/client.ts'
import { queryClient } from '../../../lib/call/query-client.ts'
import { confirm } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'

export const canBeCancelled = ({ status }: Pick<TopUpRow, 'status'>) =>
  topUpMachine.next(status, 'cancel') !== undefined
/** Its state cannot change anymore. */
export const isFinal = ({ status }: Pick<TopUpRow, 'status'>) => topUpMachine.events(status).length === 0

/** Updates the cached top-up for all parts of the page. */
export function keepTopUp(row: TopUpRow): void {
  queryClient.setQueryData(answerKey(topUpCalls.get, { guid: row.guid }), row)
}

/** Cancels after a confirmation. A top-up that turns out to be paid is credited instead, and a toast says so. */
export function useCancelTopUp(): (row: Pick<TopUpRow, 'guid' | 'serial' | 'amountFen'>) => void {
  const t = usePhrases()
  const format = useFormat()
  const { act } = useAct(topUpCalls.cancel, {
    onDone: (row) => {
      keepTopUp(row)
      if (row.status === 'paid') toast.warning(t('billing.topUp.cancel.wasPaid', { serial: row.serial }))
      else toast.success(t('billing.topUp.cancel.done', { serial: row.serial }))
    },
  })
  return useCallback(
    ({ guid, serial, amountFen }) =>
      void confirm({
        title: t('billing.topUp.cancel.title', { serial }),
        body: t('billing.topUp.cancel.consequence', { amount: format.money(amountFen) }),
        confirmText: t('billing.topUp.cancel.action'),
        // A "Cancel" button would be ambiguous here.
        cancelText: t('billing.topUp.cancel.keep'),
        tone: 'danger',
        onConfirm: async () => {
          await act({ guid })
          // After a refusal too: then the page is outdated.
          void queryClient.invalidateQueries()
        },
      }),
    [act, format, t],
  )
}
