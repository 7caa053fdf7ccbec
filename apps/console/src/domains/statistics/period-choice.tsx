// The period and the comparison. Both are in the address.
import { DEFAULT_PERIOD } from '@sealwright/contract'
import { PeriodFilter } from '../../blocks/date/period-filter.tsx'
import { daysOf, instantAt, todayIn } from '../../blocks/date/period.ts'
import { usualPeriods } from '../../blocks/date/usual-period.ts'
import { Segmented } from '../../blocks/form/segmented.tsx'
import { SwitchLine } from '../../blocks/form/switch-field.tsx'
import { changeSearch, useSearchOf } from '../../lib/place/navigate.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases, useTimeZone } from '../../lib/words/i18n.tsx'
import { PATH, rangeSearch, spanOf } from './statistics-view.ts'
import css from './statistics.module.css'

export function PeriodChoice() {
  const t = usePhrases()
  const ownZone = useTimeZone()
  const today = todayIn(useSession().developer.timeZone)
  const search = useSearchOf(PATH)
  const span = spanOf(search)
  const choose = (chosen: { period?: string; first?: string; last?: string }) => {
    const { period: _period, first: _first, last: _last, ...rest } = search
    changeSearch(PATH, { ...rest, ...chosen })
  }
  const { first = '', last = '' } = span.period === 'range' ? span : {}
  return (
    <div className={css.choices}>
      <Segmented<string>
        label={t('statistics.fields.period')}
        value={span.period === 'range' ? '' : (span.period ?? DEFAULT_PERIOD)}
        options={usualPeriods(t)}
        onSelect={(value) => choose(value === DEFAULT_PERIOD ? {} : { period: value })}
      />
      <PeriodFilter
        label={t('statistics.periods.range')}
        // The filter speaks of instants. They stand for the same days.
        from={instantAt(first, 'start', ownZone)}
        to={instantAt(last, 'end', ownZone)}
        onChange={(from, to) => choose(rangeSearch(daysOf(from, to, ownZone), today))}
      />
      <SwitchLine
        label={t('statistics.compare')}
        isOn={search.compare !== '0'}
        onSwitch={(isOn) => changeSearch(PATH, { ...search, compare: isOn ? undefined : '0' })}
      />
    </div>
  )
}
