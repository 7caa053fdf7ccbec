// The history of a lock, latest first: who did what, when and why. Contacts by file show the digest of the file.
import { LOCK_RESULTS, userLockCalls } from '@sealwright/contract'
import type { LockEventKind, LockEventRow } from '@sealwright/contract'
import { useState } from 'react'
import { CopyText } from '../../../blocks/control/copy-text.tsx'
import { LoadingOrError } from '../../../blocks/control/states.tsx'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { TimeCell } from '../../../blocks/list/columns.tsx'
import { TurnPages } from '../../../blocks/list/paging/turn-pages.tsx'
import { useAnswer } from '../../../lib/call/client.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import './lock-history.css'

const PAGE = 20
const TONES: Record<LockEventKind, Tone> = {
  registered: 'ok',
  contact: 'brand',
  command: 'brand',
  takeBack: 'neutral',
  commandDone: 'ok',
  commandFailed: 'bad',
  package: 'brand',
  withdrawn: 'neutral',
  upgraded: 'ok',
  failed: 'bad',
  edited: 'neutral',
  assigned: 'neutral',
}

/** What the `about` of an event names. */
const ABOUT: Partial<Record<LockEventKind, 'package' | 'customer' | 'integrator'>> = {
  package: 'package',
  withdrawn: 'package',
  upgraded: 'package',
  failed: 'package',
  edited: 'customer',
  assigned: 'integrator',
}

/** A lock reports a failure by the name of its result. Other reasons are the words of an administrator. */
function reasonOf(t: Translate, { kind, reason }: LockEventRow): string | null {
  const isReported = kind === 'failed' || kind === 'commandFailed'
  const result = isReported ? LOCK_RESULTS.find((one) => one === reason) : undefined
  return result ? t(`userLock.results.${result}`) : reason
}

function Event({ row }: { row: LockEventRow }) {
  const t = usePhrases()
  const { kind, at, by, request, way, command, about, digest } = row
  const reason = reasonOf(t, row)
  const named = ABOUT[kind]
  return (
    <li className="lock-event">
      <div className="lock-event-head">
        <StatusTag tone={TONES[kind]}>
          {kind === 'assigned' && about === null ? t('userLock.detail.history.taken') : t(`userLock.events.${kind}`)}
        </StatusTag>
        {command && <strong>{t(`userLock.acts.${command}`)}</strong>}
        {by && <span>{by}</span>}
        <TimeCell at={at} />
      </div>
      {request && (
        <p>
          {way
            ? t('userLock.detail.history.request', {
                request: t(`userLock.requests.${request}`),
                way: t(`userLock.ways.${way}`),
              })
            : t(`userLock.requests.${request}`)}
        </p>
      )}
      {about !== null && named && <p>{t(`userLock.detail.history.${named}`, { about })}</p>}
      {reason !== null && <p>{t('userLock.detail.history.reason', { reason })}</p>}
      {digest !== null && (
        <p className="lock-digest">
          {t('userLock.detail.history.digest')} <CopyText text={digest} />
        </p>
      )}
    </li>
  )
}

export function LockHistory({ guid }: { guid: string }) {
  const t = usePhrases()
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useAnswer(
    userLockCalls.history,
    { guid, currentPage: page, pageSize: PAGE },
    { keepPrevious: true },
  )
  if (!data) return <LoadingOrError error={error} onRetry={() => void refetch()} />
  return (
    <>
      <ol className="lock-events" aria-label={t('userLock.detail.history.label')}>
        {data.rows.map((row) => (
          <Event key={row.guid} row={row} />
        ))}
      </ol>
      <TurnPages page={page} pages={data.total} onTurn={setPage} />
    </>
  )
}
