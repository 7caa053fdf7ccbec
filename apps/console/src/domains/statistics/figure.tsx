// One figure: its total, chart and table, with the split, the filters and the files.
import { SEAT_MEASURES, dimensionsOf, isOfSeats, statisticsCalls } from '@sealwright/contract'
import type { Dimension, MeasureName, StatisticAnswer } from '@sealwright/contract'
import { ChartColumn } from 'lucide-react'
import { Suspense, lazy, useId, useRef } from 'react'
import type { ReactNode, RefObject } from 'react'
import { Change } from '../../blocks/chart/change.tsx'
import { Select } from '../../blocks/control/select.tsx'
import { EmptyState, ErrorState } from '../../blocks/control/states.tsx'
import { Segmented } from '../../blocks/form/segmented.tsx'
import { FilterChips } from '../../blocks/list/filter/filter-chips.tsx'
import { FilterBar } from '../../blocks/list/filter/list-filters.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { Link, changeSearch, useSearchOf } from '../../lib/place/navigate.tsx'
import { useOpens } from '../../lib/session/can.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { Devices } from './devices.tsx'
import { useFigureFilters } from './figure-filters.ts'
import { useChangeWords, useDimensionWord, useFigureFormat } from './figure-format.ts'
import { DayTable, SeatsTable, SeriesTable } from './figure-table.tsx'
import type { ListHref } from './figure-table.tsx'
import { FileMenu } from './file-menu.tsx'
import { listOf } from './list-links.ts'
import { PATH, addsUp, askedOf, filtersOf, splitOf, splitText } from './statistics-view.ts'
import { TotalKind } from './tiles.tsx'
import css from './statistics.module.css'

// Loaded on demand: the chart code is larger than the rest of the page.
const loadCharts = () => import('./figure-chart.tsx')
const WholeChart = lazy(async () => ({ default: (await loadCharts()).WholeChart }))
const SplitChart = lazy(async () => ({ default: (await loadCharts()).SplitChart }))
const SeatsChart = lazy(async () => ({ default: (await loadCharts()).SeatsChart }))

const areZero = (values: readonly number[]) => values.every((value) => value === 0)

/** The list behind the numbers of a figure, where there is one that the person may open. */
function useListHref(measure: MeasureName): ListHref {
  const opens = useOpens()
  const zone = useSession().developer.timeZone
  const filters = filtersOf(useSearchOf(PATH), measure)
  return ({ first, last }, part) => {
    const href = listOf({ measure, first, last, zone, filters, ...(part && { part }) })
    return href !== undefined && opens(href) ? href : undefined
  }
}

function SplitChoice({ measure, by }: { measure: MeasureName; by: Dimension | undefined }) {
  const t = usePhrases()
  const search = useSearchOf(PATH)
  const wordOf = useDimensionWord()
  const { sort: _sort, order: _order, ...kept } = search
  const dimensions = dimensionsOf(measure)
  if (dimensions.length === 0) return null
  return (
    <Select
      aria-label={t('statistics.fields.by')}
      value={by ?? ''}
      options={[
        { value: '', label: t('statistics.noSplit') },
        ...dimensions.map((value) => ({
          value,
          label: t('statistics.splitBy', { dimension: wordOf(value) }),
        })),
      ]}
      onSelect={(value) =>
        changeSearch(PATH, {
          ...kept,
          by: splitText(
            dimensions.find((one) => one === value),
            measure,
          ),
        })
      }
    />
  )
}

/** Stacked bars or lines. Peaks are only lines. */
function ShapeChoice() {
  const t = usePhrases()
  const search = useSearchOf(PATH)
  return (
    <Segmented
      label={t('statistics.shape')}
      value={search.chart === 'lines' ? 'lines' : 'bars'}
      options={[
        { value: 'bars', label: t('statistics.shapes.bars') },
        { value: 'lines', label: t('statistics.shapes.lines') },
      ]}
      onSelect={(value) => changeSearch(PATH, { ...search, chart: value === 'lines' ? value : undefined })}
    />
  )
}

function SeatChoice({ measure }: { measure: MeasureName }) {
  const t = usePhrases()
  const search = useSearchOf(PATH)
  return (
    <Segmented<MeasureName>
      label={t('statistics.fields.measure')}
      value={measure}
      options={SEAT_MEASURES.map((value) => ({ value, label: t(`statistics.seats.${value}`) }))}
      onSelect={(value) => changeSearch(PATH, { ...search, measure: value })}
    />
  )
}

