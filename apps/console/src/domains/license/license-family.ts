// The three license families as the screens use them: path, calls, and the fields that every payload carries. One set
// of screens serves all three. Issuing has a different payload per family, so the issue screens use the contract's
// calls directly.
import { licenseCalls, pcLicenseCalls } from '@sealwright/contract'
import type { LicenseFamily } from '@sealwright/contract'
import { createElement } from 'react'
import type { ComponentType } from 'react'
import { PLACES } from './license-places.ts'
import type { LicensePlace, PcKind } from './license-places.ts'

export interface Family extends LicensePlace {
  family: LicenseFamily
  calls: Omit<typeof licenseCalls, 'issue' | 'preview'>
  /** Part of every payload. */
  where: { kind?: PcKind }
}

function familyOf(family: LicenseFamily): Family {
  if (family === 'smart') return { family, ...PLACES.smart, calls: licenseCalls, where: {} }
  return { family, ...PLACES[family], calls: pcLicenseCalls, where: { kind: family } }
}

export const FAMILIES: Readonly<Record<LicenseFamily, Family>> = {
  smart: familyOf('smart'),
  account: familyOf('account'),
  sn: familyOf('sn'),
}

/** Creates each family's component once: the router compares components by identity. */
export function screenOfFamily(Screen: ComponentType<{ family: Family }>): (family: LicenseFamily) => ComponentType {
  const of = (family: LicenseFamily) => () => createElement(Screen, { family: FAMILIES[family] })
  const screens: Readonly<Record<LicenseFamily, ComponentType>> = {
    smart: of('smart'),
    account: of('account'),
    sn: of('sn'),
  }
  return (family) => screens[family]
}
