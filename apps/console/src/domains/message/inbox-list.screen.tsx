// The list of messages or notices: all, unread or read, as three addresses. The tabs are links.
import { INBOX_STATES, LIMITS } from '@sealwright/contract'
import type { InboxRow, InboxState } from '@sealwright/contract'
import { ArrowRight, CheckCheck, Eye, Inbox as InboxIcon, MailOpen, Settings, Trash2 } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { Button, buttonClass } from '../../blocks/control/button.tsx'
import { PageHead } from '../../blocks/control/page-head.tsx'
import type { BatchAction } from '../../blocks/list/batch-bar.tsx'
import { DateCell, LabeledTime, NameCell } from '../../blocks/list/columns.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import { filterValues } from '../../blocks/list/filter/list-filters.tsx'
import type { Filter } from '../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { CardParts } from '../../blocks/list/record-card.tsx'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { WIDTHS } from '../../blocks/list/table-layout.ts'
import { ScreenLink, useSearchOf } from '../../lib/place/navigate.tsx'
import type { LoadedScreen } from '../../lib/place/screen.ts'
import { useOpens } from '../../lib/session/can.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { useInboxActs } from './inbox-acts.ts'
import { InboxMark, firstLine } from './inbox-parts.tsx'
import type { InboxNoun } from './inbox-paths.ts'
import { INBOXES } from './inbox.ts'
import type { Inbox } from './inbox.ts'
import { kindLabels, kindOptions } from './kind-labels.ts'
import './message.css'

const keyOf = ({ guid }: InboxRow) => guid
const nameOf = ({ title }: InboxRow) => title

const sourceOf = ({ noun, find }: Inbox, state: InboxState) => ({
  list: `${noun}.${state}`,
  call: find,
  where: { state },
  isTable: true,
})

function inboxColumns(t: Translate, inbox: Inbox): Column<InboxRow>[] {
  const labelOf = kindLabels(t, inbox.noun)
  return [
    {
      key: 'title',
      title: t('message.fields.title'),
      minWidth: 320,
      cell: (row) => (
        <span className={row.isRead ? 'inbox-read' : undefined}>
          <NameCell
            mark={<InboxMark row={row} />}
            name={row.title}
            below={firstLine(row)}
            href={inbox.hrefOf(row.guid)}
          />
        </span>
      ),
    },
    {
      key: 'kind',
      title: t(inbox.noun === 'message' ? 'message.fields.kind' : 'message.fields.level'),
      minWidth: WIDTHS.tag,
      priority: 1,
      cell: (row) => <span className="cell-quiet">{labelOf(row)}</span>,
    },
    {
      key: 'createTime',
      title: t('message.fields.createTime'),
      sort: 'createTime',
      minWidth: WIDTHS.date,
      cell: (row) => <DateCell at={row.createTime} />,
    },
  ]
}

function inboxCard(t: Translate, inbox: Inbox, row: InboxRow): CardParts {
  return {
    mark: <InboxMark row={row} size={40} />,
    name: row.title,
    href: inbox.hrefOf(row.guid),
    below: firstLine(row),
    facts: [],
    foot: <LabeledTime label={kindLabels(t, inbox.noun)(row)} at={row.createTime} />,
  }
}

function Heading({ inbox, state }: { inbox: Inbox; state: InboxState }) {
  const t = usePhrases()
  const { viewAs } = useSession()
  const { markAll, isMarkingAll } = useInboxActs(inbox)
  const { kind = '' } = useSearchOf(inbox.paths[state])
  const kinds = filterValues(kind)
  return (
    <PageHead
      title={t(`message.titles.${inbox.noun}.${state}`)}
      sentence={t(`message.sentences.${inbox.noun}`, LIMITS.message)}
      actions={
        <>
          {state !== 'read' && !viewAs && (
            <Button
              icon={CheckCheck}
              isBusy={isMarkingAll}
              // The server knows the kinds; an unknown one in the address is refused with words.
              onPress={() => void markAll((kinds.length > 0 ? { kind: kinds } : {}) as object)}
            >
              {t(kinds.length > 0 ? 'message.list.readAllOf' : 'message.list.readAll')}
            </Button>
          )}
          <ScreenLink to="/messageSetting" className={buttonClass()}>
            <Settings size={15} aria-hidden />
            {t('message.list.settings')}
          </ScreenLink>
        </>
      }
    />
  )
}

