// Verifies the chain of the operators' log, and tells the result in a dialog.
import { operatorDesk } from '@sealwright/contract'
import type { AnswerOf } from '@sealwright/contract'
import { ShieldCheck } from 'lucide-react'
import { Button } from '../../blocks/control/button.tsx'
import '../../blocks/form/form.css'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { useAct } from '../../lib/call/client.ts'
import { ModalFrame, showDialog } from '../../lib/dialog/dialog.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'

type Result = AnswerOf<typeof operatorDesk.verifyLog>

function ResultDialog({ result, onClose }: { result: Result; onClose: () => void }) {
  const t = usePhrases()
  const format = useFormat()
  const { rows, checkpoints, waiting, problems, time } = result
  const isIntact = problems.length === 0
  return (
    <ModalFrame title={t(isIntact ? 'desk.log.verifiedTitle' : 'desk.log.brokenTitle')} onClose={onClose}>
      <div className="dialog-form">
        <div className="inline-form-fields">
          <Notice tone={isIntact ? 'ok' : 'bad'}>
            {isIntact
              ? t('desk.log.verified', { rows, checkpoints, time: format.time(time) })
              : t('desk.log.broken', { count: problems.length })}
          </Notice>
          {waiting > 0 && <p>{t('desk.log.waiting', { count: waiting })}</p>}
          {!isIntact && (
            <ul>
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

export function VerifyLog() {
  const t = usePhrases()
  const { act, isActing } = useAct(operatorDesk.verifyLog, {
    onDone: (result) => void showDialog((settle) => <ResultDialog result={result} onClose={() => settle(true)} />),
  })
  return (
    <Button icon={ShieldCheck} isBusy={isActing} onPress={() => void act({})}>
      {t(isActing ? 'desk.log.verifying' : 'desk.log.verify')}
    </Button>
  )
}
