// Starts a read-only visit to a developer, and hands it to the console in a new tab.
import { LIMITS, developerDesk, operatorDesk } from '@sealwright/contract'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { Combobox } from '../../blocks/control/combobox.tsx'
import { Field, TextField } from '../../blocks/form/field.tsx'
import { FormDialog } from '../../blocks/form/form-dialog.tsx'
import { useForm } from '../../blocks/form/form-state.ts'
import type { Form } from '../../blocks/form/form-state.ts'
import { useAct, useAnswer } from '../../lib/call/client.ts'
import { ModalFrame, showDialog } from '../../lib/dialog/dialog.tsx'
import { FIRST_SCREEN } from '../../lib/place/go.ts'
import { STORED, forgetSession } from '../../lib/stored.ts'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'

interface Visited {
  developerId: string
  /** Its name, if known. */
  name?: string
}

/** The console of this browser now belongs to the visit. */
function handOver(ssId: string): void {
  forgetSession()
  STORED.ssId.set(ssId)
}

function ReadyDialog({ ssId, endTime, onClose }: { ssId: string; endTime: string; onClose: () => void }) {
  const t = usePhrases()
  const format = useFormat()
  return (
    <ModalFrame title={t('desk.visits.readyTitle')} onClose={onClose}>
      <div className="dialog-form">
        <div className="inline-form-fields">
          <p>{t('desk.visits.readySentence', { time: format.time(endTime) })}</p>
        </div>
        <div className="dialog-form-foot">
          <div className="form-bar-words" />
          <a
            className={buttonClass({ kind: 'primary' })}
            data-first-focus
            href={FIRST_SCREEN}
            target="_blank"
            rel="noreferrer"
            onClick={() => {
              handOver(ssId)
              onClose()
            }}
          >
            <ExternalLink size={15} aria-hidden />
            {t('desk.visits.enter')}
          </a>
        </div>
      </div>
    </ModalFrame>
  )
}

const { shape: FIELDS } = operatorDesk.openVisit.payload
type Draft = { developerId: string; reason: string; minutes: string }
const draftOf = (developerId: string): Draft => ({
  developerId,
  reason: '',
  minutes: String(LIMITS.operator.visitMinutes),
})

function DeveloperField({ form }: { form: Form<Draft> }) {
  const t = usePhrases()
  const [needle, setNeedle] = useState('')
  const { data, isPlaceholderData } = useAnswer(
    developerDesk.find,
    { ...(needle !== '' && { keyword: needle }) },
    { keepPrevious: true },
  )
  return (
    <Field form={form} name="developerId">
      {(control) => (
        <Combobox
          {...control}
          name={t('operator.fields.developerId')}
          value={form.values.developerId}
          options={(data?.rows ?? []).map(({ id, name }) => ({ value: id, label: name, note: id }))}
          isLoading={!data || isPlaceholderData}
          onNeedle={setNeedle}
          onSelect={(value) => form.set('developerId', value)}
        />
      )}
    </Field>
  )
}

function VisitDialog({ visited, onClose }: { visited: Visited | undefined; onClose: () => void }) {
  const t = usePhrases()
  const [initial] = useState(() => draftOf(visited?.developerId ?? ''))
  const form = useForm({ domain: 'operator', fields: FIELDS, initial })
  const { act, isActing, refusal } = useAct(operatorDesk.openVisit, {
    showsRefusal: true,
    onDone: ({ ssId, endTime }) => {
      onClose()
      void showDialog((settle) => <ReadyDialog ssId={ssId} endTime={endTime} onClose={() => settle(true)} />)
    },
  })
  const { developerId, reason, minutes } = form.values
  return (
    <FormDialog
      form={form}
      title={visited?.name ? t('desk.visits.openTitle', { developer: visited.name }) : t('desk.visits.open')}
      saveText={t('desk.visits.openSubmit')}
      isSaving={isActing}
      refusal={refusal}
      onSave={() => void act({ developerId: Number(developerId), reason, minutes: Number(minutes) })}
      onClose={onClose}
    >
      <p>{t('desk.visits.openSentence')}</p>
      {!visited && <DeveloperField form={form} />}
      <TextField
        form={form}
        name="reason"
        rows={3}
        counterMax={LIMITS.operator.reasonMax}
        help={t('desk.visits.reasonHelp')}
      />
      <TextField form={form} name="minutes" isNumber />
    </FormDialog>
  )
}

/** Asks for the reason and the time; without a developer, also for one. */
export function openVisit(visited?: Visited): void {
  void showDialog((settle) => <VisitDialog visited={visited} onClose={() => settle(true)} />)
}
