// Every right there is, flat and sorted: `area.verb`. A screen, a call and a role all name rights from here.
export const PRIVILEGES = [
  'accountLicense.delete',
  'accountLicense.export',
  'accountLicense.issue',
  'accountLicense.lock',
  'accountLicense.unbind',
  'accountLicense.update',
  'accountLicense.view',
  'accountTemplate.create',
  'accountTemplate.delete',
  'accountTemplate.update',
  'accountTemplate.view',
  'admin.create',
  'admin.delete',
  'admin.update',
  'admin.view',
  'billing.create',
  'billing.update',
  'billing.view',
  'customer.create',
  'customer.delete',
  'customer.update',
  'customer.view',
  'developer.update',
  'developer.view',
  'dongleTemplate.create',
  'dongleTemplate.delete',
  'dongleTemplate.update',
  'dongleTemplate.view',
  'integrator.create',
  'integrator.delete',
  'integrator.update',
  'integrator.view',
  'packing.view',
  'product.create',
  'product.delete',
  'product.update',
  'product.view',
  'role.create',
  'role.delete',
  'role.update',
  'role.view',
  'runtime.release',
  'runtime.update',
  'runtime.view',
  'signingKey.update',
  'signingKey.view',
  'smartLicense.delete',
  'smartLicense.deliver',
  'smartLicense.export',
  'smartLicense.issue',
  'smartLicense.lock',
  'smartLicense.unbind',
  'smartLicense.update',
  'smartLicense.view',
  'smartTemplate.create',
  'smartTemplate.delete',
  'smartTemplate.update',
  'smartTemplate.view',
  'snLicense.delete',
  'snLicense.deliver',
  'snLicense.export',
  'snLicense.issue',
  'snLicense.lock',
  'snLicense.unbind',
  'snLicense.update',
  'snLicense.view',
  'snTemplate.create',
  'snTemplate.delete',
  'snTemplate.update',
  'snTemplate.view',
  'tag.create',
  'tag.delete',
  'tag.update',
  'tag.view',
  'user.create',
  'user.delete',
  'user.export',
  'user.update',
  'user.view',
] as const

export type Privilege = (typeof PRIVILEGES)[number]
/** The area of a right: what the menu groups by. */
export type PrivilegeArea = Privilege extends `${infer Area}.${string}` ? Area : never
export const areaOf = (privilege: Privilege) => privilege.slice(0, privilege.indexOf('.')) as PrivilegeArea // what stands before the dot, as the type says
export const PRIVILEGE_AREAS: readonly PrivilegeArea[] = [...new Set(PRIVILEGES.map(areaOf))]

export function isPrivilege(value: string): value is Privilege {
  return (PRIVILEGES as readonly string[]).includes(value)
}

/** The rights of one area, as the console stores them (`smartTemplatePrivilege` and the like). */
export function privilegesOfArea(held: readonly string[], area: string): string[] {
  return held.filter((name) => name.startsWith(`${area}.`)).map((name) => name.slice(area.length + 1))
}

/** What a session is of: the developer itself, which has administrators, or an integrator. */
export const DEV_TYPES = { developer: 0, integrator: 1 } as const

/**
 * Of which rows somebody may see only a part. A template is seen with its products; `template` is for integrators, who
 * see of these what is assigned.
 */
export const SCOPE_KINDS = ['product', 'user', 'customer', 'template'] as const
export type ScopeKind = (typeof SCOPE_KINDS)[number]

const ofAreas = (...areas: PrivilegeArea[]) => PRIVILEGES.filter((name) => areas.includes(areaOf(name)))
const viewing = (...areas: PrivilegeArea[]) => ofAreas(...areas).filter((name) => name.endsWith('.view'))
const TEMPLATES = [
  'smartTemplate',
  'accountTemplate',
  'snTemplate',
  'dongleTemplate',
] as const satisfies PrivilegeArea[]
/** Any of these is needed to be told the names of such rows. */
export const viewRights = (kind: ScopeKind): readonly Privilege[] =>
  viewing(...(kind === 'template' ? TEMPLATES : [kind]))
const LICENSES = ['smartLicense', 'accountLicense', 'snLicense'] as const satisfies PrivilegeArea[]
const OVER_OTHERS = ['admin', 'role'] as const satisfies PrivilegeArea[]
/** What only the super administrator hands out unasked: rights over others, and over money. */
const HANDED_OUT_SINGLY: readonly PrivilegeArea[] = [...OVER_OTHERS, 'billing']

/** Section 6: rights that are chosen together. A set whose rights do not exist yet is not offered. */
export const PRIVILEGE_SETS = {
  full: PRIVILEGES.filter((name) => !HANDED_OUT_SINGLY.includes(areaOf(name))),
  template: [...viewing('product'), ...ofAreas(...TEMPLATES)],
  user: ofAreas('user', 'customer', 'tag'),
  issuing: [
    ...viewing('product', ...TEMPLATES, 'user', 'customer', 'tag'),
    ...ofAreas(...LICENSES).filter((name) => !name.endsWith('.delete')),
  ],
  account: ofAreas(...OVER_OTHERS),
  /** With `developer`, on whose page the API password is. */
  packing: [...ofAreas('packing'), ...viewing('product', 'developer')],
} as const satisfies Record<string, readonly Privilege[]>
export type PrivilegeSet = keyof typeof PRIVILEGE_SETS

/** What the people of an integrator may: look at what is assigned to them, and hand out the codes of their stock. */
export const INTEGRATOR_PRIVILEGES: readonly Privilege[] = [
  ...viewing('product', ...TEMPLATES),
  'smartLicense.deliver',
  'smartLicense.view',
  'snLicense.deliver',
  'snLicense.view',
]
