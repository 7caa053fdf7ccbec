// The dialogs for the acts on one request. A refusal stays in the dialog, and the page behind it loads again: the
// request has usually changed in the meantime. A dialog decides on the revision that was shown when it was opened.
import { approveCalls, auditCalls } from '@sealwright/contract'
import type { AuditRow, Call, PayloadOf, RequestAct, RequestState } from '@sealwright/contract'
import { useEffect } from 'react'
import type * as z from 'zod/mini'
import { Combobox } from '../../../blocks/control/combobox.tsx'
import { TextArea, TextInput } from '../../../blocks/control/text-input.tsx'
import { Field, TextField } from '../../../blocks/form/field.tsx'
import { FormDialog } from '../../../blocks/form/form-dialog.tsx'
import { useForm } from '../../../blocks/form/form-state.ts'
import { shapeOf } from '../../../blocks/list/list-state.ts'
import { useAct, useAnswer } from '../../../lib/call/client.ts'
import { queryClient } from '../../../lib/call/query-client.ts'
import { showDialog } from '../../../lib/dialog/dialog.tsx'
import { useSession } from '../../../lib/session/session.tsx'
import { toast } from '../../../lib/toast.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import type { Translate } from '../../../lib/words/i18n.tsx'
import { personOption } from '../person-option.ts'
import './request.css'

type Asked = Pick<
  AuditRow,
  'guid' | 'number' | 'revision' | 'step' | 'steps' | 'count' | 'event' | 'hasQuestion' | 'requester' | 'waitsFor'
>

/** The acts with a dialog. An answer has its own field on the page, and an edit its own page. */
export type AskedAct = Exclude<RequestAct, 'answer' | 'edit'>
type ActingCall = Call<z.core.$ZodType, (typeof auditCalls)['approve']['answer']>

const TEXT_ROWS = 3

/** Loads the request again after a refusal. */
export function useFreshAfter(refusal: object | undefined): void {
  useEffect(() => {
    if (refusal) void queryClient.invalidateQueries({ predicate: ({ queryKey: [name] }) => isOfRequests(name) })
  }, [refusal])
}

const isOfRequests = (name: unknown) => String(name).startsWith('audit.')

/** What became of the request, as a toast. */
export function doneWords(t: Translate, act: RequestAct, number: string, state: RequestState): string {
  if (act === 'approve' && state !== 'waiting')
    return t(
      state === 'applying'
        ? 'audit.done.applying'
        : state === 'rejected'
          ? 'audit.done.notApplied'
          : 'audit.done.approved',
      { number },
    )
  if (act === 'resubmit' && (state === 'approved' || state === 'applying'))
    return t('audit.done.resubmitted', { number })
  return t(`audit.done.${act}`, { number })
}

interface TextDialogProps<C extends ActingCall> {
  act: AskedAct
  call: C
  request: Asked
  /** The field of the text. */
  name: 'note' | 'reason' | 'text'
  label?: string
  help?: string
  sentences: readonly string[]
  payloadOf: (text: string | undefined) => PayloadOf<C>
  onClose: () => void
}

type Texts = Record<string, string>
const spellTexts = (values: Texts) =>
  Object.fromEntries(Object.entries(values).filter(([, text]) => text.trim() !== ''))

function Sentences({ sentences }: { sentences: readonly string[] }) {
  return (
    <div className="request-consequence">
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  )
}

function TextDialog<C extends ActingCall>({
  act,
  call,
  request: { number },
  name,
  label,
  help,
  sentences,
  payloadOf,
  onClose,
}: TextDialogProps<C>) {
  const t = usePhrases()
  const schema = shapeOf(call)[name]
  const form = useForm<Texts>({
    domain: 'audit',
    fields: schema ? { [name]: schema } : {},
    initial: { [name]: '' },
    spell: spellTexts,
  })
  const sending = useAct(call, {
    showsRefusal: true,
    onDone: ({ state }) => {
      onClose()
      toast.success(doneWords(t, act, number, state))
    },
  })
  useFreshAfter(sending.refusal)
  const text = form.values[name] ?? ''
  const onText = (typed: string) => form.set(name, typed)
  return (
    <FormDialog
      form={form}
      title={t(`audit.dialog.${act}`, { number })}
      saveText={t(`audit.acts.${act}`)}
      isDanger={act === 'reject' || act === 'withdraw'}
      isSaving={sending.isActing}
      refusal={sending.refusal}
      onSave={() => void sending.act(payloadOf(text.trim() === '' ? undefined : text))}
      onClose={onClose}
    >
      <Sentences sentences={sentences} />
      <Field form={form} name={name} {...(label && { label })} help={help}>
        {(control) =>
          // A reason is one line.
          name === 'reason' ? (
            <TextInput {...control} data-first-focus value={text} onText={onText} />
          ) : (
            <TextArea {...control} data-first-focus rows={TEXT_ROWS} value={text} onText={onText} />
          )
        }
      </Field>
    </FormDialog>
  )
}

