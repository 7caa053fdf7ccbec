// Asks the center and accepts only proven answers: signed for the nonce and the body of the request, by a key that the
// root published for a nonce of this program. An answer without a proof counts as no answer. A refusal without a proof
// is passed on, but is not marked as proven.
import type { Json } from '@sealwright/exchange'
import type { Memory } from './memory.ts'
import { LicenseRefusal, offline, unproven } from './refusal.ts'
import type { Language } from './refusal.ts'
import type { Exchange, Surface, SurfaceCall } from './surface.ts'

export function createContact({ surface, memory, language }: { surface: Surface; memory: Memory; language: Language }) {
  /**
   * Fetches the keys, if the key of a token is unknown or the known keys are a day old. Throws if that fails: a key may
   * have been retired meanwhile.
   */
  async function freshenKeys(token: string | undefined): Promise<void> {
    if (!memory.needsKeys(token)) return
    const { published, nonce, exchangeKey } = await surface.keys()
    if (!memory.learnKeys(published, nonce, exchangeKey)) throw unproven(language)
  }

  /** When the center signed an answer to this question. Throws if there is no valid proof. */
  async function provenAt({ proof, exchanged }: Exchange): Promise<number> {
    if (proof !== undefined) await freshenKeys(proof)
    const at = memory.provenAt(proof, exchanged)
    if (at === undefined) throw unproven(language)
    return at
  }

  async function ask(name: SurfaceCall, payload: object): Promise<Json> {
    const exchange = await surface.call(name, payload)
    const { answer, refusal } = exchange
    if (refusal) {
      const at = await provenAt(exchange).catch(() => undefined)
      const isProven = at !== undefined && memory.hear(at)
      // Nobody but the center may speak for an administrator.
      throw new LicenseRefusal(isProven ? { ...refusal, provenAt: at } : { ...refusal, reason: undefined })
    }
    if (!memory.hear(await provenAt(exchange))) throw offline('CLOCK_AHEAD', language)
    return answer
  }

  return { ask, freshenKeys }
}
