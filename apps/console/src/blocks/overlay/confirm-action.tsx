// Asks before doing what cannot be taken back: the question says what happens, the button says the verb. The dialog
// stays while the action runs and closes when it is done or refused.
import { confirm } from '../../lib/dialog/dialog.tsx'

interface ConfirmedAction {
  title: string
  /** What happens, and what does not. */
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
