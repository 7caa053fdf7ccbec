// Which bills wait for somebody to pay them, as the address of their list says it. Apart from the screens, so that the
// shell loads none of them.
export const DUE_BILLS = { tab: 'bills', category: 'platform', status: 'pending' } as const
