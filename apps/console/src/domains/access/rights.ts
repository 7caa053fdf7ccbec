// The order of rights in the interface: areas as in the menu, verbs by frequency. The contract declares the rights; new
// areas and verbs appear at the end.
import { PRIVILEGES, PRIVILEGE_AREAS, PRIVILEGE_SETS, areaOf } from '@sealwright/contract'
import type { Privilege, PrivilegeArea, PrivilegeSet } from '@sealwright/contract'

type Verb = Privilege extends `${string}.${infer Name}` ? Name : never

// A verb is the part after the dot, as the type says.
const verbOf = (privilege: Privilege) => privilege.slice(privilege.indexOf('.') + 1) as Verb

const FIRST_AREAS: readonly PrivilegeArea[] = [
  'product',
  'smartTemplate',
  'accountTemplate',
  'snTemplate',
  'dongleTemplate',
  'smartLicense',
  'accountLicense',
  'snLicense',
  'dongleLicense',
  'userLock',
  'controlLock',
  'runtime',
  'signingKey',
  'user',
  'customer',
  'tag',
  'integrator',
  'developer',
  'packing',
  'admin',
  'role',
]
const FIRST_VERBS: readonly Verb[] = ['view', 'create', 'update', 'delete']

export const AREAS: readonly PrivilegeArea[] = [...new Set([...FIRST_AREAS, ...PRIVILEGE_AREAS])]
export const VERBS: readonly Verb[] = [...new Set([...FIRST_VERBS, ...PRIVILEGES.map(verbOf)])]

export function rightOf(area: PrivilegeArea, verb: Verb): Privilege | undefined {
  return PRIVILEGES.find((name) => areaOf(name) === area && verbOf(name) === verb)
}

export const rightsOfArea = (area: PrivilegeArea) => PRIVILEGES.filter((name) => areaOf(name) === area)
export const rightsOfVerb = (verb: Verb) => PRIVILEGES.filter((name) => verbOf(name) === verb)

const ALL_SETS = Object.keys(PRIVILEGE_SETS) as PrivilegeSet[] // keys of a const object
/** Without sets that are empty in this version. */
export const SETS = ALL_SETS.filter((set) => PRIVILEGE_SETS[set].length > 0)

/**
 * These rights and those that change with them: granting a right also grants viewing its area; revoking the right to
 * view an area revokes the whole area.
 */
export function alongWith(names: readonly Privilege[], isGranted: boolean): readonly Privilege[] {
  return names.flatMap((name) => {
    const view = rightOf(areaOf(name), 'view')
    if (isGranted) return view ? [view, name] : [name]
    return name === view ? rightsOfArea(areaOf(name)) : [name]
  })
}

/**
 * Adds rights to a list or removes them. The result has the order of the contract, so equal sets are equal lists.
 */
export function changed(
  rights: readonly Privilege[],
  some: readonly Privilege[],
  isGranted: boolean,
): readonly Privilege[] {
  return PRIVILEGES.filter((name) => (some.includes(name) ? isGranted : rights.includes(name)))
}
