// The leases that depend on a key, earliest end first.
import { shownSerial, signingKeyCalls } from '@sealwright/contract'
import { FileKey2 } from 'lucide-react'
import { useState } from 'react'
import { EmptyState, ErrorState } from '../../blocks/control/states.tsx'
import { SettingList, SettingRow, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { NameLink, TimeCell } from '../../blocks/list/columns.tsx'
import { TurnPages } from '../../blocks/list/paging/turn-pages.tsx'
import { SidePanel } from '../../blocks/overlay/side-panel.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { openSidePanel } from '../../lib/dialog/side-panel-host.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { useLicenseHref } from './license-href.ts'
import './runtime.css'

const PAGE = 10

function Leases({ kid }: { kid: string }) {
  const t = usePhrases()
  const hrefOf = useLicenseHref()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useAnswer(
    signingKeyCalls.leases,
    { kid, currentPage: page, pageSize: PAGE },
    { keepPrevious: true },
  )
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={4} />
  if (data.records === 0) return <EmptyState icon={FileKey2} title={t('runtime.keys.noLeases')} />
  return (
    <>
      <SettingList label={t('runtime.keys.leasesOf', { kid })}>
        {data.rows.map((lease) => (
          <SettingRow
            key={lease.leaseId}
            title={<NameLink name={shownSerial(lease.family, lease.serial)} href={hrefOf(lease)} />}
            note={
              <>
                <span>{lease.productName}</span>
                <span>{lease.machineName}</span>
                <span>
                  {t('runtime.keys.issueTime')} <TimeCell at={lease.issueTime} />
                </span>
                <span>
                  {t('runtime.keys.expireTime')} <TimeCell at={lease.expireTime} />
                </span>
              </>
            }
          />
        ))}
      </SettingList>
      <TurnPages page={page} pages={data.total} onTurn={setPage} />
    </>
  )
}

export function showLeases(kid: string): void {
  void openSidePanel(<LeasesPanel kid={kid} />)
}

function LeasesPanel({ kid }: { kid: string }) {
  const t = usePhrases()
  return (
    <SidePanel title={t('runtime.keys.leasesOf', { kid })}>
      <p className="runtime-quiet">{t('runtime.keys.leasesSentence')}</p>
      <Leases kid={kid} />
    </SidePanel>
  )
}
