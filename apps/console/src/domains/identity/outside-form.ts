// A form before sign-in that is sent with the console's client.
import type { Call } from '@sealwright/contract'
import { useAct } from '../../lib/call/client.ts'
import { useOutsideFormState } from './outside-form-state.ts'
import type { OutsideFormSettings, SubmittedForm, Values } from './outside-form-state.ts'

export function useOutsideForm<C extends Call, V extends Values>(
  settings: OutsideFormSettings<C, V>,
): SubmittedForm<C, V> {
  return useOutsideFormState(settings, useAct(settings.call, { showsRefusal: true }))
}
