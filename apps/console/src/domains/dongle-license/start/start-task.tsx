// Asks for the hosted lock PIN, then starts a checked batch, or the failed rows of an ended one again. A clear also
// names the locks that lose their licenses.
import { dongleLicenseCalls, taskCalls } from '@sealwright/contract'
import type { PayloadOf, RowState, TaskRow } from '@sealwright/contract'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import { PIN_FIELDS, PinField } from '../pin/pin-field.tsx'

const SHOWN = 10
const FIELDS = { pin: PIN_FIELDS.pin }
const EMPTY = { pin: '' }
const spell = (draft: typeof EMPTY) => draft

function LockNames({ taskId, state, count }: { taskId: string; state: RowState; count: number }) {
  const t = usePhrases()
  const { data } = useAnswer(taskCalls.findRows, { guid: taskId, state, currentPage: 1, pageSize: SHOWN })
  if (!data) return <span className="skeleton skeleton-line" role="status" aria-label={t('blocks.states.loading')} />
  const names = data.rows.flatMap(({ cells }) => cells.find(({ field }) => field === 'shellNumber')?.value ?? [])
  const rest = count - names.length
  return (
    <p className="sw-tabular">
      {names.join(t('dongleLicense.list.joint'))} {rest > 0 && t('dongleLicense.list.more', { count: rest })}
    </p>
  )
}

interface StartDialogProps {
  task: TaskRow
  count: number
  onStarted: (taskId: string) => void
  onClose: () => void
}

function StartDialog({ task: { guid: taskId, kind, isDraft, fail }, count, onStarted, onClose }: StartDialogProps) {
  const t = usePhrases()
  const isClear = kind === 'dongleClear'
  const form = useForm({ domain: 'dongleLicense', fields: FIELDS, initial: EMPTY, spell })
  const { act, isActing, refusal } = useAct(dongleLicenseCalls.start, {
    showsRefusal: true,
    onDone: (answer) => onStarted(answer.taskId),
  })
  return (
    <FormDialog
      form={form}
      title={isClear ? t('dongleLicense.clear.confirmTitle', { count }) : t('dongleLicense.batch.askPin')}
      saveText={isClear ? t('dongleLicense.clear.start', { count }) : t('dongleLicense.batch.start', { count })}
      isDanger={isClear}
      isSaving={isActing}
      refusal={refusal}
      onSave={(values) => void act({ taskId, ...values } as PayloadOf<typeof dongleLicenseCalls.start>)} // same schemas
      onClose={onClose}
    >
      {isClear ? (
        <>
          <LockNames taskId={taskId} state={!isDraft && fail > 0 ? 'fail' : 'waiting'} count={count} />
          <p>{t('dongleLicense.clear.consequence')}</p>
        </>
      ) : (
        <p>{t('dongleLicense.batch.askSentence', { count })}</p>
      )}
      <PinField form={form} hasFocus />
    </FormDialog>
  )
}

/** Resolves to the started task, or undefined if the person changed their mind. */
export async function startWithPin(task: TaskRow, count: number): Promise<string | undefined> {
  let started: string | undefined
  await showDialog((settle) => (
    <StartDialog
      task={task}
      count={count}
      onStarted={(taskId) => {
        started = taskId
        settle(true)
      }}
      onClose={() => settle(false)}
    />
  ))
  return started
}
