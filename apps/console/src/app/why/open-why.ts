// Opens the answer to "why can't I see this?". Its code comes with the first question; one that does not come is told in a toast.
import { say } from '../../lib/i18n.tsx'
import { loadInTime } from '../../lib/load-in-time.ts'
import { beginWork } from '../../lib/progress.ts'
import { toast } from '../../lib/toast.ts'
import type { WhyAbout } from '../../lib/why.ts'

export async function openWhy(about: WhyAbout): Promise<void> {
  const endWork = beginWork()
  try {
    const { showWhy } = await loadInTime(() => import('./why-dialog.tsx'))
    void showWhy(about)
  } catch {
    toast.warning(say('shell.failed.partNotLoaded'))
  } finally {
    endWork()
  }
}