function Filters({ measure }: { measure: MeasureName }) {
  const search = useSearchOf(PATH)
  const filters = useFigureFilters(measure)
  const onChange = (name: string, value: string, also: Readonly<Record<string, string>> = {}) =>
    changeSearch(PATH, { ...search, [name]: value, ...also })
  if (filters.length === 0) return null
  const cleared = Object.fromEntries(filters.map(({ name }) => [name, undefined]))
  return (
    <>
      <div className={css.filters}>
        <FilterBar filters={filters} values={search} errorOf={() => undefined} onChange={onChange} />
      </div>
      <FilterChips
        filters={filters}
        values={search}
        onChange={onChange}
        onClear={() => changeSearch(PATH, { ...search, ...cleared })}
      />
    </>
  )
}

interface CardProps {
  title: string
  measure: MeasureName
  answer: StatisticAnswer | undefined
  /** There is nothing to draw. */
  isEmpty: boolean
  error: Error | null
  onRetry: () => void
  isStale: boolean
  isCompared: boolean
  choices: ReactNode
  chart: RefObject<HTMLDivElement | null>
  children: ReactNode
}

/** The card of a figure: title, total and choices, then the content, or its loading, failure or emptiness. */
function FigureCard(props: CardProps) {
  const { title, measure, answer, isEmpty, error, onRetry, isStale, isCompared, choices, chart, children } = props
  const t = usePhrases()
  const id = useId()
  const { format } = useFigureFormat(measure)
  const changeWords = useChangeWords()
  const search = useSearchOf(PATH)
  const href = useListHref(measure)
  const list = answer && href(answer)
  const content = () => {
    if (!answer)
      return error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <div className={css.content} role="status" aria-label={t('blocks.states.loading')}>
          <div className={`skeleton ${css.chartSpace}`} />
          <div className={`skeleton ${css.tableSpace}`} />
        </div>
      )
    if (isEmpty)
      return (
        <EmptyState
          icon={ChartColumn}
          title={t('statistics.empty.title', { first: answer.first, last: answer.last })}
          sentence={t(
            `statistics.empty.${Object.keys(filtersOf(search, measure)).length > 0 ? 'filtered' : 'sentence'}`,
          )}
        />
      )
    return (
      <div className={css.content} aria-busy={isStale || undefined}>
        {children}
      </div>
    )
  }
  return (
    <section className={css.card} aria-labelledby={id}>
      <header className={css.cardHead}>
        <div className={css.cardWords}>
          <h2 id={id}>{title}</h2>
          {answer && (
            <p>
              <strong className="sw-tabular">
                {list === undefined ? format(answer.total) : <Link href={list}>{format(answer.total)}</Link>}
              </strong>
              <TotalKind measure={measure} />
              {isCompared && <Change compared={answer} wordsOf={changeWords} />}
            </p>
          )}
        </div>
        <div className={css.cardTools}>
          {choices}
          <FileMenu
            chart={chart}
            title={title}
            answer={isEmpty ? undefined : answer}
            asked={askedOf(search, measure)}
          />
        </div>
      </header>
      <Filters measure={measure} />
      {measure === 'spending' && <ListHint href="/billing" words={t('statistics.toBills')} />}
      {measure === 'refusal' && list !== undefined && <ListHint href={list} words={t('statistics.toLog')} />}
      {content()}
    </section>
  )
}

function ListHint({ href, words }: { href: string; words: string }) {
  const opens = useOpens()
  return (
    opens(href) && (
      <p className={css.hint}>
        <Link href={href}>{words}</Link>
      </p>
    )
  )
}

function ChartPlace({ chart, children }: { chart: RefObject<HTMLDivElement | null>; children: ReactNode }) {
  return (
    <div ref={chart}>
      <Suspense fallback={<div className={css.chartSpace} aria-busy />}>{children}</Suspense>
    </div>
  )
}

