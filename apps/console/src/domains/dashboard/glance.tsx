// The state at a glance: a tile for each number, with a small curve and the change against the days before.
import { CARRIERS, DASHBOARD_DAYS, DONGLE_LICENSE_STATUSES } from '@sealwright/contract'
import type { AnswerOf, Carrier, Curve, MeasureName, dashboardCalls } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { Change } from '../../blocks/chart/change.tsx'
import { Sparkline } from '../../blocks/chart/sparkline.tsx'
import { instantAt, todayIn } from '../../blocks/date/period.ts'
import { Link, ScreenLink, pathTo } from '../../lib/place/navigate.tsx'
import { useCanOpen } from '../../lib/session/can.tsx'
import { useMaybeSession } from '../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { FAMILIES } from '../license/index.ts'
import { useFigureText } from './numbered.tsx'
import css from './dashboard.module.css'

export type GlanceFigures = AnswerOf<typeof dashboardCalls.get>['glance']
type TileName = 'inForce' | 'devices' | 'seats' | 'users'

const { notUpgraded, upgraded } = DONGLE_LICENSE_STATUSES
/** Licenses in force, as the lists filter them. */
const IN_FORCE: Record<Carrier, string> = {
  smart: pathTo(FAMILIES.smart.path, { effective: '1' }),
  account: pathTo(FAMILIES.account.path, { effective: '1' }),
  sn: pathTo(FAMILIES.sn.path, { effective: '1' }),
  dongle: pathTo('/pc/license/dongle', { status: JSON.stringify([notUpgraded, upgraded].map(String)) }),
}

/** The figures of the curves, as the statistics name them. */
const MEASURES = {
  inForce: 'licenseIssued',
  devices: 'deviceActive',
  seats: 'seatPeak',
  users: 'userCreated',
} as const satisfies Record<TileName, MeasureName>

/** What a curve shows, with a link to it in the statistics. */
function CurveNote({ name, curve }: { name: TileName; curve: NonNullable<Curve> }) {
  const t = usePhrases()
  const { number } = useFormat()
  const href = pathTo('/statistics', { measure: MEASURES[name], period: String(DASHBOARD_DAYS) })
  const canOpen = useCanOpen(href)
  const words = t(`dashboard.glance.notes.${name}`, { days: DASHBOARD_DAYS, total: number(rounded(curve.total)) })
  return (
    <dd className={css.note}>
      {canOpen ? <Link href={href}>{words}</Link> : words}
      <Change
        compared={curve}
        wordsOf={(kind, share) => t(`dashboard.glance.change.${kind}`, { days: DASHBOARD_DAYS, share })}
        tip={t('dashboard.glance.before', { days: DASHBOARD_DAYS, before: number(rounded(curve.before)) })}
      />
    </dd>
  )
}

/** Small averages keep a digit after the point. */
const rounded = (value: number) => (value < 10 ? Math.round(value * 10) / 10 : Math.round(value))

function Tile({
  name,
  value,
  curve,
  children,
}: {
  name: TileName
  value: ReactNode
  curve: Curve
  children?: ReactNode
}) {
  const t = usePhrases()
  return (
    <div className={css.tile}>
      <dt>{t(`dashboard.glance.${name}`)}</dt>
      <dd className={css.value}>{value}</dd>
      {children}
      {curve && (
        <>
          <dd className={css.curve} aria-hidden>
            <Sparkline values={curve.values} />
          </dd>
          <CurveNote name={name} curve={curve} />
        </>
      )}
    </div>
  )
}

function InForce({ inForce: { byCarrier, curve } }: { inForce: NonNullable<GlanceFigures['inForce']> }) {
  const t = usePhrases()
  const { number } = useFormat()
  const seen = CARRIERS.filter((carrier) => byCarrier[carrier] !== null)
  const total = seen.reduce((sum, carrier) => sum + (byCarrier[carrier] ?? 0), 0)
  return (
    <Tile name="inForce" value={number(total)} curve={curve}>
      <dd className={css.carriers}>
        {seen.map((carrier) => {
          const label = t(`dashboard.carriers.${carrier}`)
          const count = number(byCarrier[carrier] ?? 0)
          return (
            <span key={carrier}>
              {label}{' '}
              <Link href={IN_FORCE[carrier]} aria-label={`${label} ${count}`}>
                {count}
              </Link>
            </span>
          )
        })}
      </dd>
    </Tile>
  )
}

export function Glance({ glance }: { glance: GlanceFigures | undefined }) {
  const t = usePhrases()
  const { number } = useFormat()
  const figureText = useFigureText()
  const zone = useMaybeSession()?.timeZone ?? 'UTC'
  if (!glance)
    return (
      <div className={css.glance} aria-busy>
        {[0, 1, 2, 3].map((index) => (
          <div key={index} className={css.tile} aria-hidden>
            <span className={css.ghost} />
          </div>
        ))}
      </div>
    )
  const { inForce, devices, seats, users } = glance
  if (!inForce && !devices && !seats && !users) return null
  const named = (name: TileName, text: string) => `${t(`dashboard.glance.${name}`)} ${text}`
  return (
    <dl className={css.glance} aria-label={t('dashboard.glance.title')}>
      {inForce && <InForce inForce={inForce} />}
      {devices && (
        <Tile
          name="devices"
          curve={devices.curve}
          value={
            <ScreenLink
              to="/runtime/log"
              search={{ refused: '0', startTime: instantAt(todayIn(zone), 'start', zone) }}
              aria-label={named('devices', number(devices.count))}
            >
              {number(devices.count)}
            </ScreenLink>
          }
        />
      )}
      {seats && (
        <Tile
          name="seats"
          curve={seats.curve}
          value={
            <>
              <ScreenLink to="/runtime/seat" aria-label={named('seats', figureText(seats.count))}>
                {figureText(seats.count)}
              </ScreenLink>{' '}
              <small>{t('dashboard.glance.ofSold', { sold: number(seats.sold) })}</small>
            </>
          }
        />
      )}
      {users && (
        <Tile
          name="users"
          curve={users.curve}
          value={
            <ScreenLink to="/user" aria-label={named('users', number(users.count))}>
              {number(users.count)}
            </ScreenLink>
          }
        />
      )}
    </dl>
  )
}
