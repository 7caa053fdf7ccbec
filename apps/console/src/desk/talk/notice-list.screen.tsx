// The notices of the platform, with how many administrators read them.
import { NOTICE_AUDIENCES, NOTICE_STATES, canChangeNotice, messageDesk } from '@sealwright/contract'
import type { DeskNotice } from '@sealwright/contract'
import { CircleOff, Megaphone, Pencil, Plus, Send, Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { IconMark } from '../../blocks/control/icon-mark.tsx'
import { LabeledTime, NameCell, TimeCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { ScreenLink, pathTo } from '../../lib/place/navigate.tsx'
import { Can, useCan } from '../../lib/session/can.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { NoticeStateTag, noticeHref, useNoticeActs, useTitleOf } from './notice-parts.tsx'

const LIST = { list: 'deskNotice', call: messageDesk.findNotices }
export const first = firstPage(LIST)

const keyOf = (row: DeskNotice) => row.guid
type TitleOf = (row: DeskNotice) => string
const readersOf = (t: Translate, { readers, people }: DeskNotice) => t('talk.notice.readersOf', { readers, people })

const columnsOf = (t: Translate, titleOf: TitleOf): Column<DeskNotice>[] => [
  {
    key: 'title',
    title: t('talk.notice.title'),
    minWidth: 240,
    cell: (row) => (
      <NameCell
        mark={<IconMark icon={Megaphone} tint={row.level === 'important' ? 5 : 2} />}
        name={titleOf(row)}
        below={t(`message.levels.${row.level}`)}
        href={noticeHref(row)}
      />
    ),
  },
  {
    key: 'state',
    title: t('message.fields.state'),
    minWidth: 100,
    priority: 3,
    cell: (row) => <NoticeStateTag state={row.state} />,
  },
  {
    key: 'audience',
    title: t('message.fields.audience'),
    minWidth: 140,
    cell: (row) => t(`talk.audiences.${row.audience}`),
  },
  {
    key: 'startTime',
    title: t('message.fields.startTime'),
    minWidth: WIDTHS.time,
    sort: 'startTime',
    cell: (row) => (row.startTime === null ? t('talk.notice.whenPublished') : <TimeCell at={row.startTime} />),
  },
  {
    key: 'endTime',
    title: t('message.fields.endTime'),
    minWidth: WIDTHS.time,
    cell: (row) => (row.endTime === null ? t('talk.notice.forever') : <TimeCell at={row.endTime} />),
  },
  { key: 'readers', title: t('talk.notice.readers'), minWidth: 140, priority: 2, cell: (row) => readersOf(t, row) },
]

const cardOf = (t: Translate, titleOf: TitleOf, row: DeskNotice): CardParts => ({
  mark: <IconMark icon={Megaphone} tint={2} size={40} />,
  name: titleOf(row),
  href: noticeHref(row),
  facts: [
    { label: t('message.fields.state'), value: <NoticeStateTag state={row.state} /> },
    { label: t('message.fields.audience'), value: t(`talk.audiences.${row.audience}`) },
    { label: t('talk.notice.readers'), value: readersOf(t, row) },
  ],
  foot:
    row.startTime === null ? (
      t('talk.notice.whenPublished')
    ) : (
      <LabeledTime label={t('message.fields.startTime')} at={row.startTime} />
    ),
})

export function Screen() {
  const t = usePhrases()
  const canSend = useCan(messageDesk.createNotice)
  const acts = useNoticeActs()
  const titleOf = useTitleOf()
  const filters = useMemo<Filter[]>(
    () => [
      {
        kind: 'picks',
        name: 'state',
        label: t('message.fields.state'),
        options: NOTICE_STATES.map((state) => ({ value: state, label: t(`talk.notice.states.${state}`) })),
      },
      {
        kind: 'picks',
        name: 'audience',
        label: t('message.fields.audience'),
        options: NOTICE_AUDIENCES.map((audience) => ({ value: audience, label: t(`talk.audiences.${audience}`) })),
      },
    ],
    [t],
  )
  const actions = (row: DeskNotice): RowAction[] => {
    const look = { key: 'look', label: t('talk.notice.look'), icon: Megaphone, href: noticeHref(row) }
    if (!canSend) return [look]
    const { guid, state } = row
    return [
      look,
      ...(canChangeNotice(state).texts
        ? [
            {
              key: 'edit',
              label: t('talk.notice.edit'),
              icon: Pencil,
              href: pathTo('/platform/notices/edit', { guid }),
              isShown: false,
            },
          ]
        : []),
      ...(state === 'draft'
        ? [
            { key: 'publish', label: t('talk.notice.publish'), icon: Send, onSelect: () => acts.publish(row) },
            {
              key: 'delete',
              label: t('talk.notice.delete'),
              icon: Trash2,
              isDanger: true,
              onSelect: () => acts.remove(row),
            },
          ]
        : []),
      ...(state === 'planned' || state === 'shown'
        ? [
            {
              key: 'withdraw',
              label: t('talk.notice.withdraw'),
              icon: CircleOff,
              isDanger: true,
              onSelect: () => acts.withdraw(row),
            },
          ]
        : []),
    ]
  }
  const draft = (
    <Can call={messageDesk.createNotice}>
      <ScreenLink to="/platform/notices/edit" search={{}} className={buttonClass({ kind: 'primary' })}>
        <Plus size={16} aria-hidden />
        {t('talk.notice.draft')}
      </ScreenLink>
    </Can>
  )
  return (
    <ListPage
      path="/platform/notices"
      {...LIST}
      title={t('talk.titles.notices')}
      sentence={t('talk.notice.sentence')}
      primary={draft}
      filters={filters}
      columns={columnsOf(t, titleOf)}
      card={useCallback((row: DeskNotice) => cardOf(t, titleOf, row), [t, titleOf])}
      rowKey={keyOf}
      rowName={titleOf}
      actions={actions}
      empty={{
        icon: Megaphone,
        title: t('talk.notice.emptyTitle'),
        sentence: t('talk.notice.emptySentence'),
        action: draft,
      }}
    />
  )
}
