// The search parameters that make the bill list show due bills. In its own file, so that the shell does not load the
// screens.
export const DUE_BILLS = { tab: 'bills', category: 'platform', status: 'pending' } as const
