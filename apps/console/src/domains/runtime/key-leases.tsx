// The leases that depend on a key, earliest end first.
import { shownSerial, signingKeyCalls } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { FileKey2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { EmptyState, ErrorState } from '../../blocks/control/states.tsx'
import { SettingList, SettingRow, SettingsSkeleton } from '../../blocks/form/settings-page.tsx'
import { NameLink, TimeCell } from '../../blocks/list/columns.tsx'
import { DataTable } from '../../blocks/list/data-table.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import { useIsNarrow } from '../../blocks/list/narrow.ts'
import { TurnPages } from '../../blocks/list/turn-pages.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { ModalFrame, showDialog } from '../../lib/dialog/dialog.tsx'
import { Link } from '../../lib/place/navigate.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { Translate } from '../../lib/words/i18n.tsx'
import { useLicenseHref } from './license-href.ts'
import type { LicenseHref } from './license-href.ts'
import './runtime.css'

const PAGE = 10
type Lease = AnswerOf<typeof signingKeyCalls.leases>['rows'][number]
const keyOf = (lease: Lease) => lease.leaseId
const codeOf = ({ family, serial }: Lease) => shownSerial(family, serial)

/** A link closes the dialog, which would cover the page of the license. */
function Code({ lease, href, onLeave }: { lease: Lease; href: string | undefined; onLeave: () => void }) {
  const code = codeOf(lease)
  if (href === undefined) return <NameLink name={code} />
  return (
    <Link className="name-cell-name" href={href} onClick={onLeave}>
      {code}
    </Link>
  )
}

const columnsOf = (t: Translate, hrefOf: LicenseHref, onLeave: () => void): Column<Lease>[] => [
  {
    key: 'license',
    title: t('runtime.log.license'),
    cell: (lease) => (
      <span className="name-cell-words">
        <Code lease={lease} href={hrefOf(lease)} onLeave={onLeave} />
        <span className="name-cell-below">{lease.productName}</span>
      </span>
    ),
  },
  {
    key: 'machine',
    title: t('runtime.fields.machine'),
    cell: (lease) => (
      <span className="runtime-text" title={lease.machineName}>
        {lease.machineName}
      </span>
    ),
  },
  {
    key: 'issueTime',
    title: t('runtime.keys.issueTime'),
    cell: (lease) => <TimeCell at={lease.issueTime} isStacked />,
  },
  {
    key: 'expireTime',
    title: t('runtime.keys.expireTime'),
    cell: (lease) => <TimeCell at={lease.expireTime} isStacked />,
  },
]

function Leases({ kid, onLeave }: { kid: string; onLeave: () => void }) {
  const t = usePhrases()
  const hrefOf = useLicenseHref()
  const isNarrow = useIsNarrow()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useAnswer(
    signingKeyCalls.leases,
    { kid, currentPage: page, pageSize: PAGE },
    { keepPrevious: true },
  )
  const columns = useMemo(() => columnsOf(t, hrefOf, onLeave), [t, hrefOf, onLeave])
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <SettingsSkeleton rows={4} />
  if (data.records === 0) return <EmptyState icon={FileKey2} title={t('runtime.keys.noLeases')} />
  return (
    <>
      {isNarrow ? (
        <SettingList>
          {data.rows.map((lease) => (
            <SettingRow
              key={lease.leaseId}
              title={codeOf(lease)}
              note={
                <>
                  <span>{lease.machineName}</span>
                  <span>
                    {t('runtime.keys.expireTime')} <TimeCell at={lease.expireTime} />
                  </span>
                </>
              }
            />
          ))}
        </SettingList>
      ) : (
        <DataTable
          label={t('runtime.keys.leasesOf', { kid })}
          rows={data.rows}
          columns={columns}
          rowKey={keyOf}
          rowName={codeOf}
        />
      )}
      <TurnPages page={page} pages={data.total} onTurn={setPage} />
    </>
  )
}

export function showLeases(kid: string): void {
  void showDialog((settle) => <LeasesDialog kid={kid} onClose={() => settle(true)} />)
}

function LeasesDialog({ kid, onClose }: { kid: string; onClose: () => void }) {
  const t = usePhrases()
  return (
    <ModalFrame title={t('runtime.keys.leasesOf', { kid })} onClose={onClose} isWide>
      <div className="runtime-why">
        <p className="runtime-quiet">{t('runtime.keys.leasesSentence')}</p>
        <Leases kid={kid} onLeave={onClose} />
      </div>
    </ModalFrame>
  )
}
