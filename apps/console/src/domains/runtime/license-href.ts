// The address of the license that a runtime row belongs to, if the person may open it.
import type { LicenseFamily } from '@sealwright/contract'
import { useCallback } from 'react'
import { pathTo } from '../../lib/place/navigate.tsx'
import { hasAccess, useSession } from '../../lib/session/session.tsx'
import { FAMILIES } from '../license/index.ts'

interface OfLicense {
  family: LicenseFamily | null
  licenseGuid: string | null
}

export type LicenseHref = (of: OfLicense, tab?: string) => string | undefined

export function useLicenseHref(): LicenseHref {
  const session = useSession()
  return useCallback(
    ({ family, licenseGuid: guid }, tab) => {
      if (family === null || guid === null) return undefined
      const { path, access } = FAMILIES[family]
      return hasAccess(session, access.view)
        ? pathTo(`${path}/view`, { guid, ...(tab !== undefined && { tab }) })
        : undefined
    },
    [session],
  )
}
