// The sentence of a refused program, for its user and for the runtime log.
import { wordsTold } from '@sealwright/contract'
import type { RuntimeReason } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import type { PhraseParams, Sentences } from '@sealwright/phrases'

/** With the words of an administrator, if there are any. */
export function runtimeSentence(say: Sentences, reason: RuntimeReason, params: PhraseParams = {}): string {
  const sentence = errorSentence(say, `runtime.${reason}`, params)
  const words = wordsTold(reason, params)
  return words === undefined ? sentence : say('runtime.because', { sentence, reason: words })
}
