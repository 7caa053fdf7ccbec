// The end of a license. An expired license also shows the days since then, up to the contract's limit.
import { DAY_MS, LICENSE_STATUSES, overdueShown } from '@sealwright/contract'
import type { LicenseRow } from '@sealwright/contract'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import { TimeCell } from '../../../blocks/list/columns.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import { TwoLines } from '../../template/terms/index.ts'

type Ending = Pick<LicenseRow, 'expireTime' | 'isForever' | 'status'>

/** Never negative: the browser's clock may be behind the server's. */
const daysSince = (at: string) => Math.max(0, Math.floor((Date.now() - Date.parse(at)) / DAY_MS))

/** In a row (`isStacked`), an expired license shows only the date above the days; the tooltip has the time. */
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
      <time className="cell-quiet" dateTime={expireTime} data-tip={shown}>
        {shown.split(' ', 1)[0]}
      </time>
    </TwoLines>
  )
}
