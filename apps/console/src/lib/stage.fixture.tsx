// The stage for screen tests: screens at their addresses, in Chinese, signed in, with plain functions as the server.
// Only the network is replaced.
import { LIMITS, identityCalls } from '@sealwright/contract'
import type { AnswerOf, Call } from '@sealwright/contract'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import type { ComponentType } from 'react'
import { vi } from 'vitest'
import { queryClient } from './call/query-client.ts'
import { DialogHost } from './dialog/dialog.tsx'
import { SidePanelHost } from './dialog/side-panel-host.tsx'
import { setNavigation } from './place/go.ts'
import { ShownPlace, followHistory, goToPlace, usePlace } from './place/place.ts'
import { STORED } from './stored.ts'
import { PhrasesProvider, showLanguage } from './words/i18n.tsx'

interface Answer {
  code?: number
  desc?: string
  data: unknown
}
/** A `Response` is returned as it is, for files and event streams. */
type Handler = (payload: Record<string, unknown>) => Answer | Response | Promise<Answer | Response>

/** The default session; a test can answer another one. */
export const session: AnswerOf<typeof identityCalls.current> = {
  account: { id: 'account-1', email: 'lin@example.com', mobile: null, userName: null, displayName: 'Lin' },
  developer: {
    id: '1',
    name: 'Dev',
    devType: 0,
    timeZone: 'Asia/Shanghai',
    devInfo: { status: 'formal', displayName: 'Dev', trial: null },
    developerServiceStatus: 'normal',
    serviceFeeConfig: { amountFen: 0, periodMonths: 12, paidUntil: null },
    standing: { isOverdue: false, since: null, owedFen: 0, graceUntil: null },
  },
  isMainAccount: true,
  viewAs: null,
  menuPrivilege: [],
  privileges: ['product.view', 'product.create', 'product.update', 'product.delete'],
  limited: [],
  smartTemplatePrivilege: [],
  smartLicensePrivilege: [],
  developerConfig: [],
  costType: { cloud_license: [], soft_license: [] },
  groupConcurrentTypes: [],
  priceTiers: [],
  pageSize: LIMITS.page.tableSizes[0],
  confirmAboveFen: 50_000,
  timeFormat: 'yyyy-MM-dd HH:mm',
  locale: 'zh',
  timeZone: 'Asia/Shanghai',
  timeZoneId: 86,
  demo: false,
  sandbox: false,
  serverTime: '2026-01-01T00:00:00.000Z',
}

export interface Stage {
  /** The payloads of all calls, in order. */
  sent: { path: string; payload: Record<string, unknown> }[]
  address: () => string
  go: (href: string) => Promise<void>
}

let unfollow: (() => void) | undefined

function Shown({ screens }: { screens: Record<string, ComponentType> }) {
  const place = usePlace()
  const Screen = screens[place.path]
  return <ShownPlace value={place}>{Screen && <Screen key={place.path} />}</ShownPlace>
}

export async function openStage(
  screens: Record<string, ComponentType>,
  href: string,
  handlers: readonly [Call, Handler][],
): Promise<Stage> {
  const sent: Stage['sent'] = []
  const answers = new Map<string, Handler>([
    [identityCalls.current.path, () => ({ data: session })],
    ...handlers.map(([call, handler]) => [call.path as string, handler] as const),
  ])
  vi.stubGlobal('fetch', async (input: string, init?: RequestInit) => {
    const path = input.split('?', 1)[0] ?? input
    const body = typeof init?.body === 'string' ? init.body : ''
    const fields = init?.body instanceof FormData ? init.body : new URLSearchParams(body)
    const payload: Record<string, unknown> = body.startsWith('{')
      ? (JSON.parse(body) as Record<string, unknown>)
      : Object.fromEntries(fields) // our own client wrote it
    sent.push({ path, payload })
    const answer = (await answers.get(path)?.(payload)) ?? { data: {} }
    if (answer instanceof Response) return answer
    const { code = 0, desc = '', data } = answer
    return Response.json({ code, desc, data })
  })
  queryClient.clear()
  STORED.ssId.set('handle-of-lin')
  STORED.verifyUrlList.set([])
  await showLanguage('zh')
  // Keep a history entry that the test prepared: it may have a fragment or a state.
  if (location.pathname + location.search !== href) history.replaceState(null, '', href)
  unfollow?.()
  unfollow = followHistory()
  setNavigation({ go: goToPlace, prefetch: () => undefined })
  await act(async () => {
    render(
      <QueryClientProvider client={queryClient}>
        <PhrasesProvider>
          <Shown screens={screens} />
          <SidePanelHost />
          <DialogHost />
        </PhrasesProvider>
      </QueryClientProvider>,
    )
  })
  return {
    sent,
    address: () => location.pathname + location.search + location.hash,
    go: (to) => act(async () => goToPlace(to, {})),
  }
}

/** For tests that open a second stage. The setup file clears the stage after each test. */
export function clearStage(): void {
  vi.unstubAllGlobals()
  queryClient.clear()
  localStorage.clear()
  sessionStorage.clear()
}
