// The runtime log: sign-ins, activations and refusals, newest first, always as a table. Each refusal can be explained.
import { LIMITS, runtimeLogCalls } from '@sealwright/contract'
import type { RuntimeLogRow } from '@sealwright/contract'
import { Eye, Logs } from 'lucide-react'
import { useCallback, useMemo } from 'react'
import { PageHead } from '../../blocks/control/page-head.tsx'
import { ListPage } from '../../blocks/list/list-page.tsx'
import { firstPage } from '../../blocks/list/list-state.ts'
import type { RowAction } from '../../blocks/list/row-actions.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useLicenseHref } from './license-href.ts'
import { logCard, logColumns, logFilters, logKey, logName } from './log.columns.tsx'
import { useWhy } from './why-refused.tsx'

const LIST = { list: 'runtimeLog', call: runtimeLogCalls.find }
export const first = firstPage({ ...LIST, isTable: true })

export function Screen() {
  const t = usePhrases()
  const hrefOf = useLicenseHref()
  const why = useWhy()
  const look = useMemo(() => ({ t, hrefOf }), [t, hrefOf])
  const columns = useMemo(() => logColumns(look), [look])
  const filters = useMemo(() => logFilters(t), [t])
  const actions = useCallback(
    (row: RuntimeLogRow): RowAction[] => {
      const href = hrefOf(row)
      return [
        ...why(row),
        ...(href === undefined
          ? []
          : [{ key: 'license', label: t('runtime.seats.openLicense'), icon: Eye, href, isShown: false }]),
      ]
    },
    [why, hrefOf, t],
  )
  return (
    <div className="runtime-page">
      <PageHead title={t('shell.runtime.log')} sentence={t('runtime.log.sentence', { days: LIMITS.runtime.logDays })} />
      <ListPage
        isTab
        path="/runtime/log"
        {...LIST}
        title={t('shell.runtime.log')}
        filters={filters}
        columns={columns}
        card={(row) => logCard(look, row)}
        rowKey={logKey}
        rowName={logName}
        actions={actions}
        empty={{ icon: Logs, title: t('runtime.log.emptyTitle'), sentence: t('runtime.log.emptySentence') }}
      />
    </div>
  )
}
