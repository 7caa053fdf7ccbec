// Saving what is edited with the revision it was read with: when somebody else saved in between, nothing typed is lost,
// and loading what they saved is offered.
import type { AnswerOf, Call, PayloadOf } from '@sealwright/contract'
import { useState } from 'react'
import { callServer, useAct } from '../../lib/call/client.ts'
import { ReloadLatest } from './reload-latest.tsx'

interface RevisedOptions<Read extends Call, Update extends Call> {
  /** What was read, by which call, and what names it there and in the call that saves it. */
  read: Read
  key: PayloadOf<Read> & object
  given: AnswerOf<Read> & { revision: number }
  update: Update
  /** Starts the form over with what somebody else saved. */
  restart: (latest: AnswerOf<Read>) => void
  onSaved: () => void
}

/** What the form's page needs for saving, and what is saved as far as is known here. */
export function useRevised<Read extends Call, Update extends Call>({
  read,
  key,
  given,
  update,
  restart,
  onSaved,
}: RevisedOptions<Read, Update>) {
  const [saved, setSaved] = useState(given)
  const { act, isActing, refusal, reset } = useAct(update, { showsRefusal: true, onDone: onSaved })
  const load = async () => {
    const latest = (await callServer(read, key)) as typeof given // what is read has a revision now as it had before
    setSaved(latest)
    restart(latest)
    reset()
  }
  const onSave = (values: Record<string, unknown>) => void act({ ...values, ...key, revision: saved.revision })
  return {
    saved,
    saving: { isSaving: isActing, refusal, remedy: <ReloadLatest refusal={refusal} load={load} />, onSave },
  }
}
