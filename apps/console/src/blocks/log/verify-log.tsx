// Verifies the chain of an operation log, and tells the result in a dialog.
import type { LogVerification } from '@sealwright/contract'
import { ShieldCheck } from 'lucide-react'
import { ModalFrame, showDialog } from '../../lib/dialog/dialog.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import { Button } from '../control/button.tsx'
import '../form/form.css'
import { Notice } from '../form/settings-page.tsx'
import './log.css'

function ResultDialog({ result, onClose }: { result: LogVerification; onClose: () => void }) {
  const t = usePhrases()
  const format = useFormat()
  const { rows, checkpoints, waiting, problems, time } = result
  const isIntact = problems.length === 0
  return (
    <ModalFrame
      title={t(isIntact ? 'operationLog.log.verifiedTitle' : 'operationLog.log.brokenTitle')}
      onClose={onClose}
    >
      <div className="dialog-form">
        <div className="inline-form-fields">
          <Notice tone={isIntact ? 'ok' : 'bad'}>
            {isIntact
              ? t('operationLog.log.verified', { rows, checkpoints, time: format.time(time) })
              : t('operationLog.log.broken', { count: problems.length })}
          </Notice>
          {waiting > 0 && <p>{t('operationLog.log.waiting', { count: waiting })}</p>}
          {!isIntact && (
            <ul className="log-problems">
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
        </div>
        <div className="dialog-form-foot">
          <div className="form-bar-words" />
          <Button kind="primary" data-first-focus onPress={onClose}>
            {t('shell.close')}
          </Button>
        </div>
      </div>
    </ModalFrame>
  )
}

export const showVerification = (result: LogVerification) =>
  void showDialog((settle) => <ResultDialog result={result} onClose={() => settle(true)} />)

export function VerifyButton({ isActing, onPress }: { isActing: boolean; onPress: () => void }) {
  const t = usePhrases()
  return (
    <Button icon={ShieldCheck} isBusy={isActing} onPress={onPress}>
      {t(isActing ? 'operationLog.log.verifying' : 'operationLog.log.verify')}
    </Button>
  )
}
