// What a person can do with an endpoint, for its row and its page.
import { LIMITS, webhookCalls } from '@sealwright/contract'
import type { WebhookRow } from '@sealwright/contract'
import { Ban, CircleCheck, Logs, Pencil, RefreshCw, Send, Trash2 } from 'lucide-react'
import { useCallback } from 'react'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../lib/call/client.ts'
import { pathTo } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { openRotation, openSecret } from '../integration/index.ts'
import { openDelivery } from './delivery-panel.tsx'
import { openWebhookDialog } from './webhook-dialog.tsx'

const ICONS = {
  view: Logs,
  edit: Pencil,
  sendTest: Send,
  rotate: RefreshCw,
  enable: CircleCheck,
  disable: Ban,
  delete: Trash2,
} as const

export function useWebhookActions(onDeleted?: () => void): (row: WebhookRow) => RowAction[] {
  const t = usePhrases()
  const canUpdate = useCan(webhookCalls.update)
  const { act: setEnabled } = useAct(webhookCalls.setEnabled)
  const { act: remove } = useAct(webhookCalls.delete)
  const { act: sendTest } = useAct(webhookCalls.sendTest, { onDone: ({ guid }) => openDelivery(guid) })
  return useCallback(
    (row) => {
      const { guid, url, isEnabled } = row
      const { host } = new URL(url)
      const action = (key: keyof typeof ICONS, does: Pick<RowAction, 'href' | 'onSelect' | 'isDanger'>): RowAction => ({
        key,
        label: t(`webhook.actions.${key}`),
        icon: ICONS[key],
        ...does,
      })
      const enable = async () => {
        if (await setEnabled({ guid, isEnabled: true })) toast.success(t('webhook.enable.done', { host }))
      }
      const disable = () =>
        void confirmAction({
          title: t('webhook.disable.title'),
          consequence: t('webhook.disable.consequence'),
          verb: t('webhook.actions.disable'),
          run: async () => {
            if (await setEnabled({ guid, isEnabled: false })) toast.success(t('webhook.disable.done', { host }))
          },
        })
      const rotate = () =>
        openRotation({
          domain: 'webhook',
          guid,
          title: t('webhook.rotate.title'),
          consequence: t('webhook.rotate.consequence'),
          overlapHours: LIMITS.webhook.overlapHours,
          onDone: ({ secret }) =>
            openSecret({ title: t('webhook.secret.rotatedTitle'), sentence: t('webhook.secret.use'), secret }),
        })
      const askDelete = () =>
        void confirmAction({
          title: t('webhook.delete.title'),
          consequence: t('webhook.delete.consequence', { url }),
          verb: t('webhook.actions.delete'),
          run: async () => {
            if (!(await remove({ guid }))) return
            toast.success(t('webhook.delete.done'))
            onDeleted?.()
          },
        })
      const view = action('view', { href: pathTo('/integration/webhook/view', { guid }) })
      if (!canUpdate) return [view]
      return [
        view,
        ...(isEnabled ? [action('sendTest', { onSelect: () => void sendTest({ guid }) })] : []),
        action('edit', { onSelect: () => openWebhookDialog(row) }),
        action('rotate', { onSelect: rotate }),
        isEnabled ? action('disable', { onSelect: disable }) : action('enable', { onSelect: () => void enable() }),
        action('delete', { isDanger: true, onSelect: askDelete }),
      ]
    },
    [t, canUpdate, setEnabled, remove, sendTest, onDeleted],
  )
}
