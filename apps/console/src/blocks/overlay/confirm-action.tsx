// Asks before an action that cannot be undone. The dialog stays open while the action runs, and closes when it is done
// or refused.
import { confirm } from '../../lib/dialog/dialog.tsx'

interface ConfirmedAction {
  title: string
  /** The consequences of the action. */
  consequence: string
  verb: string
  isDanger?: boolean
  run: () => Promise<unknown>
}

export async function confirmAction({
  title,
  consequence,
  verb,
  isDanger = true,
  run,
}: ConfirmedAction): Promise<void> {
  await confirm({ title, body: consequence, confirmText: verb, tone: isDanger ? 'danger' : 'plain', onConfirm: run })
}
