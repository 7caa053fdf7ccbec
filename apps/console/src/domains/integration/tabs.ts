// The tabs of the integration page. Each is a screen with its own address and access.
import { accessKeyCalls, signingKeyCalls, webhookCalls } from '@sealwright/contract'
import { hasAccess, useSession } from '../../lib/session/session.tsx'

const TABS = [
  { key: 'program', path: '/integration', access: signingKeyCalls.find.access },
  { key: 'signing', path: '/runtime/key', access: signingKeyCalls.find.access },
  { key: 'accessKey', path: '/accessKeyManage', access: accessKeyCalls.find.access },
  { key: 'webhook', path: '/integration/webhook', access: webhookCalls.find.access },
] as const

export type IntegrationTab = (typeof TABS)[number]['key']

/** The tabs that the person may open. */
export function useIntegrationTabs() {
  const session = useSession()
  return TABS.filter(({ access }) => hasAccess(session, access))
}
