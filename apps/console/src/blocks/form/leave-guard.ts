// Asks before a form with changes is left: for another screen, another tab of the same screen, or another site.
import { confirm } from '../../lib/dialog/dialog.tsx'
import { useGuard } from '../../lib/place/place.ts'
import { surface } from '../../lib/surface.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Form } from './form-state.ts'

export function useLeaveGuard<Values extends object>(form: Form<Values>): void {
  const t = usePhrases()
  useGuard(
    // Do not ask after the session ended: the form can no longer be saved.
    async () =>
      form.isDirty() &&
      surface().handle.get() !== undefined &&
      !(await confirm({
        title: t('blocks.form.leaveTitle'),
        body: t('blocks.form.leaveBody'),
        confirmText: t('blocks.form.leave'),
        cancelText: t('blocks.form.stay'),
        tone: 'danger',
      })),
    form.isDirty,
  )
}
