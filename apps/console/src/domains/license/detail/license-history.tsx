// The history of a license, newest first: who did what, when and why, with the changes and the charge of each event. A
// deleted or replaced license keeps its history.
import type { HistoryKind, LicenseAnswer, LicenseHistoryRow } from '@sealwright/contract'
import { useState } from 'react'
import { LoadingOrError } from '../../../blocks/control/states.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { Differences } from '../../../blocks/detail/differences.tsx'
import { MoneyCell, TimeCell } from '../../../blocks/list/columns.tsx'
import { TurnPages } from '../../../blocks/list/paging/turn-pages.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { ScreenLink } from '../../../lib/place/navigate.tsx'
import { useCanOpen } from '../../../lib/session/can.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './detail.css'
import type { Family } from '../license-family.ts'
import { useLicenseWords } from './license-differences.ts'
import type { LicenseWords } from './license-differences.ts'

const PAGE = 20
const ORDER = '/billing/order/view'

const TONES: Record<HistoryKind, Tone> = {
  issue: 'ok',
  refresh: 'brand',
  lock: 'warn',
  unlock: 'ok',
  delete: 'bad',
  restore: 'ok',
  replace: 'neutral',
  bind: 'brand',
  unbind: 'neutral',
  recycle: 'warn',
  approve: 'ok',
  reject: 'bad',
  resubmit: 'brand',
  edit: 'brand',
  deliver: 'brand',
  assign: 'brand',
  password: 'neutral',
  rekey: 'warn',
  exchange: 'brand',
  lend: 'brand',
  giveBack: 'neutral',
  takeBack: 'warn',
}

/** The kind of object that an event refers to, besides the license. */
const ABOUT: Partial<
  Record<HistoryKind, 'template' | 'machine' | 'recipient' | 'integrator' | 'license' | 'code' | 'borrower'>
> = {
  issue: 'template',
  bind: 'machine',
  unbind: 'machine',
  recycle: 'machine',
  deliver: 'recipient',
  assign: 'integrator',
  replace: 'license',
  rekey: 'code',
  exchange: 'machine',
  lend: 'borrower',
  giveBack: 'borrower',
  takeBack: 'borrower',
}

function Charge({ fen, orderGuid }: { fen: number; orderGuid: string | null }) {
  const t = usePhrases()
  const canOpen = useCanOpen(ORDER)
  return (
    <span className="license-event-charge">
      <MoneyCell fen={fen} />
      {orderGuid !== null && canOpen && (
        <ScreenLink to={ORDER} search={{ guid: orderGuid }}>
          {t('license.detail.history.order')}
        </ScreenLink>
      )}
    </span>
  )
}

/** A code that only left the console was not handed out to anybody. */
const LEFT: readonly (string | null)[] = ['copied', 'exported', 'printed']

interface EventProps {
  row: LicenseHistoryRow
  words: LicenseWords
}

function Event({ row: { kind, at, actor, about, channel, reason, changes, amountFen, orderGuid }, words }: EventProps) {
  const t = usePhrases()
  const isTaken = kind === 'assign' && about === null
  const left = kind === 'deliver' && LEFT.includes(channel) ? channel : null
  return (
    <li className="license-event">
      <div className="license-event-head">
        <StatusTag tone={isTaken || left !== null ? 'neutral' : TONES[kind]}>
          {isTaken
            ? t('license.detail.history.taken')
            : t(left === null ? `license.history.${kind}` : `license.channels.${left}`)}
        </StatusTag>
        {actor && <span className="license-event-actor">{actor}</span>}
        <TimeCell at={at} />
        {amountFen !== null && <Charge fen={amountFen} orderGuid={orderGuid} />}
      </div>
      {about !== null && <p>{t(`license.detail.history.about.${ABOUT[kind] ?? 'other'}`, { about })}</p>}
      {channel !== null && left === null && (
        <p>{t('license.detail.history.channel', { channel: t(`license.channels.${channel}`) })}</p>
      )}
      {/* An exchange keeps the digest of its file here. */}
      {reason !== null && (
        <p>
          {kind === 'exchange'
            ? t('license.detail.history.digest', { digest: reason })
            : t('license.detail.history.reason', { reason })}
        </p>
      )}
      {changes.length > 0 && <Differences changes={changes} kind="update" {...words} />}
    </li>
  )
}

export function LicenseHistory({ family: { calls, where }, license }: { family: Family; license: LicenseAnswer }) {
  const t = usePhrases()
  const words = useLicenseWords(license)
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useAnswer(
    calls.history,
    { ...where, guid: license.guid, currentPage: page, pageSize: PAGE },
    { keepPrevious: true },
  )
  if (!data) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <ol className="license-events" aria-label={t('license.detail.history.label')}>
        {data.rows.map((row) => (
          <Event key={row.guid} row={row} words={words} />
        ))}
      </ol>
      <TurnPages page={page} pages={data.total} onTurn={setPage} />
    </>
  )
}
