// Saves with the revision that was read. If someone else saved in between, the typed values stay and the form offers to
// load the other version.
import type { AnswerOf, Call, PayloadOf } from '@sealwright/contract'
import { useState } from 'react'
import { callServer, useAct } from '../../lib/call/client.ts'
import { ReloadLatest } from './reload-latest.tsx'

interface RevisedOptions<Read extends Call, Update extends Call> {
  /** The call that read the record. `key` identifies the record in `read` and in `update`; `given` is the answer. */
  read: Read
  key: PayloadOf<Read> & object
  given: AnswerOf<Read> & { revision: number }
  update: Update
  /** Restarts the form with the latest saved version. */
  restart: (latest: AnswerOf<Read>) => void
  onSaved: () => void
}

/** The saving props of the form's page, and the saved version that was read last. */
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
