// A new template of a product, for the pages of products: one way for each family that the person may create and the product can be sold as.
import { TEMPLATE_FAMILIES, formsNeeded } from '@sealwright/contract'
import type { ProductRow } from '@sealwright/contract'
import { FilePlus2 } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useCallback } from 'react'
import { usePhrases } from '../../../lib/i18n.tsx'
import { pathTo } from '../../../lib/navigate.tsx'
import { hasAccess, useSession } from '../../../lib/session.tsx'
import { FAMILIES } from '../template-family.ts'

interface NewTemplateAction {
  key: string
  label: string
  icon: LucideIcon
  href: string
}

export function useNewTemplateActions(): (product: Pick<ProductRow, 'licenseId' | 'licenseForm'>) => NewTemplateAction[] {
  const t = usePhrases()
  const session = useSession()
  return useCallback(
    ({ licenseId, licenseForm }) =>
      TEMPLATE_FAMILIES.filter((family) => hasAccess(session, FAMILIES[family].access.create) && (formsNeeded(family, null) & licenseForm) !== 0).map((family) => ({
        key: family,
        label: t(`template.titles.new.${family}`),
        icon: FilePlus2,
        href: pathTo(`${FAMILIES[family].path}/new`, { licenseId: String(licenseId) }),
      })),
    [session, t],
  )
}