function OneFigure({ measure, isCompared }: { measure: MeasureName; isCompared: boolean }) {
  const t = usePhrases()
  const search = useSearchOf(PATH)
  const chart = useRef<HTMLDivElement>(null)
  const by = splitOf(search, measure)
  const { data, error, refetch, isPlaceholderData } = useAnswer(statisticsCalls.get, askedOf(search, measure), {
    keepPrevious: true,
  })
  const hrefOf = useListHref(measure)
  const wordOf = useDimensionWord()
  const title = isOfSeats(measure) ? t('statistics.seats.title') : t(`statistics.measures.${measure}`)
  const isStacked = addsUp(measure) && search.chart !== 'lines'
  const byDay = search.table === 'days'
  const table = data && { label: t('statistics.table.label', { title }), measure, answer: data, isCompared, hrefOf }
  return (
    <FigureCard
      title={title}
      measure={measure}
      answer={data}
      isEmpty={data !== undefined && areZero(data.values) && (!isCompared || areZero(data.beforeValues))}
      error={error}
      onRetry={() => void refetch()}
      isStale={isPlaceholderData}
      isCompared={isCompared}
      chart={chart}
      choices={
        <>
          {isOfSeats(measure) && <SeatChoice measure={measure} />}
          <SplitChoice measure={measure} by={by} />
          {by && addsUp(measure) && <ShapeChoice />}
        </>
      }
    >
      {data && table && (
        <>
          <ChartPlace chart={chart}>
            {by ? (
              <SplitChart label={title} measure={measure} answer={data} isStacked={isStacked} />
            ) : (
              <WholeChart label={title} measure={measure} answer={data} isCompared={isCompared} />
            )}
          </ChartPlace>
          {(measure === 'deviceActive' || measure === 'deviceActivated') && <Devices measure={measure} />}
          {by && (
            <div className={css.tableChoice}>
              <Segmented
                label={t('statistics.table.rows')}
                value={byDay ? 'days' : 'series'}
                options={[
                  { value: 'series', label: t('statistics.splitBy', { dimension: wordOf(by) }) },
                  { value: 'days', label: t('statistics.table.byDay') },
                ]}
                onSelect={(value) => {
                  const { sort: _sort, order: _order, ...kept } = search
                  changeSearch(PATH, { ...kept, table: value === 'days' ? value : undefined })
                }}
              />
            </div>
          )}
          {by && !byDay ? <SeriesTable {...table} by={by} /> : <DayTable {...table} />}
        </>
      )}
    </FigureCard>
  )
}

/** Peak, average and seats sold together. Split by product, each of them is a figure of its own. */
function SeatsFigure({ isCompared }: { isCompared: boolean }) {
  const t = usePhrases()
  const search = useSearchOf(PATH)
  const chart = useRef<HTMLDivElement>(null)
  const options = { keepPrevious: true }
  const peak = useAnswer(statisticsCalls.get, askedOf(search, 'seatPeak'), options)
  const average = useAnswer(statisticsCalls.get, askedOf(search, 'seatAverage'), options)
  const sold = useAnswer(statisticsCalls.get, askedOf(search, 'seatSold'), options)
  const all = [peak, average, sold]
  const answers = peak.data &&
    average.data &&
    sold.data && { seatPeak: peak.data, seatAverage: average.data, seatSold: sold.data }
  const title = t('statistics.seats.title')
  return (
    <FigureCard
      title={title}
      measure="seatPeak"
      answer={answers?.seatPeak}
      // Sold seats that nobody uses are worth a chart.
      isEmpty={answers !== undefined && SEAT_MEASURES.every((seat) => areZero(answers[seat].values))}
      error={all.find(({ error }) => error !== null)?.error ?? null}
      onRetry={() => void Promise.all(all.map(({ refetch }) => refetch()))}
      isStale={all.some(({ isPlaceholderData }) => isPlaceholderData)}
      isCompared={isCompared}
      chart={chart}
      choices={<SplitChoice measure="seatPeak" by={undefined} />}
    >
      {answers && (
        <>
          <ChartPlace chart={chart}>
            <SeatsChart label={title} answers={answers} />
          </ChartPlace>
          <SeatsTable label={t('statistics.table.label', { title })} answers={answers} />
        </>
      )}
    </FigureCard>
  )
}

export function Figure({ measure, isCompared }: { measure: MeasureName; isCompared: boolean }) {
  const by = splitOf(useSearchOf(PATH), measure)
  // The key keeps the numbers of another figure or split from showing under this name while its own load.
  return isOfSeats(measure) && !by ? (
    <SeatsFigure isCompared={isCompared} />
  ) : (
    <OneFigure key={`${measure} ${by ?? ''}`} measure={measure} isCompared={isCompared} />
  )
}
