// The privileges of platform operators and the roles that grant them. They are separate from the privileges of a
// developer's administrators: no role of a developer opens a call of the platform desk, and the other way round.

export const OPERATOR_PRIVILEGES = [
  'center.change',
  'center.view',
  'developer.decide',
  'developer.view',
  'developer.visit',
  'dongle.change',
  'dongle.view',
  'health.view',
  'log.view',
  'money.change',
  'money.view',
  'operator.manage',
  'operator.view',
  'review.decide',
  'review.view',
  'talk.send',
  'talk.view',
] as const
export type OperatorPrivilege = (typeof OPERATOR_PRIVILEGES)[number]

export const OPERATOR_ROLES = ['owner', 'reviewer', 'finance', 'support', 'auditor'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

const VIEWS = OPERATOR_PRIVILEGES.filter((name) => name.endsWith('.view'))

/** An operator has the privileges of all their roles. */
export const ROLE_PRIVILEGES: Readonly<Record<OperatorRole, readonly OperatorPrivilege[]>> = {
  owner: OPERATOR_PRIVILEGES,
  reviewer: ['developer.view', 'developer.decide', 'review.view', 'review.decide', 'health.view'],
  finance: ['developer.view', 'money.view', 'money.change', 'health.view'],
  support: [
    'developer.view',
    'developer.visit',
    'talk.view',
    'talk.send',
    'dongle.view',
    'dongle.change',
    'health.view',
  ],
  auditor: VIEWS,
}

export function privilegesOfRoles(roles: readonly OperatorRole[]): OperatorPrivilege[] {
  const held = new Set(roles.flatMap((role) => ROLE_PRIVILEGES[role]))
  return OPERATOR_PRIVILEGES.filter((name) => held.has(name))
}
