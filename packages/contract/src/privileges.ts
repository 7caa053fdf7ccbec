// Every right there is, flat and sorted: `area.verb`. A screen, a call and a role all name rights from here.
export const PRIVILEGES = [
  'accountTemplate.create',
  'accountTemplate.delete',
  'accountTemplate.update',
  'accountTemplate.view',
  'developer.update',
  'developer.view',
  'dongleTemplate.create',
  'dongleTemplate.delete',
  'dongleTemplate.update',
  'dongleTemplate.view',
  'product.create',
  'product.delete',
  'product.update',
  'product.view',
  'smartTemplate.create',
  'smartTemplate.delete',
  'smartTemplate.update',
  'smartTemplate.view',
  'snTemplate.create',
  'snTemplate.delete',
  'snTemplate.update',
  'snTemplate.view',
] as const

export type Privilege = (typeof PRIVILEGES)[number]
/** The area of a right: what the menu groups by. */
export type PrivilegeArea = Privilege extends `${infer Area}.${string}` ? Area : never

export function isPrivilege(value: string): value is Privilege {
  return (PRIVILEGES as readonly string[]).includes(value)
}

/** The rights of one area, as the console stores them (`smartTemplatePrivilege` and the like). */
export function privilegesOfArea(held: readonly string[], area: string): string[] {
  return held.filter((name) => name.startsWith(`${area}.`)).map((name) => name.slice(area.length + 1))
}
