import { beginWork } from '../lib/call/progress.ts'
import { loadInTime } from '../lib/load-in-time.ts'
import { toast } from '../lib/toast.ts'
// Opens a dialog whose code comes when it is first asked for; what does not come is told in a toast.
import { say } from '../lib/words/i18n.tsx'

/** Resolves when the dialog is closed. */
export async function openPart(load: () => Promise<() => Promise<unknown>>): Promise<void> {
  const endWork = beginWork()
  const show = await loadInTime(load)
    .catch(() => toast.warning(say('shell.failed.partNotLoaded')))
    .finally(endWork)
  await show?.()
}
