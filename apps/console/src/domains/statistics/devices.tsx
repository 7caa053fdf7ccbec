// The bound devices of today: their operating systems, and the versions of the program that they run.
import { statisticsCalls } from '@sealwright/contract'
import type { MeasureName } from '@sealwright/contract'
import { useId } from 'react'
import { RankBars } from '../../blocks/chart/rank-bars.tsx'
import { LoadingOrError } from '../../blocks/control/states.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { useSearchOf } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { PATH, filtersOf } from './statistics-view.ts'
import css from './statistics.module.css'

export function Devices({ measure }: { measure: MeasureName }) {
  const t = usePhrases()
  const id = useId()
  const { licenseId } = filtersOf(useSearchOf(PATH), measure)
  const { data, error, refetch } = useAnswer(statisticsCalls.devices, licenseId ? { licenseId } : {}, {
    keepPrevious: true,
  })
  if (!data) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  return (
    <section className={css.devices} aria-labelledby={id}>
      <h3 id={id}>{t('statistics.devices.title')}</h3>
      <p>{t(data.total === 0 ? 'statistics.devices.none' : 'statistics.devices.sentence', { count: data.total })}</p>
      {data.total > 0 && (
        <div className={css.ranks}>
          {(['systems', 'versions'] as const).map((name) => (
            <div key={name}>
              <h4>{t(`statistics.devices.${name}`)}</h4>
              <RankBars
                label={t(`statistics.devices.${name}`)}
                by={t(`statistics.devices.${name}`)}
                total={data.total}
                rows={data[name].map((row) => ({
                  key: row.name ?? '',
                  name: row.name ?? t('statistics.devices.unknown'),
                  count: row.count,
                }))}
              />
            </div>
          ))}
        </div>
      )}
    </section>
  )
}
