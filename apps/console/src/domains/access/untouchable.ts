// The reason why the caller cannot change an administrator, in the words of the server's refusal.
import { adminName } from '@sealwright/contract'
import type { AdminRow } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import { useCallback } from 'react'
import { useSentences } from '../../lib/words/i18n.tsx'

type Standing = Pick<AdminRow, 'isSuper' | 'isSelf' | 'isManageable' | 'userName' | 'account' | 'phone' | 'email'>

export const isTouchable = ({ isSuper, isSelf, isManageable }: Standing) => isManageable && !isSuper && !isSelf

export function useWhyUntouchable(): (admin: Standing) => string | undefined {
  const say = useSentences()
  return useCallback(
    (admin) => {
      if (isTouchable(admin)) return undefined
      if (admin.isSuper) return errorSentence(say, 'access.superUntouched')
      return admin.isSelf
        ? errorSentence(say, 'access.ownSelf')
        : errorSentence(say, 'access.hasMore', { name: adminName(admin) })
    },
    [say],
  )
}
