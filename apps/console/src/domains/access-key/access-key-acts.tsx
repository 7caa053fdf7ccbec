// What a person can do with an access key, for its row and its page.
import { LIMITS, accessKeyCalls } from '@sealwright/contract'
import type { AccessKeyRow } from '@sealwright/contract'
import { Ban, CircleCheck, Eye, Pencil, RefreshCw, Trash2 } from 'lucide-react'
import { useCallback } from 'react'
import { BackToEntities } from '../../blocks/entity/entity-detail.tsx'
import { useEntityWords } from '../../blocks/entity/entity.ts'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../lib/call/client.ts'
import { pathTo } from '../../lib/place/navigate.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { openRotation, openSecret } from '../integration/index.ts'

const ENTITY = {
  kind: 'accessKey',
  paths: {
    list: '/accessKeyManage',
    new: '/accessKeyManage/new',
    edit: '/accessKeyManage/edit',
    view: '/accessKeyManage/view',
  },
} as const

export const BackToKeys = () => <BackToEntities entity={ENTITY} />

type Acted = Pick<AccessKeyRow, 'guid' | 'name' | 'keyId' | 'state'>

const ICONS = {
  view: Eye,
  edit: Pencil,
  rotate: RefreshCw,
  enable: CircleCheck,
  disable: Ban,
  delete: Trash2,
} as const

interface Acts {
  /** Editing from the page of a key leads back to it. */
  sourcePath?: '/accessKeyManage/view'
  onDeleted?: () => void
}

export function useKeyActions({ sourcePath, onDeleted }: Acts = {}): (row: Acted) => RowAction[] {
  const t = usePhrases()
  const words = useEntityWords(ENTITY)
  const { act: setEnabled } = useAct(accessKeyCalls.setEnabled)
  const { act: remove } = useAct(accessKeyCalls.delete)
  return useCallback(
    ({ guid, name, keyId, state }) => {
      const action = (key: keyof typeof ICONS, does: Pick<RowAction, 'href' | 'onSelect' | 'isDanger'>): RowAction => ({
        key,
        label: t(`accessKey.actions.${key}`),
        icon: ICONS[key],
        ...does,
      })
      const enable = async () => {
        if (await setEnabled({ guid, isEnabled: true })) toast.success(t('accessKey.enable.done', { name }))
      }
      const disable = () =>
        void confirmAction({
          title: t('accessKey.disable.title', { name }),
          consequence: t('accessKey.disable.consequence'),
          verb: t('accessKey.actions.disable'),
          run: async () => {
            if (await setEnabled({ guid, isEnabled: false })) toast.success(t('accessKey.disable.done', { name }))
          },
        })
      const rotate = () =>
        openRotation({
          domain: 'accessKey',
          guid,
          title: t('accessKey.rotate.title', { name }),
          consequence: t('accessKey.rotate.consequence'),
          overlapHours: LIMITS.accessKey.overlapHours,
          onDone: ({ secret }) =>
            openSecret({
              title: t('accessKey.secret.rotatedTitle', { name }),
              sentence: t('accessKey.secret.use'),
              keyId,
              secret,
            }),
        })
      const askDelete = () =>
        void confirmAction({
          title: words('blocks.entity.deleteTitle', name),
          consequence: t('accessKey.delete.consequence'),
          verb: t('accessKey.actions.delete'),
          run: async () => {
            if (!(await remove({ guid }))) return
            toast.success(words('blocks.entity.deleted', name))
            onDeleted?.()
          },
        })
      const edit = pathTo('/accessKeyManage/edit', { guid, ...(sourcePath && { sourcePath }) })
      return [
        action('view', { href: pathTo('/accessKeyManage/view', { guid }) }),
        action('edit', { href: edit }),
        action('rotate', { onSelect: rotate }),
        // A key that has ended works neither way.
        ...(state === 'disabled' ? [action('enable', { onSelect: () => void enable() })] : []),
        ...(state === 'enabled' ? [action('disable', { onSelect: disable })] : []),
        action('delete', { isDanger: true, onSelect: askDelete }),
      ]
    },
    [t, words, setEnabled, remove, sourcePath, onDeleted],
  )
}
