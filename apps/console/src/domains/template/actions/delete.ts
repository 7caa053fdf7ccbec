// Deletes one or several templates after a confirmation that explains the effect. Licenses issued from them remain.
import type { TemplateFamily, TemplateRow } from '@sealwright/contract'
import { useCallback } from 'react'
import { confirmAction } from '../../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { FAMILIES } from '../template-family.ts'

type Named = Pick<TemplateRow, 'guid' | 'name'>

export function useDeleteTemplate(family: TemplateFamily, onDone?: () => void): (template: Named) => void {
  const t = usePhrases()
  const { calls, where } = FAMILIES[family]
  const { act } = useAct(calls.delete, {
    onDone: () => {
      toast.success(t('template.delete.done'))
      onDone?.()
    },
  })
  return useCallback(
    ({ guid, name }) =>
      void confirmAction({
        title: t('template.delete.title'),
        consequence: t('template.delete.consequence', { name, family }),
        verb: t('template.actions.delete'),
        run: () => act({ ...where, templateGuid: guid }),
      }),
    [act, family, where, t],
  )
}

export function useDeleteTemplates(family: TemplateFamily): (templates: readonly Named[], done: () => void) => void {
  const t = usePhrases()
  const { calls, where } = FAMILIES[family]
  const { act } = useAct(calls.batchDelete, {
    onDone: ({ deleted, skipped }) =>
      toast.success(
        skipped > 0
          ? t('template.batchDelete.doneSkipped', { deleted, skipped })
          : t('template.batchDelete.done', { deleted }),
      ),
  })
  return useCallback(
    (templates, done) =>
      void confirmAction({
        title: t('template.batchDelete.title', { count: templates.length }),
        consequence: t('template.batchDelete.consequence', { family }),
        verb: t('template.actions.delete'),
        run: async () => {
          if (await act({ ...where, templateGuids: templates.map(({ guid }) => guid) })) done()
        },
      }),
    [act, family, where, t],
  )
}
