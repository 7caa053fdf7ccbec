// Withdrawing, enabling, disabling and deleting a template. Each asks first and says what changes for the mails.
import { canDeleteTemplate, canReview, emailTemplateCalls, emailTypeOf } from '@sealwright/contract'
import type { EmailTemplateRow } from '@sealwright/contract'
import { CirclePause, CirclePlay, Undo2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { useDelete, useEntityActions } from '../../blocks/entity/entity-actions.ts'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../lib/call/client.ts'
import { useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { emailTemplate } from './email-template.entity.tsx'

/** The steps of the review that an administrator can take with a row now. */
export function useReviewActions(): (row: EmailTemplateRow) => RowAction[] {
  const t = usePhrases()
  const canUpdate = useCan(emailTemplateCalls.enable)
  const { act: withdraw } = useAct(emailTemplateCalls.withdraw)
  const { act: enable } = useAct(emailTemplateCalls.enable)
  const { act: disable } = useAct(emailTemplateCalls.disable)
  return useMemo(() => {
    const icons = { withdraw: Undo2, enable: CirclePlay, disable: CirclePause }
    const acts = {
      withdraw: ({ guid }: EmailTemplateRow) => withdraw({ guid }),
      enable: ({ guid, inUse }: EmailTemplateRow) => enable({ guid, ...(inUse && { replacing: inUse.guid }) }),
      disable: ({ guid }: EmailTemplateRow) => disable({ guid }),
    }
    const ask = (event: keyof typeof acts, row: EmailTemplateRow) => {
      const { name, inUse } = row
      const type = t(`emailTemplate.types.${emailTypeOf(row.type)}`)
      const language = t(`emailTemplate.languages.${row.language}`)
      const replaced = event === 'enable' && inUse ? t('emailTemplate.enable.replaces', { present: inUse.name }) : ''
      return confirmAction({
        title: t(`emailTemplate.${event}.title`, { name }),
        consequence: [t(`emailTemplate.${event}.consequence`, { type, language }), replaced].filter(Boolean).join(' '),
        verb: t(`emailTemplate.actions.${event}`),
        isDanger: event === 'disable',
        run: async () => {
          if (await acts[event](row)) toast.success(t(`emailTemplate.${event}.done`, { name }))
        },
      })
    }
    const events = ['enable', 'disable', 'withdraw'] as const
    return (row) =>
      events
        .filter((event) => canUpdate && canReview(row.status, event))
        .map((event) => ({
          key: event,
          label: t(`emailTemplate.actions.${event}`),
          icon: icons[event],
          onSelect: () => void ask(event, row),
        }))
  }, [t, canUpdate, withdraw, enable, disable])
}

export function useDeleteTemplate(onDone?: () => void) {
  const t = usePhrases()
  const consequenceOf = useCallback(() => t('emailTemplate.deleteConsequence'), [t])
  return useDelete(emailTemplate, consequenceOf, onDone)
}

/** Everything that the person can do with a row now. */
export function useTemplateActions(): (row: EmailTemplateRow) => RowAction[] {
  const review = useReviewActions()
  const { view, edit, remove } = useEntityActions(emailTemplate, useDeleteTemplate())
  return useCallback(
    (row) => [
      ...view(row),
      ...(canReview(row.status, 'resubmit') ? edit(row) : []),
      ...review(row),
      ...(canDeleteTemplate(row.status) ? remove(row) : []),
    ],
    [view, edit, review, remove],
  )
}
