// Decides on several requests at once. Each one is decided by itself, so some can be refused: the dialog then shows the
// words of each refusal and can try them again. The refused requests stay selected in the list.
import { auditCalls } from '@sealwright/contract'
import type { AnswerOf, AuditRow } from '@sealwright/contract'
import { useState } from 'react'
import { Button } from '../../../blocks/control/button.tsx'
import { TextField } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useAct } from '../../../lib/call/client.ts'
import { queryClient } from '../../../lib/call/query-client.ts'
import { ModalFrame, showDialog } from '../../../lib/dialog/dialog.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './request.css'

type Decided = Pick<AuditRow, 'guid' | 'number' | 'revision' | 'count'>
type Result = AnswerOf<typeof auditCalls.decideMany>['results'][number]
type Decision = 'approve' | 'reject'

const INITIAL = { reason: '' }
const spell = ({ reason }: typeof INITIAL) => ({ reason })
const NOTHING = {}
const NEEDED = { reason: auditCalls.reject.payload.shape.reason }

interface DecideManyProps {
  act: Decision
  requests: readonly Decided[]
  /** Clears the selection, except for these. */
  onDone: (kept: readonly string[]) => void
  onClose: () => void
}

const isRefused = ({ message }: Result) => message !== null

function DecideMany({ act, requests, onDone, onClose }: DecideManyProps) {
  const t = usePhrases()
  const [refused, setRefused] = useState<readonly Result[]>([])
  const form = useForm({ domain: 'audit', fields: act === 'reject' ? NEEDED : NOTHING, initial: INITIAL, spell })
  const doneCount = requests.length - refused.length
  const sending = useAct(auditCalls.decideMany, {
    showsRefusal: true,
    onDone: ({ results }) => {
      // The call has its own transactions, so it does not count as one write.
      void queryClient.invalidateQueries()
      const failed = results.filter(isRefused)
      onDone(failed.map(({ guid }) => guid))
      setRefused(failed)
      if (failed.length > 0) return
      onClose()
      toast.success(
        t(act === 'approve' ? 'audit.several.approved' : 'audit.several.rejected', { count: requests.length }),
      )
    },
  })
  const send = (chosen: readonly Decided[]) =>
    void sending.act({
      requests: chosen.map(({ guid, revision }) => ({ guid, revision })),
      act,
      ...(act === 'reject' && { reason: form.values.reason }),
    })
  if (refused.length > 0) {
    const numberOf = ({ guid, number }: Result) =>
      number ?? requests.find((request) => request.guid === guid)?.number ?? guid
    const again = requests.filter(({ guid }) => refused.some((result) => result.guid === guid))
    return (
      <ModalFrame
        title={t('audit.several.resultTitle', { done: doneCount, failed: refused.length })}
        onClose={() => !sending.isActing && onClose()}
      >
        <div className="request-results">
          <p>{t('audit.several.resultSentence')}</p>
          <ul aria-label={t('audit.several.refused')} aria-live="polite">
            {refused.map((result) => (
              <li key={result.guid}>
                <strong className="sw-tabular">{numberOf(result)}</strong>
                <span>{result.message}</span>
              </li>
            ))}
          </ul>
          <div className="dialog-form-foot">
            <div className="form-bar-words" role="alert">
              {sending.refusal && <span className="field-error">{sending.refusal.message}</span>}
            </div>
            <Button onPress={onClose}>{t('audit.several.close')}</Button>
            <Button kind="primary" isBusy={sending.isActing} onPress={() => send(again)} data-first-focus>
              {t('audit.several.again', { count: again.length })}
            </Button>
          </div>
        </div>
      </ModalFrame>
    )
  }
  const licenses = requests.reduce((sum, { count }) => sum + count, 0)
  return (
    <FormDialog
      form={form}
      title={t(`audit.several.${act}`, { count: requests.length })}
      saveText={t(`audit.acts.${act}`)}
      isDanger={act === 'reject'}
      isSaving={sending.isActing}
      refusal={sending.refusal}
      onSave={() => send(requests)}
      onClose={onClose}
    >
      <div className="request-consequence">
        <p>{t(act === 'approve' ? 'audit.several.approveSentence' : 'audit.several.rejectSentence', { licenses })}</p>
      </div>
      {act === 'reject' && <TextField form={form} name="reason" help={t('audit.dialog.reasonHelp')} isFirst />}
    </FormDialog>
  )
}

export function askDecisions(
  act: Decision,
  requests: readonly Decided[],
  onDone: (kept: readonly string[]) => void,
): void {
  void showDialog((settle) => <DecideMany act={act} requests={requests} onDone={onDone} onClose={() => settle(true)} />)
}
