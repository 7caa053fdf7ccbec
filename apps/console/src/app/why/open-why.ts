// Opens the panel "why can't I see this?", whose code loads on first use.
import type { WhyAbout } from '../../lib/session/why.ts'
import { openPart } from '../open-part.ts'

export async function openWhy(about: WhyAbout): Promise<void> {
  await openPart(async () => {
    const { showWhy } = await import('./why-panel.tsx')
    return () => showWhy(about)
  })
}
