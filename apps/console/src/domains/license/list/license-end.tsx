// When a license ends. An expired one says for how many days it is over, as far as the contract tells such a number.
import { DAY_MS, LICENSE_STATUSES, overdueShown } from '@sealwright/contract'
import type { LicenseRow } from '@sealwright/contract'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import { TimeCell } from '../../../blocks/list/columns.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { TwoLines } from '../../template/terms/index.ts'

type Ending = Pick<LicenseRow, 'expireTime' | 'isForever' | 'status'>

/** A browser whose clock is behind has not seen the end yet. */
const daysSince = (at: string) => Math.max(0, Math.floor((Date.now() - Date.parse(at)) / DAY_MS))

/** In a row the day alone stands over it; the time of day is told to whoever asks. */
export function LicenseEnd({
  license: { expireTime, isForever, status },
  isStacked = false,
}: {
  license: Ending
  isStacked?: boolean
}) {
  const t = usePhrases()
  const format = useFormat()
  if (expireTime === null)
    return <span className="cell-quiet">{t(isForever ? 'template.words.forever' : 'license.list.notStarted')}</span>
  if (status !== LICENSE_STATUSES.expired) return <TimeCell at={expireTime} isStacked={isStacked} />
  const overdue = t('license.list.overdue', { days: overdueShown(daysSince(expireTime)) })
  if (!isStacked) {
    return (
      <>
        <TimeCell at={expireTime} /> <StatusTag tone="bad">{overdue}</StatusTag>
      </>
    )
  }
  const shown = format.time(expireTime)
  return (
    <TwoLines className="sw-tabular" below={overdue}>
      <time className="cell-quiet" dateTime={expireTime} title={shown}>
        {shown.split(' ', 1)[0]}
      </time>
    </TwoLines>
  )
}
