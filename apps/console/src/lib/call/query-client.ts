// The query cache of the page. Sign-out and session expiry clear it.
import { Refusal } from '@sealwright/client'
import { QueryClient } from '@tanstack/react-query'

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // A refusal is final; only a lost connection is retried.
      retry: (failures, error) => !(error instanceof Refusal) && failures < 2,
      networkMode: 'always',
    },
    mutations: { networkMode: 'always' },
  },
})
