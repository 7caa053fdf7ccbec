// Asks before a form with changes is left: for another screen, another tab of the same screen, or another site. It does
// not ask after the session ended, because the form can no longer be saved. What was typed comes back when the same
// person opens the form again.
import { useEffect, useEffectEvent } from 'react'
import { confirm } from '../../lib/dialog/dialog.tsx'
import { useGuard } from '../../lib/place/place.ts'
import { useMaybePerson } from '../../lib/session/person.ts'
import { surface } from '../../lib/surface.ts'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { isSame } from './form-state.ts'
import type { Change, Form } from './form-state.ts'

/** The changes that a session left behind. In memory only: a later person in this browser must not find them. */
let interrupted: { personId: string | undefined; href: string; changes: Change[] } | undefined

const hrefNow = () => location.pathname + location.search

export function useLeaveGuard<Values extends object>(form: Form<Values>): void {
  const t = usePhrases()
  const personId = useMaybePerson()?.id

  useGuard(async () => {
    if (!form.isDirty()) return false
    if (surface().handle.get() === undefined) {
      interrupted = { personId, href: hrefNow(), changes: form.changes() }
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

  const bringBack = useEffectEvent(() => {
    const left = interrupted
    interrupted = undefined
    if (left === undefined || left.personId !== personId || left.href !== hrefNow()) return
    // What somebody else has changed meanwhile stays as it is now.
    const still = left.changes.filter(({ name, before }) => isSame(form.startOf(name), before))
    for (const { name, value } of still) form.set(name as keyof Values & string, value as Values[keyof Values & string])
    if (still.length > 0) toast.info(t('blocks.form.broughtBack'))
  }) // the names and values are those of the same form
  useEffect(() => bringBack(), [])
}
