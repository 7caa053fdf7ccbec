// The end of a license. An expired license also shows the days since then, up to the contract's limit.
import { DAY_MS, LICENSE_STATUSES, overdueShown } from '@sealwright/contract'
import type { LicenseRow } from '@sealwright/contract'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import { DateCell, TimeCell } from '../../../blocks/list/columns.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { TwoLines } from '../../template/terms/index.ts'

type Ending = Pick<LicenseRow, 'expireTime' | 'isForever' | 'status'>

/** Never negative: the browser's clock may be behind the server's. */
const daysSince = (at: string) => Math.max(0, Math.floor((Date.now() - Date.parse(at)) / DAY_MS))

/** In a row, an expired license shows the date above the days it is overdue. */
export function LicenseEnd({
  license: { expireTime, isForever, status },
  isInRow = false,
}: {
  license: Ending
  isInRow?: boolean
}) {
  const t = usePhrases()
  if (expireTime === null)
    return <span className="cell-quiet">{t(isForever ? 'template.words.forever' : 'license.list.notStarted')}</span>
  if (status !== LICENSE_STATUSES.expired) return isInRow ? <DateCell at={expireTime} /> : <TimeCell at={expireTime} />
  const overdue = t('license.list.overdue', { days: overdueShown(daysSince(expireTime)) })
  if (!isInRow) {
    return (
      <>
        <TimeCell at={expireTime} /> <StatusTag tone="bad">{overdue}</StatusTag>
      </>
    )
  }
  return (
    <TwoLines className="sw-tabular" below={overdue}>
      <DateCell at={expireTime} />
    </TwoLines>
  )
}
