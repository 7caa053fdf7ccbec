// Rights as people see them: areas in the order of the menu, verbs in the order of use. Which rights there are is the
// contract's to say; one of an area or verb that is new there shows up here by itself, at the end.
import { PRIVILEGES, PRIVILEGE_AREAS, PRIVILEGE_SETS, areaOf } from '@sealwright/contract'
import type { Privilege, PrivilegeArea, PrivilegeSet } from '@sealwright/contract'

type Verb = Privilege extends `${string}.${infer Name}` ? Name : never

const verbOf = (privilege: Privilege) => privilege.slice(privilege.indexOf('.') + 1) as Verb // what stands behind the dot, as the type says

const FIRST_AREAS: readonly PrivilegeArea[] = [
  'product',
  'smartTemplate',
  'accountTemplate',
  'snTemplate',
  'dongleTemplate',
  'smartLicense',
  'accountLicense',
  'snLicense',
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

/** A set whose rights do not exist is not offered. */
export const SETS = (Object.keys(PRIVILEGE_SETS) as PrivilegeSet[]).filter((set) => PRIVILEGE_SETS[set].length > 0) // keys of a const object

/**
 * What goes along with these: nothing is done with rows that are not seen. Given, each brings the sight of its area;
 * taken away, that takes the area.
 */
export function alongWith(names: readonly Privilege[], isGranted: boolean): readonly Privilege[] {
  return names.flatMap((name) => {
    const view = rightOf(areaOf(name), 'view')
    if (isGranted) return view ? [view, name] : [name]
    return name === view ? rightsOfArea(areaOf(name)) : [name]
  })
}

/**
 * These rights with some more, or with some less; sorted as the contract sorts them, so that the same rights are the
 * same list.
 */
export function changed(
  rights: readonly Privilege[],
  some: readonly Privilege[],
  isGranted: boolean,
): readonly Privilege[] {
  return PRIVILEGES.filter((name) => (some.includes(name) ? isGranted : rights.includes(name)))
}
