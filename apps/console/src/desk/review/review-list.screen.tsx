// The queue of e-mail templates, the longest waiting first.
import {
  EMAIL_TEMPLATE_TYPES,
  REVIEW_STATUSES,
  emailTemplateDesk,
  emailTypeOf,
  reviewStatusOf,
} from '@sealwright/contract'
import type { ReviewRow, ReviewStatus } from '@sealwright/contract'
import { MailCheck } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { LabeledTime, NameCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { ScreenLink, pathTo } from '../../lib/place/navigate.tsx'
import { useCan } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { Age, ReviewState } from './review-parts.tsx'

const LIST = { list: 'deskReview', call: emailTemplateDesk.find }
export const first = firstPage(LIST)

const keyOf = (row: ReviewRow) => row.guid
const nameOf = (row: ReviewRow) => row.name
const viewOf = ({ guid }: ReviewRow) => pathTo('/platform/reviews/view', { guid })

const columnsOf = (t: Translate): Column<ReviewRow>[] => [
  {
    key: 'name',
    title: t('review.template'),
    minWidth: 220,
    cell: (row) => (
      <NameCell mark={<IconMark icon={MailCheck} tint={4} />} name={row.name} below={row.subject} href={viewOf(row)} />
    ),
  },
  {
    key: 'developer',
    title: t('review.developer'),
    minWidth: 160,
    priority: 3,
    cell: (row) => row.developerName,
  },
  {
    key: 'type',
    title: t('emailTemplate.fields.type'),
    minWidth: 160,
    cell: (row) => t(`emailTemplate.types.${emailTypeOf(row.type)}`),
  },
  {
    key: 'language',
    title: t('emailTemplate.fields.language'),
    minWidth: 80,
    cell: (row) => t(`emailTemplate.languages.${row.language}`),
  },
  {
    key: 'status',
    title: t('emailTemplate.fields.status'),
    minWidth: 100,
    priority: 2,
    cell: (row) => <ReviewState status={row.status} />,
  },
  {
    key: 'submitTime',
    title: t('emailTemplate.fields.submitTime'),
    minWidth: WIDTHS.time,
    priority: 3,
    sort: 'submitTime',
    cell: (row) => <Age at={row.submitTime} />,
  },
]

const cardOf = (t: Translate, row: ReviewRow): CardParts => ({
  mark: <IconMark icon={MailCheck} tint={4} size={40} />,
  name: row.name,
  below: row.subject,
  href: viewOf(row),
  facts: [
    { label: t('review.developer'), value: row.developerName },
    { label: t('emailTemplate.fields.type'), value: t(`emailTemplate.types.${emailTypeOf(row.type)}`) },
    { label: t('emailTemplate.fields.status'), value: <ReviewState status={row.status} /> },
  ],
  foot: <LabeledTime label={t('emailTemplate.fields.submitTime')} at={row.submitTime} />,
})

const STATUSES = Object.keys(REVIEW_STATUSES) as ReviewStatus[] // keys of a const object

/** As the address keeps several values. */
const DECIDED = JSON.stringify(
  STATUSES.filter((status) => status !== 'reviewing').map((status) => String(REVIEW_STATUSES[status])),
)

export function Screen() {
  const t = usePhrases()
  const canDecide = useCan(emailTemplateDesk.approve)
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'picks',
        name: 'status',
        label: t('emailTemplate.fields.status'),
        options: STATUSES.map((status) => ({
          value: String(REVIEW_STATUSES[status]),
          label: t(`emailTemplate.statuses.${status}`),
        })),
      },
      {
        kind: 'picks',
        name: 'type',
        label: t('emailTemplate.fields.type'),
        options: Object.values(EMAIL_TEMPLATE_TYPES).map((type) => ({
          value: String(type),
          label: t(`emailTemplate.types.${emailTypeOf(type)}`),
        })),
      },
      { kind: 'text', name: 'developerId', label: t('emailTemplate.fields.developerId'), isMore: true },
    ],
    [t],
  )
  const actions = useCallback(
    (row: ReviewRow): RowAction[] => [
      {
        key: 'open',
        label: t(canDecide && reviewStatusOf(row.status) === 'reviewing' ? 'review.open' : 'review.look'),
        icon: MailCheck,
        isShown: true,
        href: viewOf(row),
      },
    ],
    [canDecide, t],
  )
  return (
    <ListPage
      path="/platform/reviews"
      {...LIST}
      title={t('review.titles.list')}
      sentence={t('review.sentence')}
      filters={filters}
      columns={useMemo(() => columnsOf(t), [t])}
      card={useCallback((row: ReviewRow) => cardOf(t, row), [t])}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      empty={{
        icon: MailCheck,
        title: t('review.emptyTitle'),
        sentence: t('review.emptySentence'),
        // An empty queue has no filters, which are otherwise the way to the decided ones.
        action: (
          <ScreenLink to="/platform/reviews" search={{ status: DECIDED }} className={buttonClass()}>
            {t('review.showDecided')}
          </ScreenLink>
        ),
      }}
    />
  )
}
