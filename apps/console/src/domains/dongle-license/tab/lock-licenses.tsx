// The licenses in one lock, as the lock reported them and as they will be.
import { LIMITS, dongleLicenseCalls } from '@sealwright/contract'
import type { DongleLicenseRow } from '@sealwright/contract'
import { KeyRound, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import { buttonClass } from '../../../blocks/control/button.tsx'
import { EmptyState } from '../../../blocks/control/states.tsx'
import { TabRows } from '../../../blocks/list/tab-rows.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { useRowActions } from '../list/dongle-license-rows.ts'
import { dongleLicenseCard, dongleLicenseColumns, useDongleLook } from '../list/dongle-license.columns.tsx'

const [PAGE] = LIMITS.page.tableSizes
const keyOf = ({ guid }: DongleLicenseRow) => guid
const nameOf = ({ productName }: DongleLicenseRow) => productName

export function LicensesOfLock({ lockGuid }: { lockGuid: string }) {
  const t = usePhrases()
  const [page, setPage] = useState(1)
  const canIssue = useCanOpen('/pc/license/dongle/new')
  const answer = useAnswer(
    dongleLicenseCalls.find,
    { lockGuid, currentPage: page, pageSize: PAGE },
    { keepPrevious: true },
  )
  const look = useDongleLook('product')
  const columns = useMemo(() => dongleLicenseColumns(look), [look])
  const actions = useRowActions('product')
  const issue = canIssue && (
    <ScreenLink to="/pc/license/dongle/new" search={{ lockGuid }} className={buttonClass({ size: 'small' })}>
      <Plus size={15} aria-hidden />
      {t('dongleLicense.list.issue')}
    </ScreenLink>
  )
  return (
    <div className="upgrade-records">
      {issue && (answer.data?.records ?? 0) > 0 && <div className="upgrade-several">{issue}</div>}
      <TabRows
        label={t('dongleLicense.fields.inside')}
        answer={answer}
        page={page}
        onTurn={setPage}
        columns={columns}
        card={(row) => dongleLicenseCard(look, row)}
        rowKey={keyOf}
        rowName={nameOf}
        actions={(row) => [...actions(row)]}
        none={
          <EmptyState
            icon={KeyRound}
            title={t('dongleLicense.list.emptyTitle')}
            {...(canIssue && { sentence: t('dongleLicense.list.emptySentence') })}
            action={issue}
          />
        }
      />
    </div>
  )
}
