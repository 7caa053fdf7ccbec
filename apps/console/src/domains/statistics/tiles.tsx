// The figures that the person may see: total, change and a small curve. Each is a link that shows the figure below.
import { MEASURES, isOfSeats } from '@sealwright/contract'
import type { AnswerOf, MeasureName, statisticsCalls } from '@sealwright/contract'
import { Armchair, CircleSlash, FileKey, Gift, MonitorSmartphone, Users, Wallet } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { Change } from '../../blocks/chart/change.tsx'
import { Sparkline } from '../../blocks/chart/sparkline.tsx'
import { ScreenLink, useSearchOf } from '../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { useChangeWords, useFigureFormat } from './figure-format.ts'
import { PATH, TILES, tileOf } from './statistics-view.ts'
import css from './statistics.module.css'

type Overview = AnswerOf<typeof statisticsCalls.overview>
type Figure = Overview['figures'][number]

/** One for each group: licenses, people, devices, seats, refusals, money, campaigns. */
const ICONS = {
  licenseIssued: FileKey,
  licenseUpdated: FileKey,
  licenseExpired: FileKey,
  licenseDeleted: FileKey,
  userCreated: Users,
  campaignJoined: Gift,
  deviceActivated: MonitorSmartphone,
  deviceActive: MonitorSmartphone,
  seatPeak: Armchair,
  refusal: CircleSlash,
  spending: Wallet,
} as const satisfies Record<(typeof TILES)[number], LucideIcon>

/** What the total of a figure is, unless it is a sum. */
export function TotalKind({ measure }: { measure: MeasureName }) {
  const t = usePhrases()
  const kind = MEASURES[measure].total
  return kind === 'sum' ? null : <small>{t(`statistics.totals.${kind}`)}</small>
}

function SeatsNote({ figures }: { figures: readonly Figure[] }) {
  const t = usePhrases()
  const { number } = useFormat()
  const totalOf = (name: MeasureName) => number(figures.find(({ measure }) => measure === name)?.total ?? 0)
  return (
    <span className={css.tileNote}>
      {t('statistics.seats.note', { average: totalOf('seatAverage'), sold: totalOf('seatSold') })}
    </span>
  )
}

interface TileProps {
  name: (typeof TILES)[number]
  figure: Figure
  figures: readonly Figure[]
  isOpen: boolean
  isCompared: boolean
}

function Tile({ name, figure, figures, isOpen, isCompared }: TileProps) {
  const t = usePhrases()
  const search = useSearchOf(PATH)
  const { format } = useFigureFormat(name)
  const changeWords = useChangeWords()
  const Icon = ICONS[name]
  const { sort: _sort, order: _order, ...kept } = search
  const target = { ...kept, measure: name === TILES[0] ? undefined : name }
  return (
    <li>
      <ScreenLink to={PATH} search={target} className={css.tile} aria-current={isOpen || undefined}>
        <span className={css.tileName}>
          <Icon size={14} aria-hidden />
          {isOfSeats(name) ? t('statistics.seats.title') : t(`statistics.measures.${name}`)}
        </span>
        <span className={css.tileLine}>
          <span className={css.tileTotal}>
            <strong>{format(figure.total)}</strong>
            <TotalKind measure={name} />
          </span>
          {isCompared && <Change compared={figure} wordsOf={changeWords} />}
        </span>
        {isOfSeats(name) && <SeatsNote figures={figures} />}
        <Sparkline values={figure.values} />
      </ScreenLink>
    </li>
  )
}

interface TilesProps {
  overview: Overview
  measure: MeasureName | undefined
  isCompared: boolean
}

export function Tiles({ overview: { figures }, measure, isCompared }: TilesProps) {
  const t = usePhrases()
  return (
    <nav aria-label={t('statistics.overview')}>
      <ul className={css.tiles}>
        {TILES.map((name) => {
          const figure = figures.find((one) => one.measure === name)
          return (
            figure && (
              <Tile
                key={name}
                name={name}
                figure={figure}
                figures={figures}
                isOpen={measure !== undefined && tileOf(measure) === name}
                isCompared={isCompared}
              />
            )
          )
        })}
      </ul>
    </nav>
  )
}

/** As high as the tiles. */
export function TilesSkeleton() {
  return (
    <div className={css.tiles} aria-hidden>
      {TILES.map((name) => (
        <span key={name} className={`skeleton ${css.tileGhost}`} />
      ))}
    </div>
  )
}
