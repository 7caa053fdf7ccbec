// Asks before a form with changes is left: for another screen, another tab of the same screen, or another site. It does
// not ask after the session ended, because the form can no longer be saved; some forms keep the changes then.
import { useEffect, useEffectEvent } from 'react'
import { confirm } from '../../lib/dialog/dialog.tsx'
import { useGuard } from '../../lib/place/place.ts'
import { surface } from '../../lib/surface.ts'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Form } from './form-state.ts'
import { keepForm } from './interrupted.ts'

export function useLeaveGuard<Values extends object>(form: Form<Values>): void {
  const t = usePhrases()

  useGuard(async () => {
    if (!form.isDirty()) return false
    if (surface().handle.get() === undefined) {
      form.keep()
      return false
    }
    return !(await confirm({
      title: t('blocks.form.leaveTitle'),
      body: t('blocks.form.leaveBody'),
      confirmText: t('blocks.form.leave'),
      cancelText: t('blocks.form.stay'),
      tone: 'danger',
    }))
  }, form.isDirty)

  const begin = useEffectEvent(() => {
    keepForm()
    if (form.isBroughtBack) toast.info(t('blocks.form.broughtBack'))
  })
  useEffect(() => begin(), [])
}
