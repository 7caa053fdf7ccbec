// The runtime tab of a license: seats in use, recent requests with the reasons of refusals, and signs of abuse.
import { runtimeLogCalls, seatCalls } from '@sealwright/contract'
import type { RuntimeLogRow, SeatRow } from '@sealwright/contract'
import { useMemo, useState } from 'react'
import { DetailSection } from '../../blocks/detail/detail-page.tsx'
import { Segmented } from '../../blocks/form/segmented.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import type { Column } from '../../blocks/list/data-table.tsx'
import { TabRows } from '../../blocks/list/tab-rows.tsx'
import { useAnswer } from '../../lib/call/client.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { LicenseHref } from './license-href.ts'
import { logCard, logColumns, logKey, logName } from './log.columns.tsx'
import './runtime.css'
import { LOOK_MS } from './look.ts'
import { SeatUsage } from './seat-groups.tsx'
import { useRelease } from './seat-release.tsx'
import { seatCard, seatColumns, seatKey, seatName } from './seat.columns.tsx'
import { useWhy } from './why-refused.tsx'

const PAGE = 20
const ASKED = ['all', 'refused'] as const
/** No links: the page of the license is already open. */
const nowhere: LicenseHref = () => undefined

function Seats({ licenseGuid }: { licenseGuid: string }) {
  const t = usePhrases()
  const [page, setPage] = useState(1)
  const answer = useAnswer(
    seatCalls.find,
    { licenseGuid, currentPage: page, pageSize: PAGE },
    { keepPrevious: true, pollMs: LOOK_MS },
  )
  const { data: count } = useAnswer(seatCalls.count, { licenseGuid }, { pollMs: LOOK_MS })
  const release = useRelease()
  const look = useMemo(() => ({ t, isTaken: true, hrefOf: nowhere }), [t])
  // Every row belongs to this license.
  const columns = useMemo((): Column<SeatRow>[] => seatColumns(look).filter(({ key }) => key !== 'license'), [look])
  return (
    <DetailSection title={t('runtime.ofLicense.seats')}>
      {count && (
        <p className="seat-usage-line">
          <SeatUsage totals={count} />
        </p>
      )}
      <TabRows
        label={t('runtime.ofLicense.seats')}
        answer={answer}
        page={page}
        onTurn={setPage}
        columns={columns}
        card={(row) => ({ ...seatCard(look, row), name: seatName(row) })}
        rowKey={seatKey}
        rowName={seatName}
        actions={release}
        none={<p className="runtime-quiet">{t('runtime.ofLicense.noSeats')}</p>}
      />
    </DetailSection>
  )
}

function Log({ licenseGuid }: { licenseGuid: string }) {
  const t = usePhrases()
  const [page, setPage] = useState(1)
  const [asked, setAsked] = useState<(typeof ASKED)[number]>('all')
  const answer = useAnswer(
    runtimeLogCalls.find,
    { licenseGuid, currentPage: page, pageSize: PAGE, ...(asked === 'refused' && { refused: true }) },
    { keepPrevious: true },
  )
  const why = useWhy()
  const look = useMemo(() => ({ t, hrefOf: nowhere }), [t])
  const columns = useMemo(
    (): Column<RuntimeLogRow>[] => logColumns(look).filter(({ key }) => key !== 'license'),
    [look],
  )
  return (
    <DetailSection title={t('runtime.ofLicense.log')}>
      <div className="runtime-choice">
        <Segmented
          label={t('runtime.log.outcome')}
          value={asked}
          options={ASKED.map((value) => ({
            value,
            label: t(value === 'all' ? 'runtime.log.all' : 'runtime.log.onlyRefused'),
          }))}
          onSelect={(value) => {
            setPage(1)
            setAsked(value)
          }}
        />
      </div>
      <TabRows
        label={t('runtime.ofLicense.log')}
        answer={answer}
        page={page}
        onTurn={setPage}
        columns={columns}
        card={(row) => logCard(look, row)}
        rowKey={logKey}
        rowName={logName}
        actions={why}
        none={
          <p className="runtime-quiet">
            {t(asked === 'all' ? 'runtime.ofLicense.noLog' : 'runtime.ofLicense.noRefusals')}
          </p>
        }
      />
    </DetailSection>
  )
}

function Risks({ licenseGuid }: { licenseGuid: string }) {
  const t = usePhrases()
  const { data = [] } = useAnswer(runtimeLogCalls.risks, { licenseGuid })
  return data.map(({ kind, evidence }) => (
    <Notice key={kind} tone="warn" title={t(`runtime.risks.kinds.${kind}`)}>
      {evidence.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  ))
}

export function LicenseRuntime({ licenseGuid }: { licenseGuid: string }) {
  return (
    <div className="license-runtime">
      <Risks licenseGuid={licenseGuid} />
      <Seats licenseGuid={licenseGuid} />
      <Log licenseGuid={licenseGuid} />
    </div>
  )
}
