// The history of a request, as the server orders it: who did what and when, with texts and changed terms.
import type { AuditEvent, RequestEventKind } from '@sealwright/contract'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { Differences } from '../../../blocks/detail/differences.tsx'
import { TimeCell } from '../../../blocks/list/columns.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { useLicenseWords } from '../../license/update/index.ts'
import './request.css'

const TONES: Record<RequestEventKind, Tone> = {
  submit: 'brand',
  approve: 'ok',
  reject: 'bad',
  handOver: 'neutral',
  ask: 'warn',
  answer: 'neutral',
  note: 'neutral',
  edit: 'brand',
  resubmit: 'brand',
  withdraw: 'neutral',
  expire: 'warn',
  remind: 'neutral',
  escalate: 'warn',
  apply: 'ok',
  fail: 'bad',
}

export function RequestHistory({ events }: { events: readonly AuditEvent[] }) {
  const t = usePhrases()
  const words = useLicenseWords()
  return (
    <ol className="request-events" aria-label={t('audit.detail.history')}>
      {events.map(({ guid, kind, at, actor, step, text, about, changes }) => (
        <li key={guid}>
          <div className="request-event-head">
            <StatusTag tone={TONES[kind]}>{t(`audit.history.${kind}`)}</StatusTag>
            <span>{actor ?? t('audit.detail.center')}</span>
            {step !== null && <span className="request-quiet">{t('audit.detail.onStep', { step })}</span>}
            <TimeCell at={at} />
          </div>
          {about !== null && <p>{kind === 'handOver' ? t('audit.handedTo', { name: about }) : about}</p>}
          {text !== null && <p className="request-said">{text}</p>}
          {changes.length > 0 && <Differences changes={changes} kind="update" {...words} />}
        </li>
      ))}
    </ol>
  )
}
