// Whose rows a session sees. Apart from the privileges, because the sign-in page needs no list of them.

/** The organization of a session: the developer itself or an integrator. */
export const DEV_TYPES = { developer: 0, integrator: 1 } as const

/**
 * Kinds of rows that row scope can restrict. Templates follow the scope of their products; only integrators have
 * templates assigned to them directly.
 */
export const SCOPE_KINDS = ['product', 'user', 'customer', 'template', 'userLock'] as const
export type ScopeKind = (typeof SCOPE_KINDS)[number]
