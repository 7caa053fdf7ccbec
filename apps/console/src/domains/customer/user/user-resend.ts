// Resends the activation message of a user.
import { userCalls } from '@sealwright/contract'
import type { UserRow } from '@sealwright/contract'
import { useCallback } from 'react'
import { useAct } from '../../../lib/call/client.ts'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'

type Named = Pick<UserRow, 'guid' | 'account'>

export function useResendActivation(): (user: Named) => void {
  const t = usePhrases()
  const { act } = useAct(userCalls.resendActivation)
  const send = useCallback(
    async ({ guid, account }: Named) => {
      if (await act({ guid })) toast.success(t('customer.user.resent', { account }))
    },
    [act, t],
  )
  return useCallback((user) => void send(user), [send])
}
