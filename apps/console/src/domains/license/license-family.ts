// The three families of licenses as the screens see them: where each lives, by which calls it is served, and what every payload of its calls carries.
// One set of screens serves all of them. Issuing differs in its payload, and is asked of the contract's calls directly.
import { licenseCalls, licensePrivilege, pcLicenseCalls, privilege } from '@sealwright/contract'
import type { Access, LicenseFamily, LicenseVerb } from '@sealwright/contract'
import { createElement } from 'react'
import type { ComponentType } from 'react'

type PcKind = Exclude<LicenseFamily, 'smart'>
export type LicensePath = '/license' | `/pc/license/${PcKind}`

export interface Family {
  family: LicenseFamily
  path: LicensePath
  calls: Omit<typeof licenseCalls, 'issue' | 'preview'>
  /** Goes into every payload. */
  where: { kind?: PcKind }
  access: Record<LicenseVerb, Access>
}

function familyOf(family: LicenseFamily): Family {
  const may = (verb: LicenseVerb) => privilege(licensePrivilege(family, verb))
  const access = { delete: may('delete'), deliver: may('deliver'), export: may('export'), issue: may('issue'), lock: may('lock'), unbind: may('unbind'), update: may('update'), view: may('view') }
  if (family === 'smart') return { family, path: '/license', calls: licenseCalls, where: {}, access }
  return { family, path: `/pc/license/${family}`, calls: pcLicenseCalls, where: { kind: family }, access }
}

export const FAMILIES: Readonly<Record<LicenseFamily, Family>> = { smart: familyOf('smart'), account: familyOf('account'), sn: familyOf('sn') }

/** A screen for each family, the same component each time: the router compares. */
export function screenOfFamily(Screen: ComponentType<{ family: Family }>): (family: LicenseFamily) => ComponentType {
  const of = (family: LicenseFamily) => () => createElement(Screen, { family: FAMILIES[family] })
  const screens: Readonly<Record<LicenseFamily, ComponentType>> = { smart: of('smart'), account: of('account'), sn: of('sn') }
  return (family) => screens[family]
}
