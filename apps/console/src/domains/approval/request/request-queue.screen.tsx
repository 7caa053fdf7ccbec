// The queue of approval requests of a license family, in tabs: waiting for me, decided by me, my requests, all. The
// address names the tab; each tab remembers its own filters.
import { CAUGHT_EVENTS, LIMITS, REQUEST_STATES, auditCalls, auditPath, approveCalls } from '@sealwright/contract'
import type { AuditRow, AuditView, LicenseFamily } from '@sealwright/contract'
import { Check, CircleCheck, Eye, Inbox, X } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { PageHead } from '../../../blocks/control/page-head.tsx'
import { Tabs } from '../../../blocks/control/tabs.tsx'
import { useWanted } from '../../../blocks/control/wanted.ts'
import type { BatchAction } from '../../../blocks/list/batch-bar.tsx'
import type { Filter } from '../../../blocks/list/filter/list-filters.tsx'
import { ListPage } from '../../../blocks/list/list-page.tsx'
import { firstPage } from '../../../blocks/list/list-state.ts'
import type { RowAction } from '../../../blocks/list/row-actions.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { changeSearch, useSearchOf } from '../../../lib/place/navigate.tsx'
import type { LoadedScreen } from '../../../lib/place/screen.ts'
import { useCan } from '../../../lib/session/can.tsx'
import { knownSession, useSession } from '../../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { personOption } from '../person-option.ts'
import { askDecisions } from './decide-many.tsx'
import { askAct } from './request-dialogs.tsx'
import { openView, viewsOf } from './request-views.ts'
import { hrefOf, requestCard, requestColumns } from './request.columns.tsx'
import './request.css'

const OPTIONS_STALE_MS = 60_000
const DECISIONS = ['approve', 'reject'] as const
const ICONS = { approve: Check, reject: X } as const

const keyOf = ({ guid }: AuditRow) => guid
const nameOf = ({ number }: AuditRow) => number

const sourceOf = (family: LicenseFamily, view: AuditView) => ({
  list: `audit.${family}.${view}`,
  call: auditCalls.find,
  where: { family, view },
  isTable: true,
})

function useFilters(view: AuditView): Filter[] {
  const t = usePhrases()
  const canList = useCan(approveCalls.approvers)
  const [isWanted, load] = useWanted()
  const { data } = useAnswer(approveCalls.approvers, {}, { enabled: canList && isWanted, staleMs: OPTIONS_STALE_MS })
  return useMemo(
    (): Filter[] => [
      { kind: 'search', name: 'keyword', label: t('audit.queue.search') },
      // Every request in the first tab waits.
      ...(view === 'mine'
        ? []
        : [
            {
              kind: 'picks' as const,
              name: 'state',
              label: t('audit.fields.state'),
              options: REQUEST_STATES.map((state) => ({ value: state, label: t(`audit.states.${state}`) })),
            },
          ]),
      {
        kind: 'choice',
        name: 'event',
        label: t('audit.fields.event'),
        options: CAUGHT_EVENTS.map((event) => ({ value: event, label: t(`audit.events.${event}`) })),
      },
      ...(view !== 'requested' && canList
        ? [
            {
              kind: 'pick' as const,
              name: 'requesterId',
              label: t('audit.fields.requesterId'),
              options: (data?.requesters ?? []).map((user) => personOption(user)),
              isLoading: !data,
              load,
            },
          ]
        : []),
      { kind: 'period', name: 'startTime', until: 'endTime', label: t('audit.fields.requestTime') },
    ],
    [t, view, canList, data, load],
  )
}

function Requests({ family, view }: { family: LicenseFamily; view: AuditView }) {
  const t = usePhrases()
  const filters = useFilters(view)
  const columns = useMemo(() => requestColumns(t), [t])
  const actions = useCallback(
    (row: AuditRow): RowAction[] => [
      { key: 'view', label: t('audit.acts.view'), icon: Eye, href: hrefOf(row) },
      ...DECISIONS.filter((act) => row.acts.includes(act)).map((act) => ({
        key: act,
        label: t(`audit.acts.${act}`),
        icon: ICONS[act],
        isDanger: act === 'reject',
        onSelect: () => askAct(act, row),
      })),
    ],
    [t],
  )
  const batch = useMemo(
    (): BatchAction<AuditRow>[] =>
      view === 'mine'
        ? DECISIONS.map((act) => ({
            key: act,
            label: t(`audit.acts.${act}`),
            icon: ICONS[act],
            isDanger: act === 'reject',
            max: LIMITS.approval.decidedAtOnce,
            run: (rows, done) => askDecisions(act, rows, done),
          }))
        : [],
    [t, view],
  )
  return (
    <ListPage
      isTab
      path={auditPath(family)}
      {...sourceOf(family, view)}
      keeps={{ view }}
      title={t(`audit.queue.views.${view}`)}
      filters={filters}
      columns={columns}
      card={(row) => requestCard(t, row)}
      rowKey={keyOf}
      rowName={nameOf}
      actions={actions}
      batch={batch}
      empty={{
        icon: view === 'mine' ? CircleCheck : Inbox,
        title: t(`audit.queue.emptyTitle.${view}`),
        sentence: t(`audit.queue.emptySentence.${view}`),
      }}
    />
  )
}

function Queue({ family }: { family: LicenseFamily }) {
  const t = usePhrases()
  const format = useFormat()
  const session = useSession()
  const path = auditPath(family)
  const views = viewsOf(session)
  const open = openView(session, useSearchOf(path).view)
  const { data: count } = useAnswer(auditCalls.count, {}, { enabled: views.includes('mine') })
  const title = t(`audit.titles.${family}`)
  return (
    <div className="request-page">
      <PageHead title={title} sentence={t(views.length === 1 ? 'audit.queue.ownSentence' : 'audit.queue.sentence')} />
      <Tabs
        label={title}
        open={open}
        onOpen={(view) => changeSearch(path, { view })}
        tabs={views.map((view) => ({
          key: view,
          title: t(`audit.queue.views.${view}`),
          ...(view === 'mine' && count && { count: format.number(count[family]) }),
          content: <Requests key={view} family={family} view={view} />,
        }))}
      />
    </div>
  )
}

const screens: Readonly<Record<LicenseFamily, () => React.ReactNode>> = {
  smart: () => <Queue family="smart" />,
  account: () => <Queue family="account" />,
  sn: () => <Queue family="sn" />,
}

export const loadedOf = (family: LicenseFamily): LoadedScreen => ({
  Screen: screens[family],
  first: (search) => firstPage(sourceOf(family, openView(knownSession(), search.view)))(search),
})
