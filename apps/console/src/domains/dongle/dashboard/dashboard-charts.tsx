// The charts of the statistics. Their legends link to the lists.
import { LOCK_GROUP_NAMES, LOCK_MODES } from '@sealwright/contract'
import { shortDay } from '../../../blocks/chart/axis.ts'
import { BarChart } from '../../../blocks/chart/bar-chart.tsx'
import { DonutChart } from '../../../blocks/chart/donut-chart.tsx'
import { pathTo } from '../../../lib/place/navigate.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { GROUP_TONES, modeName } from '../list/lock-status.tsx'
import type { LockFigures } from './lock-figures.ts'

const LIST = '/dongle/user'

export function ModeChart({ figures: { modes } }: { figures: LockFigures }) {
  const t = usePhrases()
  const { number } = useFormat()
  return (
    <DonutChart
      label={t('userLock.dashboard.byMode')}
      total={t('userLock.dashboard.total')}
      format={number}
      parts={Object.values(LOCK_MODES).map((mode) => ({
        key: String(mode),
        label: t(`userLock.modes.${modeName(mode)}`),
        value: modes.find((one) => one.mode === mode)?.count ?? 0,
        tone: mode === LOCK_MODES.activation ? 'brand' : 'violet',
        href: pathTo(LIST, { activationMode: String(mode) }),
      }))}
    />
  )
}

export function GroupChart({ figures: { groups } }: { figures: LockFigures }) {
  const t = usePhrases()
  const { number } = useFormat()
  return (
    <DonutChart
      label={t('userLock.dashboard.byGroup')}
      total={t('userLock.dashboard.total')}
      format={number}
      parts={LOCK_GROUP_NAMES.map((group) => ({
        key: group,
        label: t(`userLock.groups.${group}`),
        value: groups.find((one) => one.group === group)?.count ?? 0,
        tone: GROUP_TONES[group],
        href: pathTo(LIST, { group }),
      }))}
    />
  )
}

export function ActivationChart({ activations }: Pick<LockFigures, 'activations'>) {
  const t = usePhrases()
  const { number } = useFormat()
  const label = t('userLock.dashboard.activations')
  return (
    <BarChart
      label={label}
      series={[{ key: 'count', label, tone: 'brand' }]}
      data={activations.map(({ day, count }) => ({ at: shortDay(day), note: day, values: { count } }))}
      format={number}
    />
  )
}
