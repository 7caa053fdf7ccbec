// The path of each license family, and the privileges for its screens and actions. Separate from license-family.ts, so
// that the menu does not load the calls.
import { licensePath, licensePrivilege, privilege } from '@sealwright/contract'
import type { Access, LicenseFamily, LicenseVerb } from '@sealwright/contract'

export type PcKind = Exclude<LicenseFamily, 'smart'>
export type LicensePath = '/license' | `/pc/license/${PcKind}`

export interface LicensePlace {
  path: LicensePath
  access: Record<LicenseVerb, Access>
}

function placeOf(family: LicenseFamily): LicensePlace {
  const may = (verb: LicenseVerb) => privilege(licensePrivilege(family, verb))
  return {
    path: licensePath(family),
    access: {
      delete: may('delete'),
      deliver: may('deliver'),
      export: may('export'),
      issue: may('issue'),
      lock: may('lock'),
      unbind: may('unbind'),
      update: may('update'),
      view: may('view'),
    },
  }
}

export const PLACES: Readonly<Record<LicenseFamily, LicensePlace>> = {
  smart: placeOf('smart'),
  account: placeOf('account'),
  sn: placeOf('sn'),
}
