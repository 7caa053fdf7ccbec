// One statement per month since the first movement. Months follow the developer's time zone, as on the server.
import { SHEET_FORMATS, billingCalls, wallTime } from '@sealwright/contract'
import { Download, FileText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { EmptyState } from '../../../blocks/control/states.tsx'
import { SettingList, SettingRow } from '../../../blocks/form/settings-page.tsx'
import { TurnPages } from '../../../blocks/list/paging/turn-pages.tsx'
import { download } from '../../../lib/call/download.ts'
import { useSession } from '../../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'

const FORMATS = ['pdf', ...SHEET_FORMATS] as const
const NAMES = { pdf: 'PDF', xlsx: 'Excel', csv: 'CSV' } as const
const A_PAGE = 12
const MONTHS_A_YEAR = 12
const MONTH_LENGTH = 'YYYY-MM'.length

/** The months from `since` to the current one, newest first. */
function monthsSince(since: string, timeZone: string): string[] {
  const [first, last] = [new Date(since), new Date()].map((instant) => {
    const [year, month] = wallTime(instant, timeZone).slice(0, MONTH_LENGTH).split('-').map(Number)
    return (year ?? 0) * MONTHS_A_YEAR + (month ?? 1) - 1
  }) as [number, number] // two in, two out
  return Array.from(
    { length: Math.max(1, last - first + 1) },
    (_, back) =>
      `${Math.floor((last - back) / MONTHS_A_YEAR)}-${String(((last - back) % MONTHS_A_YEAR) + 1).padStart(2, '0')}`,
  )
}

export function StatementList({ since }: { since: string | null }) {
  const t = usePhrases()
  const { month: nameOfMonth } = useFormat()
  const { timeZone } = useSession().developer
  const [page, setPage] = useState(1)
  if (since === null)
    return (
      <EmptyState
        icon={FileText}
        title={t('billing.overview.statements.emptyTitle')}
        sentence={t('billing.overview.statements.emptySentence')}
      />
    )
  const months = monthsSince(since, timeZone)
  return (
    <div className="billing-statements">
      <p className="billing-quiet">{t('billing.overview.statements.sentence')}</p>
      <SettingList label={t('billing.overview.tabs.statements')}>
        {months.slice((page - 1) * A_PAGE, page * A_PAGE).map((month) => (
          <SettingRow
            key={month}
            mark={<FileText size={17} aria-hidden />}
            title={nameOfMonth(month)}
            {...(month === months[0] && { note: t('billing.overview.statements.current') })}
            actions={FORMATS.map((format) => (
              <Button
                key={format}
                size="small"
                icon={Download}
                aria-label={t('billing.overview.statements.download', {
                  month: nameOfMonth(month),
                  format: NAMES[format],
                })}
                onPress={() =>
                  void download({
                    path: billingCalls.statement.path,
                    payload: { month, format },
                    fileName: `${t('billing.overview.statement.fileName', { month })}.${format}`,
                  })
                }
              >
                {NAMES[format]}
              </Button>
            ))}
          />
        ))}
      </SettingList>
      <TurnPages page={page} pages={Math.ceil(months.length / A_PAGE)} onTurn={setPage} />
    </div>
  )
}
