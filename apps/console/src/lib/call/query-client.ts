// The cache of answers. One per page: code outside components (signing out, session expiry) empties it too.
import { Refusal } from '@sealwright/client'
import { QueryClient } from '@tanstack/react-query'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A refusal is a decision and stays one; only a lost connection is worth a second try.
      retry: (failures, error) => !(error instanceof Refusal) && failures < 2,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
