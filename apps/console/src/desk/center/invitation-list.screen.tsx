// The invitation codes: make one, hand it out, revoke it.
import { INVITATION_STATES, LIMITS, centerDesk } from '@sealwright/contract'
import type { CenterInvitationRow, CenterInvitationState } from '@sealwright/contract'
import { Ban, Copy, Ticket, TicketPlus } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { CopyText, copyText } from '../../blocks/control/copy-text.tsx'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { TextField } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import { LabeledTime, NameCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../lib/call/client.ts'
import { ModalFrame, showDialog } from '../../lib/dialog/dialog.tsx'
import { Can, useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'

const LIST = { list: 'centerInvitation', call: centerDesk.findInvitations }
export const first = firstPage(LIST)

const TONES: Record<CenterInvitationState, Tone> = { open: 'brand', used: 'ok', revoked: 'neutral' }
const keyOf = (row: CenterInvitationRow) => row.guid

function State({ state }: Pick<CenterInvitationRow, 'state'>) {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`center.invitations.states.${state}`)}</StatusTag>
}

const nameOf = (t: Translate, { code, note }: CenterInvitationRow) => code ?? note ?? t('center.invitations.one')

function ReadyDialog({ code, onClose }: { code: string; onClose: () => void }) {
  const t = usePhrases()
  return (
    <ModalFrame title={t('center.invitations.readyTitle')} onClose={onClose}>
      <div className="dialog-form">
        <div className="inline-form-fields">
          <p>{t('center.invitations.readySentence')}</p>
          <p>
            <CopyText text={code} />
          </p>
        </div>
        <div className="dialog-form-foot">
          <div className="form-bar-words" />
          <Button kind="primary" data-first-focus onPress={onClose}>
            {t('center.invitations.done')}
          </Button>
        </div>
      </div>
    </ModalFrame>
  )
}

const NO_NOTE = { note: '' }

function CreateDialog({ onClose }: { onClose: () => void }) {
  const t = usePhrases()
  const form = useForm({ domain: 'center', fields: centerDesk.invite.payload.shape, initial: NO_NOTE })
  const { act, isActing, refusal } = useAct(centerDesk.invite, {
    showsRefusal: true,
    onDone: ({ code }) => {
      onClose()
      void showDialog((settle) => <ReadyDialog code={code} onClose={() => settle(true)} />)
    },
  })
  const note = form.values.note.trim()
  return (
    <FormDialog
      form={form}
      title={t('center.invitations.create')}
      saveText={t('center.invitations.create')}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act(note === '' ? {} : { note })}
      onClose={onClose}
    >
      <p>{t('center.invitations.createSentence')}</p>
      <TextField form={form} name="note" counterMax={LIMITS.center.noteMax} isFirst />
    </FormDialog>
  )
}

const openCreation = () => void showDialog((settle) => <CreateDialog onClose={() => settle(true)} />)

const columnsOf = (t: Translate): Column<CenterInvitationRow>[] => [
  {
    key: 'code',
    title: t('center.fields.code'),
    minWidth: 220,
    cell: (row) => (
      <NameCell
        mark={<IconMark icon={Ticket} tint={2} />}
        name={nameOf(t, row)}
        below={row.code === null ? undefined : (row.note ?? undefined)}
      />
    ),
  },
  { key: 'state', title: t('center.fields.state'), minWidth: 100, priority: 3, cell: (row) => <State {...row} /> },
  {
    key: 'developer',
    title: t('center.invitations.used'),
    minWidth: 140,
    cell: (row) => row.developerName ?? <span className="nothing">–</span>,
  },
  { key: 'by', title: t('center.invitations.by'), minWidth: 110, cell: (row) => row.by },
  {
    key: 'createTime',
    title: t('center.invitations.created'),
    sort: 'createTime',
    minWidth: WIDTHS.time,
    priority: 2,
    cell: (row) => <TimeCell at={row.createTime} />,
  },
]

const cardOf = (t: Translate, row: CenterInvitationRow): CardParts => ({
  mark: <IconMark icon={Ticket} tint={2} size={40} />,
  name: nameOf(t, row),
  below: row.code === null ? undefined : (row.note ?? undefined),
  facts: [
    { label: t('center.fields.state'), value: <State {...row} /> },
    { label: t('center.invitations.used'), value: row.developerName ?? '–' },
  ],
  foot: <LabeledTime label={t('center.invitations.created')} at={row.createTime} />,
})

function useActions(): (row: CenterInvitationRow) => RowAction[] {
  const t = usePhrases()
  const canChange = useCan(centerDesk.revokeInvitation)
  const { act: revoke } = useAct(centerDesk.revokeInvitation, {
    onDone: () => toast.success(t('center.invitations.revoked')),
  })
  return useCallback(
    ({ guid, code }) => {
      if (code === null) return []
      const copy: RowAction = {
        key: 'copy',
        label: t('center.invitations.copy'),
        icon: Copy,
        isShown: true,
        onSelect: () =>
          void copyText(code).then((isCopied) => isCopied && toast.success(t('center.invitations.copied'))),
      }
      if (!canChange) return [copy]
      return [
        copy,
        {
          key: 'revoke',
          label: t('center.invitations.revoke'),
          icon: Ban,
          isDanger: true,
          onSelect: () =>
            void confirmAction({
              title: t('center.invitations.revokeTitle', { code }),
              consequence: t('center.invitations.revokeConsequence'),
              verb: t('center.invitations.revoke'),
              run: () => revoke({ guid }),
            }),
        },
      ]
    },
    [canChange, revoke, t],
  )
}

export function Screen() {
  const t = usePhrases()
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'state',
        label: t('center.fields.state'),
        options: INVITATION_STATES.map((value) => ({ value, label: t(`center.invitations.states.${value}`) })),
      },
    ],
    [t],
  )
  const create = (
    <Can call={centerDesk.invite}>
      <Button kind="primary" icon={TicketPlus} onPress={openCreation}>
        {t('center.invitations.create')}
      </Button>
    </Can>
  )
  return (
    <ListPage
      path="/platform/settings/invitations"
      {...LIST}
      title={t('center.titles.invitations')}
      sentence={t('center.invitations.sentence')}
      primary={create}
      filters={filters}
      columns={useMemo(() => columnsOf(t), [t])}
      card={useCallback((row: CenterInvitationRow) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={useCallback((row: CenterInvitationRow) => nameOf(t, row), [t])}
      actions={useActions()}
      empty={{ icon: Ticket, title: t('center.invitations.emptyTitle'), action: create }}
    />
  )
}
