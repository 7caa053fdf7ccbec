// Makes calls that require a captcha. The list of those calls is loaded once per session; a listed call opens the
// dialog and carries the id of the solved captcha. The code of the dialog is loaded on demand. Concurrent calls show
// their dialogs one after another. A read call does not wait for the list: if it requires a captcha after all, it is
// refused, which reloads the list.
import { Refusal } from '@sealwright/client'
import type { CallOptions, Client } from '@sealwright/client'
import { ERRORS, captchaAccount, captchaCalls } from '@sealwright/contract'
import type { AnswerOf, Call, PayloadOf } from '@sealwright/contract'
import { decline, wasDeclined } from '../central.ts'
import { loadInTime } from '../load-in-time.ts'
import { STORED } from '../stored.ts'
import { toast } from '../toast.ts'
import { say } from '../words/i18n.tsx'

const CAPTCHA_HEADER = 'X-Captcha-Id'

const STALE = 'captcha.listStale'
let leaving = new AbortController()

/** Closes all open and queued captchas, because the person has to sign in again. */
export function closeCaptchas(): void {
  leaving.abort()
  leaving = new AbortController()
}

/** The refusal for a dialog that the person closed. It is not shown. */
function declined(): Refusal {
  const refusal = new Refusal(ERRORS[STALE].code, say('errors.captcha.listStale'), ERRORS[STALE].status, null)
  decline(refusal)
  return refusal
}

/**
 * Wraps a client so that its calls solve required captchas first. `headers` are for the calls of the captcha itself.
 */
export function withCaptcha(send: Client, headers: () => Record<string, string>): Client {
  let listing: Promise<readonly string[]> | undefined
  let before: Promise<unknown> = Promise.resolve()

  function readList(): Promise<readonly string[]> {
    const read = async () => {
      try {
        const answer = await send(captchaCalls.verifyList, {})
        const list = Array.isArray(answer) ? answer : []
        STORED.verifyUrlList.set(list)
        return list
      } catch {
        return [] // the call is then sent without a captcha, and reports the problem itself
      } finally {
        listing = undefined
      }
    }
    listing ??= read()
    return listing
  }

  async function isListed(call: Call): Promise<boolean> {
    const kept = STORED.verifyUrlList.get()
    if (kept || call.effect === 'read') return kept?.includes(call.path) ?? false
    return (await readList()).includes(call.path)
  }

  async function open(call: Call, account: string | undefined, signals: readonly AbortSignal[]): Promise<string> {
    const isOver = () => signals.some(({ aborted }) => aborted)
    if (isOver()) throw declined()
    const { CaptchaClosed, openCaptcha } = await loadInTime(() => import('./open-captcha.tsx')).catch(() => {
      toast.warning(say('shell.failed.partNotLoaded'))
      throw declined()
    })
    const closing = new AbortController()
    const close = () => closing.abort()
    for (const signal of signals) signal.addEventListener('abort', close)
    if (isOver()) close()
    const bindEl = document.body.appendChild(document.createElement('div'))
    try {
      return await openCaptcha(
        {
          bindEl,
          requestCaptchaDataUrl: captchaCalls.generate.path,
          validCaptchaUrl: captchaCalls.verify.path,
          protects: call.path,
          account,
          requestHeaders: headers,
        },
        closing.signal,
      )
    } catch (error) {
      throw error instanceof CaptchaClosed ? declined() : error
    } finally {
      bindEl.remove()
      for (const signal of signals) signal.removeEventListener('abort', close)
    }
  }

  /** Resolves to the id of a captcha solved for this call. */
  function solved(call: Call, account: string | undefined, signal: AbortSignal | undefined): Promise<string> {
    const signals = [leaving.signal, ...(signal ? [signal] : [])]
    const own = before.then(() => open(call, account, signals))
    before = own.catch(() => undefined)
    return own
  }

  async function sendSolved<C extends Call>(
    call: C,
    payload: PayloadOf<C>,
    options: CallOptions | undefined,
  ): Promise<AnswerOf<C>> {
    const id = await solved(call, captchaAccount(payload), options?.signal)
    return send(call, payload, { ...options, headers: { ...options?.headers, [CAPTCHA_HEADER]: id } })
  }

  return async (call, payload, options) => {
    try {
      return await ((await isListed(call)) ? sendSolved : send)(call, payload, options)
    } catch (error) {
      if (!(error instanceof Refusal) || error.error !== STALE || wasDeclined(error)) throw error
      // The call was not executed, so one retry is safe.
      if (!(await readList()).includes(call.path)) throw error
      return sendSolved(call, payload, options)
    }
  }
}
