// The steps of a request from top to bottom: who approved when, who is waited for, and whether the super administrator
// can decide too.
import type { AuditAnswer } from '@sealwright/contract'
import { Check, Clock3 } from 'lucide-react'
import { StatusTag } from '../../../blocks/control/status-tag.tsx'
import type { Tone } from '../../../blocks/control/status-tag.tsx'
import { useFormat, usePhrases } from '../../../lib/words/i18n.tsx'
import './request.css'

type Step = AuditAnswer['progress'][number]
const TONES = { done: 'ok', current: 'violet', ahead: 'neutral', stopped: 'neutral' } as const satisfies Record<
  string,
  Tone
>

function Approver({
  approver: { name, approveTime },
  isWaiting,
}: {
  approver: Step['approvers'][number]
  isWaiting: boolean
}) {
  const t = usePhrases()
  const format = useFormat()
  return (
    <li>
      {approveTime !== null ? <Check size={14} aria-hidden /> : isWaiting && <Clock3 size={14} aria-hidden />}
      <span>{name}</span>
      {approveTime !== null ? (
        <span className="request-quiet">{t('audit.detail.approvedAt', { time: format.time(approveTime) })}</span>
      ) : (
        isWaiting && <span className="request-quiet">{t('audit.detail.waits')}</span>
      )}
    </li>
  )
}

function StepItem({ step, isWaiting }: { step: Step; isWaiting: boolean }) {
  const t = usePhrases()
  const isCurrent = step.state === 'current'
  // A rejected, withdrawn or expired request stopped at this step.
  const state = isCurrent && !isWaiting ? 'stopped' : step.state
  return (
    <li className="request-step" data-state={state} aria-current={state === 'current' ? 'step' : undefined}>
      <span className="request-step-mark sw-tabular" aria-hidden>
        {step.state === 'done' ? <Check size={13} strokeWidth={3} /> : step.n}
      </span>
      <div className="request-step-words">
        <div className="request-step-head">
          <strong>{t('audit.detail.stepTitle', { n: step.n })}</strong>
          <span className="request-quiet">{t(`audit.detail.modes.${step.mode}`)}</span>
          <StatusTag tone={TONES[state]}>{t(`audit.detail.stepStates.${state}`)}</StatusTag>
        </div>
        {step.approvers.length > 0 ? (
          <ul>
            {step.approvers.map((approver) => (
              <Approver key={approver.userId} approver={approver} isWaiting={state === 'current'} />
            ))}
          </ul>
        ) : (
          state === 'current' && <p className="request-quiet">{t('audit.detail.noApprovers')}</p>
        )}
        {state === 'current' && step.isEscalated && <p className="request-soon">{t('audit.detail.escalated')}</p>}
        {state === 'current' && !step.isEscalated && step.remindHours !== null && (
          <p className="request-quiet">{t('audit.detail.remindAfter', { hours: step.remindHours })}</p>
        )}
      </div>
    </li>
  )
}

export function RequestProgress({ request: { progress, state } }: { request: AuditAnswer }) {
  const t = usePhrases()
  const isWaiting = state === 'waiting' || state === 'gathering'
  return (
    <ol className="request-steps" aria-label={t('audit.detail.progress')}>
      {progress.map((step) => (
        <StepItem key={step.n} step={step} isWaiting={isWaiting} />
      ))}
    </ol>
  )
}
