// Mails and text messages on their way. A message is shown by its kind; its subject and text are not.
import {
  MAIL_CHANNELS,
  MAIL_STATES,
  MESSAGE_KINDS,
  OUTBOX_KINDS,
  PLAIN_MAIL_KINDS,
  mailDesk,
} from '@sealwright/contract'
import type { DeskMail, MailState, MessageKind } from '@sealwright/contract'
import { Inbox, Mail, RotateCw, Smartphone } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { StatusTag } from '../../blocks/control/status-tag.tsx'
import type { Tone } from '../../blocks/control/status-tag.tsx'
import { LabeledTime, NameCell, Nothing, NumberCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { confirmAction } from '../../blocks/overlay/confirm-action.tsx'
import { useAct } from '../../lib/call/client.ts'
import { useCan } from '../../lib/session/can.tsx'
import { toast } from '../../lib/toast.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'

const LIST = { list: 'deskMail', call: mailDesk.find }
export const first = firstPage(LIST)

const TONES: Record<MailState, Tone> = { queued: 'brand', kept: 'neutral', sent: 'ok', failed: 'bad' }
const keyOf = (row: DeskMail) => row.id
const nameOf = (row: DeskMail) => row.recipient

/** A kind in words, in place of the subject. */
function kindWords(t: Translate, kind: string): string {
  const plain = PLAIN_MAIL_KINDS.find((one) => one === kind)
  if (plain) return t(`talk.outbox.kinds.${plain}`)
  if (Object.hasOwn(MESSAGE_KINDS, kind)) return t(`message.kinds.${kind as MessageKind}.label`) // as checked
  return t('talk.outbox.otherKind')
}

const State = ({ state }: Pick<DeskMail, 'state'>) => {
  const t = usePhrases()
  return <StatusTag tone={TONES[state]}>{t(`talk.outbox.states.${state}`)}</StatusTag>
}

const iconOf = ({ channel }: DeskMail) => (channel === 'sms' ? Smartphone : Mail)

const columnsOf = (t: Translate): Column<DeskMail>[] => [
  {
    key: 'recipient',
    title: t('sender.fields.recipient'),
    minWidth: 240,
    cell: (row) => (
      <NameCell
        mark={<IconMark icon={iconOf(row)} tint={2} />}
        name={row.recipient}
        below={row.developerName ?? t('talk.outbox.platform')}
      />
    ),
  },
  {
    key: 'kind',
    title: t('sender.fields.kind'),
    minWidth: 160,
    priority: 2,
    cell: (row) => kindWords(t, row.kind),
  },
  { key: 'state', title: t('sender.fields.state'), minWidth: 100, priority: 3, cell: (row) => <State {...row} /> },
  {
    key: 'attempts',
    title: t('talk.outbox.attempts'),
    minWidth: 90,
    align: 'end',
    cell: (row) => <NumberCell value={row.attempts} />,
  },
  { key: 'lastError', title: t('talk.outbox.lastError'), minWidth: 220, cell: (row) => row.lastError ?? <Nothing /> },
  {
    key: 'createTime',
    title: t('message.fields.createTime'),
    minWidth: WIDTHS.time,
    sort: 'createTime',
    cell: (row) => <TimeCell at={row.createTime} />,
  },
  {
    key: 'sentTime',
    title: t('talk.outbox.sentAt'),
    minWidth: WIDTHS.time,
    cell: (row) => (row.sentTime ? <TimeCell at={row.sentTime} /> : <Nothing />),
  },
]

const cardOf = (t: Translate, row: DeskMail): CardParts => ({
  mark: <IconMark icon={iconOf(row)} tint={2} size={40} />,
  name: row.recipient,
  below: kindWords(t, row.kind),
  facts: [
    { label: t('sender.fields.state'), value: <State {...row} /> },
    { label: t('talk.outbox.attempts'), value: <NumberCell value={row.attempts} /> },
    { label: t('talk.outbox.lastError'), value: row.lastError ?? <Nothing /> },
  ],
  foot: <LabeledTime label={t('message.fields.createTime')} at={row.createTime} />,
})

const filtersOf = (t: Translate): Filter[] => [
  { kind: 'search', name: 'recipient', label: t('talk.outbox.search') },
  {
    kind: 'picks',
    name: 'state',
    label: t('sender.fields.state'),
    options: MAIL_STATES.map((state) => ({ value: state, label: t(`talk.outbox.states.${state}`) })),
  },
  {
    kind: 'choice',
    name: 'channel',
    label: t('sender.fields.channel'),
    options: MAIL_CHANNELS.map((channel) => ({ value: channel, label: t(`talk.outbox.channels.${channel}`) })),
  },
  {
    kind: 'picks',
    name: 'kind',
    label: t('sender.fields.kind'),
    options: OUTBOX_KINDS.map((kind) => ({ value: kind, label: kindWords(t, kind) })),
  },
  { kind: 'period', name: 'startTime', until: 'endTime', label: t('message.fields.createTime'), isMore: true },
]

export function Screen() {
  const t = usePhrases()
  const canResend = useCan(mailDesk.resend)
  const { act: resend } = useAct(mailDesk.resend, { onDone: () => toast.success(t('talk.outbox.resent')) })
  const actions = useCallback(
    ({ id, recipient, canResend: isPossible }: DeskMail): RowAction[] =>
      canResend && isPossible
        ? [
            {
              key: 'resend',
              label: t('talk.outbox.resend'),
              icon: RotateCw,
              isShown: true,
              onSelect: () =>
                void confirmAction({
                  title: t('talk.outbox.resendTitle', { recipient }),
                  consequence: t('talk.outbox.resendConsequence'),
                  verb: t('talk.outbox.resend'),
                  run: () => resend({ id }),
                }),
            },
          ]
        : [],
    [canResend, resend, t],
  )
  return (
    <ListPage
      path="/platform/outbox"
      {...LIST}
      title={t('talk.titles.outbox')}
      sentence={t('talk.outbox.sentence')}
      filters={useMemo(() => filtersOf(t), [t])}
      columns={useMemo(() => columnsOf(t), [t])}
      card={useCallback((row: DeskMail) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{ icon: Inbox, title: t('talk.outbox.emptyTitle'), sentence: t('talk.outbox.emptySentence') }}
    />
  )
}