const INITIAL_HAND_OVER = { userId: '', note: '' }
const spellHandOver = ({ userId, note }: typeof INITIAL_HAND_OVER) => ({
  ...(userId !== '' && { userId }),
  ...(note.trim() !== '' && { note }),
})
const { userId: USER_ID, note: NOTE } = auditCalls.handOver.payload.shape
const HAND_OVER_FIELDS = { userId: USER_ID, note: NOTE }

function HandOverDialog({ request, onClose }: { request: Asked; onClose: () => void }) {
  const t = usePhrases()
  const { guid, number, requester, waitsFor } = request
  const { account } = useSession()
  const form = useForm({
    domain: 'audit',
    fields: HAND_OVER_FIELDS,
    initial: INITIAL_HAND_OVER,
    spell: spellHandOver,
  })
  const { data } = useAnswer(approveCalls.approvers, {})
  // Those who already decide on the step cannot take it over.
  const taken = [requester.userId, account.id, ...waitsFor.map(({ userId }) => userId)]
  const sending = useAct(auditCalls.handOver, {
    showsRefusal: true,
    onDone: ({ state }) => {
      onClose()
      toast.success(doneWords(t, 'handOver', number, state))
    },
  })
  useFreshAfter(sending.refusal)
  const { userId, note } = form.values
  return (
    <FormDialog
      form={form}
      title={t('audit.dialog.handOver', { number })}
      saveText={t('audit.acts.handOver')}
      isSaving={sending.isActing}
      refusal={sending.refusal}
      onSave={() => void sending.act({ guid, userId, ...(note.trim() !== '' && { note }) })}
      onClose={onClose}
    >
      <Sentences sentences={[t('audit.dialog.handOverSentence')]} />
      <Field form={form} name="userId">
        {(control) => (
          <Combobox
            {...control}
            name={t('audit.fields.userId')}
            options={(data?.users ?? [])
              .filter((user) => !taken.includes(user.userId))
              .map((user) => personOption(user))}
            isLoading={!data}
            value={userId}
            onSelect={(value) => form.set('userId', value)}
          />
        )}
      </Field>
      <TextField form={form} name="note" rows={TEXT_ROWS} help={t('audit.dialog.noteHelp')} />
    </FormDialog>
  )
}

function ActDialog({ act, request, onClose }: { act: AskedAct; request: Asked; onClose: () => void }) {
  const t = usePhrases()
  const { guid, revision, step, steps, count, event, hasQuestion } = request
  const shared = { act, request, onClose }
  const isUpdate = event === 'update'
  switch (act) {
    case 'approve':
      return (
        <TextDialog
          {...shared}
          call={auditCalls.approve}
          name="note"
          help={t('audit.dialog.noteHelp')}
          sentences={[
            step < steps ? t('audit.dialog.approveNext', { step, steps }) : t('audit.dialog.approveLast', { count }),
          ]}
          payloadOf={(note) => ({ guid, revision, ...(note !== undefined && { note }) })}
        />
      )
    case 'reject':
      return (
        <TextDialog
          {...shared}
          call={auditCalls.reject}
          name="reason"
          help={t('audit.dialog.reasonHelp')}
          sentences={[isUpdate ? t('audit.dialog.rejectUpdate') : t('audit.dialog.rejectSentence', { count })]}
          payloadOf={(reason = '') => ({ guid, reason })}
        />
      )
    case 'ask':
      return (
        <TextDialog
          {...shared}
          call={auditCalls.ask}
          name="text"
          label={t('audit.dialog.question')}
          sentences={[t('audit.dialog.askSentence'), ...(hasQuestion ? [t('audit.dialog.askAgain')] : [])]}
          payloadOf={(text = '') => ({ guid, text })}
        />
      )
    case 'note':
      return (
        <TextDialog
          {...shared}
          call={auditCalls.note}
          name="text"
          label={t('audit.fields.note')}
          sentences={[t('audit.dialog.noteSentence')]}
          payloadOf={(text = '') => ({ guid, text })}
        />
      )
    case 'withdraw':
      return (
        <TextDialog
          {...shared}
          call={auditCalls.withdraw}
          name="reason"
          sentences={[isUpdate ? t('audit.dialog.withdrawUpdate') : t('audit.dialog.withdrawSentence', { count })]}
          payloadOf={(reason) => ({ guid, ...(reason !== undefined && { reason }) })}
        />
      )
    case 'resubmit':
      return (
        <TextDialog
          {...shared}
          call={auditCalls.resubmit}
          name="note"
          help={t('audit.dialog.noteHelp')}
          sentences={[t('audit.dialog.resubmitSentence')]}
          payloadOf={(note) => ({ guid, ...(note !== undefined && { note }) })}
        />
      )
    case 'handOver':
      return <HandOverDialog request={request} onClose={onClose} />
  }
}

export function askAct(act: AskedAct, request: Asked): void {
  void showDialog((settle) => <ActDialog act={act} request={request} onClose={() => settle(true)} />)
}
