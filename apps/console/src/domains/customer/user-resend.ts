// Sending the activation message of a user once more.
import { userCalls } from '@sealwright/contract'
import type { UserRow } from '@sealwright/contract'
import { useCallback } from 'react'
import { useAct } from '../../lib/client.ts'
import { usePhrases } from '../../lib/i18n.tsx'
import { toast } from '../../lib/toast.ts'

export function useResendActivation(): (user: Pick<UserRow, 'guid' | 'account'>) => void {
  const t = usePhrases()
  const { act } = useAct(userCalls.resendActivation)
  return useCallback(
    async ({ guid, account }) => {
      if (await act({ guid })) toast.success(t('customer.user.resent', { account }))
    },
    [act, t],
  )
}
