// All privileges, flat and sorted, as `area.verb`. Screens, calls and roles use these names.
import type { ScopeKind } from './scope-kinds.ts'

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
  'activity.blacklist',
  'activity.create',
  'activity.delete',
  'activity.publish',
  'activity.report',
  'activity.update',
  'activity.view',
  'admin.create',
  'admin.delete',
  'admin.update',
  'admin.view',
  'approve.create',
  'approve.delete',
  'approve.update',
  'approve.view',
  'audit.decide',
  'audit.view',
  'billing.create',
  'billing.update',
  'billing.view',
  'config.update',
  'config.view',
  'controlLock.reveal',
  'controlLock.view',
  'customer.create',
  'customer.delete',
  'customer.update',
  'customer.view',
  'developer.update',
  'developer.view',
  'dongleLicense.delete',
  'dongleLicense.deliver',
  'dongleLicense.export',
  'dongleLicense.issue',
  'dongleLicense.update',
  'dongleLicense.view',
  'dongleTemplate.create',
  'dongleTemplate.delete',
  'dongleTemplate.update',
  'dongleTemplate.view',
  'emailTemplate.create',
  'emailTemplate.delete',
  'emailTemplate.update',
  'emailTemplate.view',
  'integrator.create',
  'integrator.delete',
  'integrator.update',
  'integrator.view',
  'lending.update',
  'lending.view',
  'offline.exchange',
  'offline.view',
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
  'sender.create',
  'sender.delete',
  'sender.update',
  'sender.view',
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
  'statistics.export',
  'statistics.view',
  'tag.create',
  'tag.delete',
  'tag.update',
  'tag.view',
  'user.create',
  'user.delete',
  'user.export',
  'user.update',
  'user.view',
  'userLock.export',
  'userLock.lock',
  'userLock.update',
  'userLock.view',
  'webhook.update',
  'webhook.view',
] as const

export type Privilege = (typeof PRIVILEGES)[number]
/** The area of a privilege. The menu groups by it. */
export type PrivilegeArea = Privilege extends `${infer Area}.${string}` ? Area : never
export const areaOf = (privilege: Privilege) => privilege.slice(0, privilege.indexOf('.')) as PrivilegeArea // by type
export const PRIVILEGE_AREAS: readonly PrivilegeArea[] = [...new Set(PRIVILEGES.map(areaOf))]

export function isPrivilege(value: string): value is Privilege {
  return (PRIVILEGES as readonly string[]).includes(value)
}

/** The privileges of one area, as the console stores them (such as `smartTemplatePrivilege`). */
export function privilegesOfArea(held: readonly string[], area: string): string[] {
  return held.filter((name) => name.startsWith(`${area}.`)).map((name) => name.slice(area.length + 1))
}

const ofAreas = (...areas: PrivilegeArea[]) => PRIVILEGES.filter((name) => areas.includes(areaOf(name)))
const viewing = (...areas: PrivilegeArea[]) => ofAreas(...areas).filter((name) => name.endsWith('.view'))
const TEMPLATES = [
  'smartTemplate',
  'accountTemplate',
  'snTemplate',
  'dongleTemplate',
] as const satisfies PrivilegeArea[]
/** The view privileges for a kind of row. Any one of them is enough to see the names of such rows. */
export const viewRights = (kind: ScopeKind): readonly Privilege[] =>
  viewing(...(kind === 'template' ? TEMPLATES : [kind]))
const LICENSES = ['smartLicense', 'accountLicense', 'snLicense', 'dongleLicense'] as const satisfies PrivilegeArea[]
const OVER_OTHERS = ['admin', 'role'] as const satisfies PrivilegeArea[]
/**
 * Areas that the `full` set leaves out. Privileges over other administrators, approvals, money, settings and what
 * leaves the center are granted one by one.
 */
const HANDED_OUT_SINGLY: readonly PrivilegeArea[] = [...OVER_OTHERS, 'approve', 'audit', 'billing', 'config', 'webhook']

/** Section 6: sets of privileges that can be selected together. */
export const PRIVILEGE_SETS = {
  full: PRIVILEGES.filter((name) => !HANDED_OUT_SINGLY.includes(areaOf(name))),
  template: [...viewing('product'), ...ofAreas(...TEMPLATES)],
  user: ofAreas('user', 'customer', 'tag'),
  issuing: [
    ...viewing('product', ...TEMPLATES, 'user', 'userLock', 'customer', 'tag'),
    ...ofAreas(...LICENSES).filter((name) => !name.endsWith('.delete')),
  ],
  /** Promotion mails go to users with a tag. */
  campaign: [...viewing('product', 'accountTemplate', 'user', 'tag'), ...ofAreas('activity')],
  campaignReport: ['activity.report', 'activity.view'],
  account: ofAreas(...OVER_OTHERS),
  /** Includes `developer.view`, because the API password is on the developer page. */
  packing: [...ofAreas('packing'), ...viewing('product', 'developer')],
} as const satisfies Record<string, readonly Privilege[]>
export type PrivilegeSet = keyof typeof PRIVILEGE_SETS

/**
 * Privileges of an integrator's members: view the assigned products, templates and licenses, and deliver codes from
 * their stock.
 */
export const INTEGRATOR_PRIVILEGES: readonly Privilege[] = [
  ...viewing('product', ...TEMPLATES),
  'smartLicense.deliver',
  'smartLicense.view',
  'snLicense.deliver',
  'snLicense.view',
  'dongleLicense.deliver',
  'dongleLicense.view',
  'userLock.view',
]
