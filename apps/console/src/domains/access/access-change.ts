// Turns switches and times of the operation log about administrators and roles into text. The server tells rights and
// scopes in words.
import { useCallback } from 'react'
import { useFormat, useSentences } from '../../lib/words/i18n.tsx'

/** In the order of the form. */
export const ACCESS_FIELDS = [
  'account',
  'userName',
  'name',
  'description',
  'roles',
  'privileges',
  'scope',
  'productScope',
  'userScope',
  'customerScope',
  'userLockScope',
  'cloudQuota',
  'softQuota',
  'validUntil',
  'remark',
  'isEnabled',
]

export function useAccessChange(): (field: string, value: string) => string {
  const say = useSentences()
  const format = useFormat()
  return useCallback(
    (field, value) => {
      if (field === 'isEnabled') return say(value === 'true' ? 'access.states.active' : 'access.states.disabled')
      return field === 'validUntil' ? format.time(value) : value
    },
    [say, format],
  )
}