function InboxList({ inbox, state }: { inbox: Inbox; state: InboxState }) {
  const t = usePhrases()
  const { viewAs } = useSession()
  const opens = useOpens()
  const { read, remove } = useInboxActs(inbox)
  const columns = useMemo(() => inboxColumns(t, inbox), [t, inbox])
  const filters = useMemo(
    (): Filter[] => [
      {
        kind: 'picks',
        name: 'kind',
        label: t(inbox.noun === 'message' ? 'message.fields.kind' : 'message.fields.level'),
        options: kindOptions(t, inbox.noun),
      },
      { kind: 'period', name: 'startTime', until: 'endTime', label: t('message.fields.createTime') },
    ],
    [t, inbox],
  )
  const actions = useCallback(
    (row: InboxRow): RowAction[] => [
      { key: 'open', label: t('message.actions.open'), icon: Eye, href: inbox.hrefOf(row.guid) },
      ...(row.link !== null && row.link !== inbox.paths.all && opens(row.link)
        ? [{ key: 'thing', label: t('message.actions.toThing'), icon: ArrowRight, href: row.link, isShown: false }]
        : []),
      ...(viewAs || row.isRead
        ? []
        : [{ key: 'read', label: t('message.actions.read'), icon: MailOpen, onSelect: () => void read([row.guid]) }]),
      ...(viewAs
        ? []
        : [
            {
              key: 'delete',
              label: t('message.actions.delete'),
              icon: Trash2,
              isDanger: true,
              onSelect: () => remove([row.guid]),
            },
          ]),
    ],
    [t, inbox, viewAs, opens, read, remove],
  )
  const batch = useMemo((): BatchAction<InboxRow>[] => {
    if (viewAs) return []
    return [
      {
        key: 'read',
        label: t('message.actions.read'),
        icon: MailOpen,
        run: (rows, done) => void read(rows.map(keyOf), done),
      },
      {
        key: 'delete',
        label: t('message.actions.delete'),
        icon: Trash2,
        isDanger: true,
        run: (rows, done) => remove(rows.map(keyOf), done),
      },
    ]
  }, [t, viewAs, read, remove])
  const noun = t(`message.nouns.${inbox.noun}`)
  return (
    <div className="inbox-page">
      <Heading inbox={inbox} state={state} />
      <nav className="tabs" aria-label={noun}>
        {INBOX_STATES.map((name) => (
          <ScreenLink
            key={name}
            to={inbox.paths[name]}
            className="tab"
            aria-current={name === state ? 'page' : undefined}
          >
            {t(`message.states.${name}`)}
          </ScreenLink>
        ))}
      </nav>
      <div className="tab-panel">
        <ListPage
          isTab
          path={inbox.paths[state]}
          {...sourceOf(inbox, state)}
          title={t(`message.titles.${inbox.noun}.${state}`)}
          filters={filters}
          columns={columns}
          card={(row) => inboxCard(t, inbox, row)}
          rowKey={keyOf}
          rowName={nameOf}
          actions={actions}
          batch={batch}
          empty={{
            icon: InboxIcon,
            title: t(`message.list.emptyTitle.${state}`, { noun }),
            sentence: t(`message.list.emptySentence.${state}`, { noun }),
          }}
        />
      </div>
    </div>
  )
}

export const loadedOf = (noun: InboxNoun, state: InboxState): LoadedScreen => ({
  Screen: () => <InboxList inbox={INBOXES[noun]} state={state} />,
  first: firstPage(sourceOf(INBOXES[noun], state)),
})
