// Enabling, disabling and deleting an integrator. Each states what happens to its members and asks first.
import { integratorCalls } from '@sealwright/contract'
import type { IntegratorRow } from '@sealwright/contract'
import { useCallback } from 'react'
import { useDelete } from '../../../blocks/entity/entity-actions.ts'
import { confirmAction } from '../../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { integrator } from '../integrator.entity.tsx'

type Named = Pick<IntegratorRow, 'guid' | 'name'>

/** Enables a disabled integrator and disables an enabled one, after asking. */
export function useSwitchIntegrator(): (row: Named & Pick<IntegratorRow, 'isEnabled'>) => void {
  const t = usePhrases()
  const { act: enable } = useAct(integratorCalls.enable)
  const { act: disable } = useAct(integratorCalls.disable)
  return useCallback(
    ({ guid, name, isEnabled }) =>
      void (isEnabled
        ? confirmAction({
            title: t('integrator.disable.title', { name }),
            consequence: t('integrator.disable.consequence'),
            verb: t('integrator.actions.disable'),
            run: async () => {
              const answer = await disable({ guid })
              if (answer) toast.success(t('integrator.disable.done', { name, count: answer.endedSessions }))
            },
          })
        : confirmAction({
            title: t('integrator.enable.title', { name }),
            consequence: t('integrator.enable.consequence'),
            verb: t('integrator.actions.enable'),
            isDanger: false,
            run: async () => {
              if (await enable({ guid })) toast.success(t('integrator.enable.done', { name }))
            },
          })),
    [enable, disable, t],
  )
}

export function useDeleteIntegrator(onDone?: () => void) {
  const t = usePhrases()
  const consequenceOf = useCallback(() => t('integrator.delete.consequence'), [t])
  return useDelete(integrator, consequenceOf, onDone)
}
