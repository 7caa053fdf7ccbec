// Leaving a form with changes asks first: going to another screen, another tab of the same one, or away from the
// console.
import { confirm } from '../../lib/dialog/dialog.tsx'
import { useGuard } from '../../lib/place/place.ts'
import { STORED } from '../../lib/stored.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Form } from './form-state.ts'

export function useLeaveGuard<Values extends object>(form: Form<Values>): void {
  const t = usePhrases()
  useGuard(
    // A session that is over has nothing to stay for: what is behind the question is gone already.
    async () =>
      form.isDirty() &&
      STORED.ssId.get() !== undefined &&
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
