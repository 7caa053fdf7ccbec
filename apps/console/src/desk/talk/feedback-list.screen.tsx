// The inbox of feedback from all developers.
import { FEEDBACK_KINDS, FEEDBACK_STATES, feedbackDesk } from '@sealwright/contract'
import type { ReceivedFeedback } from '@sealwright/contract'
import { MessageSquareText } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { LabeledTime, NameCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { pathTo } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { FeedbackState } from './feedback-state.tsx'

const LIST = { list: 'deskFeedback', call: feedbackDesk.find }
export const first = firstPage(LIST)

const keyOf = (row: ReceivedFeedback) => row.guid
const nameOf = (row: ReceivedFeedback) => row.text
const hrefOf = ({ guid }: ReceivedFeedback) => pathTo('/platform/feedback/view', { guid })

const columnsOf = (t: Translate): Column<ReceivedFeedback>[] => [
  {
    key: 'text',
    title: t('feedback.fields.text'),
    minWidth: 280,
    cell: (row) => (
      <NameCell
        mark={<IconMark icon={MessageSquareText} tint={1} />}
        name={row.text}
        below={row.pictures > 0 ? t('talk.feedback.pictures', { count: row.pictures }) : undefined}
        href={hrefOf(row)}
      />
    ),
  },
  {
    key: 'kind',
    title: t('feedback.fields.kind'),
    minWidth: 100,
    cell: (row) => t(`feedback.kinds.${row.kind}`),
  },
  {
    key: 'from',
    title: t('talk.feedback.from'),
    minWidth: 200,
    priority: 2,
    cell: (row) => <NameCell name={row.developerName} below={row.account ?? undefined} />,
  },
  {
    key: 'state',
    title: t('feedback.fields.state'),
    minWidth: 100,
    priority: 3,
    cell: (row) => <FeedbackState isAnswered={row.answer !== null} />,
  },
  {
    key: 'createTime',
    title: t('message.fields.createTime'),
    minWidth: WIDTHS.time,
    sort: 'createTime',
    cell: (row) => <TimeCell at={row.createTime} />,
  },
]

const cardOf = (t: Translate, row: ReceivedFeedback): CardParts => ({
  mark: <IconMark icon={MessageSquareText} tint={1} size={40} />,
  name: row.text,
  below: row.developerName,
  href: hrefOf(row),
  facts: [
    { label: t('feedback.fields.kind'), value: t(`feedback.kinds.${row.kind}`) },
    { label: t('feedback.fields.state'), value: <FeedbackState isAnswered={row.answer !== null} /> },
  ],
  foot: <LabeledTime label={t('message.fields.createTime')} at={row.createTime} />,
})

export function Screen() {
  const t = usePhrases()
  const canAnswer = useCan(feedbackDesk.answer)
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'choice',
        name: 'state',
        label: t('feedback.fields.state'),
        options: FEEDBACK_STATES.map((state) => ({ value: state, label: t(`talk.feedback.states.${state}`) })),
      },
      {
        kind: 'picks',
        name: 'kind',
        label: t('feedback.fields.kind'),
        options: FEEDBACK_KINDS.map((kind) => ({ value: kind, label: t(`feedback.kinds.${kind}`) })),
      },
      { kind: 'text', name: 'developerId', label: t('feedback.fields.developerId'), isMore: true },
    ],
    [t],
  )
  const actions = useCallback(
    (row: ReceivedFeedback): RowAction[] => [
      {
        key: 'open',
        label: t(canAnswer && row.answer === null ? 'talk.feedback.open' : 'talk.feedback.look'),
        icon: MessageSquareText,
        href: hrefOf(row),
      },
    ],
    [canAnswer, t],
  )
  return (
    <ListPage
      path="/platform/feedback"
      {...LIST}
      title={t('talk.titles.feedback')}
      sentence={t('talk.feedback.sentence')}
      filters={filters}
      columns={useMemo(() => columnsOf(t), [t])}
      card={useCallback((row: ReceivedFeedback) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{
        icon: MessageSquareText,
        title: t('talk.feedback.emptyTitle'),
        sentence: t('talk.feedback.emptySentence'),
      }}
    />
  )
}
