// The dialog that verifies a sender or sends a test mail, and tells the outcome in words.
import { senderCalls } from '@sealwright/contract'
import type { SenderRow } from '@sealwright/contract'
import { useEffect, useState } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { Notice } from '../../blocks/form/settings-page.tsx'
import { useAct } from '../../lib/call/client.ts'
import { queryClient } from '../../lib/call/query-client.ts'
import { ModalFrame, showDialog } from '../../lib/dialog/dialog.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { problemWords } from './problem-words.ts'
import './sender.css'

type Check = 'verify' | 'sendTest'
type Checked = Pick<SenderRow, 'guid' | 'email'>
interface Outcome {
  problem: SenderRow['problem']
  said: string | null
  to?: string
}

function OutcomeWords({ check, outcome: { problem, said, to = '' } }: { check: Check; outcome: Outcome }) {
  const t = usePhrases()
  if (problem === null)
    return <Notice tone="ok">{check === 'verify' ? t('sender.check.working') : t('sender.check.sent', { to })}</Notice>
  return (
    <Notice tone="bad" title={problemWords(t, problem)}>
      {said !== null && t('sender.check.said', { said })}
    </Notice>
  )
}

interface CheckDialogProps {
  check: Check
  sender: Checked
  onClose: () => void
}

function CheckDialog({ check, sender: { guid, email }, onClose }: CheckDialogProps) {
  const t = usePhrases()
  const [outcome, setOutcome] = useState<Outcome>()
  const { act, refusal } = useAct(senderCalls[check], {
    showsRefusal: true,
    onDone: (answer) => {
      setOutcome(answer)
      // A sender that works is shown as working.
      if (answer.problem === null) void queryClient.invalidateQueries()
    },
  })
  useEffect(() => void act({ guid }), [act, guid])
  return (
    <ModalFrame title={t(`sender.actions.${check}`)} onClose={onClose}>
      <div className="dialog-form">
        <div className="inline-form-fields" role="status">
          <p className="sender-quiet">{email}</p>
          {outcome && <OutcomeWords check={check} outcome={outcome} />}
          {refusal && <Notice tone="warn">{refusal.message}</Notice>}
          {!outcome && !refusal && <p>{t('sender.check.checking')}</p>}
        </div>
        <div className="dialog-form-foot">
          <div className="form-bar-words" />
          <Button kind="primary" data-first-focus onPress={onClose}>
            {t('sender.check.close')}
          </Button>
        </div>
      </div>
    </ModalFrame>
  )
}

export function openCheck(check: Check, sender: Checked): void {
  void showDialog((settle) => <CheckDialog check={check} sender={sender} onClose={() => settle(true)} />)
}
