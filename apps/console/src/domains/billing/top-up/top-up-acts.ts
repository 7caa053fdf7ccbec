// What can be done with a top-up that was begun, by the machine that the server asks too.
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
/** Nothing will happen to it any more. */
export const isFinal = ({ status }: Pick<TopUpRow, 'status'>) => topUpMachine.events(status).length === 0

/** What the server says of a top-up is shown wherever it is shown. */
export function keepTopUp(row: TopUpRow): void {
  queryClient.setQueryData(answerKey(topUpCalls.get, { guid: row.guid }), row)
}

/** Cancels after asking. One that turns out to be paid is credited instead, and says so. */
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
        // "Cancel" would be what the question is about.
        cancelText: t('billing.topUp.cancel.keep'),
        tone: 'danger',
        onConfirm: async () => {
          await act({ guid })
          // Refused too: then it is no longer what the page shows.
          void queryClient.invalidateQueries()
        },
      }),
    [act, format, t],
  )
}
