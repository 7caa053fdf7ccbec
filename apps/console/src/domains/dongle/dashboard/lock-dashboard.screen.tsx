// The statistics of user locks: totals, mode, status, ends of activations, and activations by day. Every number opens
// the list of its locks.
import { DEFAULT_PERIOD, userLockCalls } from '@sealwright/contract'
import { Usb } from 'lucide-react'
import { Suspense, lazy, useId } from 'react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { PageHead } from '../../../blocks/control/page-head.tsx'
import { ErrorState } from '../../../blocks/control/states.tsx'
import { usualPeriodOf, usualPeriods } from '../../../blocks/date/usual-period.ts'
import { Segmented } from '../../../blocks/form/segmented.tsx'
import { SettingsSkeleton } from '../../../blocks/form/settings-page.tsx'
import { NothingYet } from '../../../blocks/list/nothing-yet.tsx'
import { askAhead, useAnswer } from '../../../lib/call/client.ts'
import { ScreenLink, changeSearch, useSearchOf } from '../../../lib/place/navigate.tsx'
import type { ScreenSearch, Search } from '../../../lib/place/screen.ts'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { ActivationTable, StatusTable } from './dashboard-tables.tsx'
import type { LockFigures } from './lock-figures.ts'
import './dashboard.css'

// Loaded on demand: the chart code is larger than the rest of the page.
const charts = () => import('./dashboard-charts.tsx')
const ModeChart = lazy(async () => ({ default: (await charts()).ModeChart }))
const GroupChart = lazy(async () => ({ default: (await charts()).GroupChart }))
const ActivationChart = lazy(async () => ({ default: (await charts()).ActivationChart }))

const PATH = '/dongle/user/dashboard'
const LIST = '/dongle/user'
const VIEWS = ['chart', 'table'] as const

const periodOf = ({ period }: Search) => usualPeriodOf(period) ?? DEFAULT_PERIOD

function Part({ title, tools, children }: { title: string; tools?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section className="lock-part" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {tools}
      </header>
      {children}
    </section>
  )
}

const Waiting = ({ children }: { children: ReactNode }) => (
  <Suspense fallback={<div className="lock-chart-space" aria-busy />}>{children}</Suspense>
)

interface Figure {
  label: string
  count: number
  search: ScreenSearch[typeof LIST]
  isBad?: boolean
}

function Figures({ figures }: { figures: LockFigures }) {
  const t = usePhrases()
  const { number } = useFormat()
  const ofGroup = (name: string) => figures.groups.find(({ group }) => group === name)?.count ?? 0
  const soonest = { sort: 'activationEnd', order: 'asc' } as const
  const all: Figure[] = [
    { label: t('userLock.dashboard.total'), count: figures.total, search: {} },
    { label: t('userLock.groups.lost'), count: ofGroup('lost'), search: { group: 'lost' }, isBad: true },
    { label: t('userLock.groups.locked'), count: ofGroup('locked'), search: { group: 'locked' }, isBad: true },
    {
      label: t('userLock.dashboard.ended'),
      count: figures.ended,
      search: { ended: '1', ...soonest },
      isBad: true,
    },
    ...figures.ending.map(({ days, count }) => ({
      label: t('userLock.dashboard.ending', { days }),
      count,
      search: { endingDays: String(days), ...soonest },
    })),
  ]
  return (
    <dl className="lock-figures" aria-label={t('userLock.dashboard.figures')}>
      {all.map(({ label, count, search, isBad = false }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <ScreenLink
              to={LIST}
              search={search}
              aria-label={`${label} ${number(count)}`}
              data-bad={isBad && count > 0}
            >
              {number(count)}
            </ScreenLink>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Activations({ figures: { activations } }: { figures: LockFigures }) {
  const t = usePhrases()
  const search = useSearchOf(PATH)
  const period = periodOf(search)
  const isTable = search.view === 'table'
  const count = activations.reduce((sum, day) => sum + day.count, 0)
  return (
    <Part
      title={t('userLock.dashboard.activations')}
      tools={
        <div className="lock-part-tools">
          <Segmented
            label={t('userLock.fields.period')}
            value={period}
            options={usualPeriods(t)}
            onSelect={(value) => changeSearch(PATH, { ...search, period: value })}
          />
          <Segmented
            label={t('userLock.dashboard.shownAs')}
            value={isTable ? 'table' : 'chart'}
            options={VIEWS.map((value) => ({
              value,
              label: t(value === 'chart' ? 'userLock.dashboard.asChart' : 'userLock.dashboard.asTable'),
            }))}
            onSelect={(value) => changeSearch(PATH, { ...search, view: value === 'table' ? value : undefined })}
          />
        </div>
      }
    >
      <p className="lock-part-note">
        {period === 'month'
          ? t('userLock.dashboard.activationsOfMonth', { count })
          : t('userLock.dashboard.activationsOf', { days: Number(period), count })}
      </p>
      {isTable ? (
        <ActivationTable activations={activations} />
      ) : (
        <Waiting>
          <ActivationChart activations={activations} />
        </Waiting>
      )}
    </Part>
  )
}

function Numbers({ figures }: { figures: LockFigures }) {
  const t = usePhrases()
  return (
    <>
      <Figures figures={figures} />
      <div className="lock-pair">
        <Part title={t('userLock.dashboard.byMode')}>
          <Waiting>
            <ModeChart figures={figures} />
          </Waiting>
        </Part>
        <Part title={t('userLock.dashboard.byGroup')}>
          <Waiting>
            <GroupChart figures={figures} />
          </Waiting>
        </Part>
      </div>
      <Activations figures={figures} />
      <Part title={t('userLock.dashboard.byStatus')}>
        <StatusTable statuses={figures.statuses} />
      </Part>
    </>
  )
}

export function Screen() {
  const t = usePhrases()
  const search = useSearchOf(PATH)
  const { data, error, refetch, isPlaceholderData } = useAnswer(
    userLockCalls.dashboard,
    { period: periodOf(search) },
    { keepPrevious: true },
  )
  const content = () => {
    if (!data)
      return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={6} />
    if (data.total === 0)
      return (
        <NothingYet
          kind="userLock"
          empty={{ icon: Usb, title: t('userLock.list.emptyTitle'), sentence: t('userLock.list.emptySentence') }}
        />
      )
    return <Numbers figures={data} />
  }
  return (
    <div className="lock-dashboard">
      <PageHead
        title={t('userLock.titles.dashboard')}
        sentence={t('userLock.dashboard.sentence')}
        actions={
          <ScreenLink to={LIST} className={buttonClass()}>
            <Usb size={15} aria-hidden />
            {t('userLock.dashboard.toList')}
          </ScreenLink>
        }
      />
      <div className="lock-numbers-of" aria-busy={isPlaceholderData || undefined}>
        {content()}
      </div>
    </div>
  )
}

export const first = (search: Search) => askAhead(userLockCalls.dashboard, { period: periodOf(search) })
