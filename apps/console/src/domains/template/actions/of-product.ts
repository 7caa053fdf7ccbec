// Links from a product to its templates: creating one in each family that the person may create and the product
// supports, and the filtered lists.
import { TEMPLATE_FAMILIES, formsNeeded } from '@sealwright/contract'
import type { ProductRow } from '@sealwright/contract'
import { FilePlus2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useCallback } from 'react'
import { goTo, pathTo } from '../../../lib/place/navigate.tsx'
import { hasAccess, useSession } from '../../../lib/session/session.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { PLACES } from '../template-places.ts'

interface NewTemplateAction {
  key: string
  label: string
  icon: LucideIcon
  href: string
}

export function useNewTemplateActions(): (
  product: Pick<ProductRow, 'licenseId' | 'licenseForm'>,
) => NewTemplateAction[] {
  const t = usePhrases()
  const session = useSession()
  return useCallback(
    ({ licenseId, licenseForm }) =>
      TEMPLATE_FAMILIES.filter(
        (family) => hasAccess(session, PLACES[family].access.create) && (formsNeeded(family, null) & licenseForm) !== 0,
      ).map((family) => ({
        key: family,
        label: t(`template.titles.new.${family}`),
        icon: FilePlus2,
        href: pathTo(`${PLACES[family].path}/new`, { licenseId: String(licenseId) }),
      })),
    [session, t],
  )
}

/** The template lists that the person may open, filtered by one product. */
export function useTemplateLists(): (licenseId: number) => { key: string; label: string; onSelect: () => void }[] {
  const t = usePhrases()
  const session = useSession()
  return useCallback(
    (licenseId) =>
      TEMPLATE_FAMILIES.filter((family) => hasAccess(session, PLACES[family].access.view)).map((family) => ({
        key: family,
        label: t(`template.families.${family}`),
        onSelect: () => goTo(PLACES[family].path, { licenseId: String(licenseId) }),
      })),
    [session, t],
  )
}
