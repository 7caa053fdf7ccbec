// Opens the answer to "why can't I see this?", whose code comes with the first question.
import type { WhyAbout } from '../../lib/session/why.ts'
import { openPart } from '../open-part.ts'

export async function openWhy(about: WhyAbout): Promise<void> {
  await openPart(async () => {
    const { showWhy } = await import('./why-panel.tsx')
    return () => showWhy(about)
  })
}
