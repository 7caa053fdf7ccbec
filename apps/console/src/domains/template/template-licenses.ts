// Links for issuing and listing the licenses of a template. A link is undefined if its screen does not exist or the
// person may not open it.
import { DONGLE_LICENSE_STATUSES } from '@sealwright/contract'
import type { TemplateFamily } from '@sealwright/contract'
import { useMemo } from 'react'
import { useCanOpen } from '../../lib/session/can.tsx'
import { FAMILIES } from './template-family.ts'

export interface LicenseWays {
  issue: ((templateGuid: string) => string) | undefined
  all: ((templateGuid: string) => string) | undefined
  effective: ((templateGuid: string) => string) | undefined
}

/** The filter of licenses in dongles knows only statuses. */
const { notUpgraded, upgraded } = DONGLE_LICENSE_STATUSES
const EFFECTIVE: Readonly<Record<TemplateFamily, string>> = {
  smart: 'effective=1',
  account: 'effective=1',
  sn: 'effective=1',
  dongle: `status=${encodeURIComponent(JSON.stringify([notUpgraded, upgraded]))}`,
}

export function useLicenseWays(family: TemplateFamily): LicenseWays {
  const list = family === 'smart' ? '/license' : `/pc/license/${family}`
  const isListed = useCanOpen(list)
  const isIssued = useCanOpen(`${list}/new`)
  return useMemo(
    () => ({
      issue: isIssued ? (guid) => `${list}/new?sourcePath=${FAMILIES[family].path}&templateGuid=${guid}` : undefined,
      all: isListed ? (guid) => `${list}?templateGuid=${guid}` : undefined,
      effective: isListed ? (guid) => `${list}?templateGuid=${guid}&${EFFECTIVE[family]}` : undefined,
    }),
    [family, list, isListed, isIssued],
  )
}
