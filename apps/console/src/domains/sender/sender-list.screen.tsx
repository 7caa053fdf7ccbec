// The list of senders. Dialogs over the list create, edit, verify and delete them; a panel shows their deliveries.
import { SENDER_STATES, senderCalls } from '@sealwright/contract'
import type { SenderRow } from '@sealwright/contract'
import { BadgeCheck, ChartColumn, Pencil, PlugZap, Plus, Send, Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { useAct } from '../../lib/call/client.ts'
import { Can, useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { openCheck } from './sender-check.tsx'
import { openDeleteDialog } from './sender-delete.tsx'
import { openDeliveries } from './sender-deliveries.tsx'
import { openSenderDialog } from './sender-dialog.tsx'
import { senderCard, senderColumns } from './sender.columns.tsx'

const keyOf = (row: SenderRow) => row.guid
const nameOf = (row: SenderRow) => row.email

const LIST = { list: 'sender', call: senderCalls.find }
export const first = firstPage(LIST)

function useActions(): (row: SenderRow) => RowAction[] {
  const t = usePhrases()
  const canUpdate = useCan(senderCalls.update)
  const canDelete = useCan(senderCalls.delete)
  const { act: setDefault } = useAct(senderCalls.setDefault)
  return useCallback(
    (row) => {
      const { guid, email } = row
      const action = (key: keyof typeof ICONS, onSelect: () => void): RowAction => ({
        key,
        label: t(`sender.actions.${key}`),
        icon: ICONS[key],
        onSelect,
      })
      const makeDefault = async () => {
        if (await setDefault({ guid })) toast.success(t('sender.default.done', { email }))
      }
      return [
        ...(canUpdate
          ? [
              { ...action('edit', () => openSenderDialog(row)), isShown: true },
              action('verify', () => openCheck('verify', row)),
              action('sendTest', () => openCheck('sendTest', row)),
              ...(row.isDefault ? [] : [action('setDefault', () => void makeDefault())]),
            ]
          : []),
        action('deliveries', () => openDeliveries(row)),
        ...(canDelete ? [{ ...action('delete', () => openDeleteDialog(row)), isDanger: true }] : []),
      ]
    },
    [t, canUpdate, canDelete, setDefault],
  )
}

const ICONS = {
  edit: Pencil,
  verify: PlugZap,
  sendTest: Send,
  setDefault: BadgeCheck,
  deliveries: ChartColumn,
  delete: Trash2,
} as const

export function Screen() {
  const t = usePhrases()
  const create = (
    <Can call={senderCalls.create}>
      <Button kind="primary" icon={Plus} onPress={() => openSenderDialog()}>
        {t('sender.list.create')}
      </Button>
    </Can>
  )
  return (
    <ListPage
      path="/addresserList"
      {...LIST}
      title={t('sender.titles.list')}
      sentence={t('sender.list.sentence')}
      primary={create}
      filters={useMemo(
        () => [
          { kind: 'search', name: 'email', label: t('sender.list.search') },
          {
            kind: 'choice',
            name: 'state',
            label: t('sender.fields.state'),
            options: SENDER_STATES.map((value) => ({ value, label: t(`sender.states.${value}`) })),
          },
        ],
        [t],
      )}
      columns={useMemo(() => senderColumns(t), [t])}
      card={useCallback((row: SenderRow) => senderCard(t, row), [t])}
      rowKey={keyOf}
      rowName={nameOf}
      actions={useActions()}
      empty={{
        icon: Send,
        title: t('sender.list.emptyTitle'),
        sentence: t('sender.list.emptySentence'),
        action: create,
      }}
    />
  )
}
