// Links from a product to its licenses: the license lists that the person may open, filtered by the product.
import { LICENSE_FAMILIES } from '@sealwright/contract'
import { useCallback } from 'react'
import { goTo } from '../../../lib/place/navigate.tsx'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { PLACES } from '../license-places.ts'

export function useLicenseLists(): (
  licenseId: number,
  isEffective: boolean,
) => { key: string; label: string; onSelect: () => void }[] {
  const t = usePhrases()
  const session = useSession()
  return useCallback(
    (licenseId, isEffective) =>
      LICENSE_FAMILIES.filter((family) => hasAccess(session, PLACES[family].access.view)).map((family) => ({
        key: family,
        label: t(`license.families.${family}`),
        onSelect: () =>
          goTo(PLACES[family].path, { licenseId: String(licenseId), ...(isEffective && { effective: '1' }) }),
      })),
    [session, t],
  )
}
