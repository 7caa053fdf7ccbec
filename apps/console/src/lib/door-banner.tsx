// The maintenance banner on pages without a session.
import { identityCalls } from '@sealwright/contract'
import { useAnswer } from './call/client.ts'
import { MaintenanceBanner } from './maintenance-banner.tsx'

export function DoorBanner() {
  const { data } = useAnswer(identityCalls.door, {}, { staleMs: Number.POSITIVE_INFINITY })
  return <MaintenanceBanner banner={data?.banner} />
}
