// The console's way to the server: headers of every call, and the refusals that mean the same everywhere, handled here
// once. Screens use `useAnswer` to read and `useAct` to change; both throw nothing at them. What a refusal means to one
// form is the form's. Surprise: an answer that tells of an expired session counts only while the handle it was sent
// with is still the stored one.
import { Refusal, Unreachable, createClient } from '@sealwright/client'
import type { CallOptions, Client } from '@sealwright/client'
import { LIMITS, identityCalls } from '@sealwright/contract'
import type { AnswerOf, Call, ErrorName, PayloadOf } from '@sealwright/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { closeCaptchas, withCaptcha } from '../captcha/captcha-gate.ts'
import { decline, isHandledCentrally, wasDeclined } from '../central.ts'
import type { ToldCentrally } from '../central.ts'
import { alert, closeAllDialogs } from '../dialog/dialog.tsx'
import { loadInTime } from '../load-in-time.ts'
import { LOGIN_PATH, goToHref, isForEveryone, presentPlace } from '../place/go.ts'
import { randomId } from '../random-id.ts'
import { STORED, forgetSession } from '../stored.ts'
import { toast } from '../toast.ts'
import { LANGUAGE_TAGS, phrasesArrived, say, useLanguage } from '../words/i18n.tsx'
import { connectionBack, connectionLost } from './connection.ts'
import { freshFingerprint, keptFingerprint } from './fingerprint.ts'
import { beginWork } from './progress.ts'
import { queryClient } from './query-client.ts'
import { askServiceFee } from './service-fee.ts'

/** The headers of a call, also for what does not go through the client (downloads, event streams). */
export function callHeaders(path?: string): Record<string, string> {
  const handle = STORED.ssId.get()
  return {
    ...(handle && { 'X-Session-Id': handle }),
    'X-Device-Fingerprint': path === identityCalls.login.path ? freshFingerprint() : keptFingerprint(),
    'Accept-Language': LANGUAGE_TAGS[useLanguage.getState().locale],
    'X-Request-Id': randomId(),
  }
}

const send = createClient({ headers: (call) => callHeaders(call.path) })

/** Leaves for the sign-in page and remembers where the person was. */
export function leaveForLogin(): void {
  const here = presentPlace()
  forgetSession()
  closeAllDialogs()
  closeCaptchas()
  queryClient.clear()
  if (location.pathname !== LOGIN_PATH) goToHref(LOGIN_PATH, { replace: true, returnTo: here })
}

let isTelling = false

/** Ten calls that meet the same refusal open one dialog. */
async function tellOnce(tell: () => Promise<void>): Promise<void> {
  if (isTelling) return
  isTelling = true
  try {
    await tell()
  } finally {
    isTelling = false
  }
}

/** The refusals of section 8 that behave the same wherever they come from. */
type Told = (handle: string | undefined) => void
const CENTRAL: Record<ToldCentrally, Told> & Partial<Record<ErrorName, Told>> = {
  'session.expired': (handle) => {
    if (STORED.ssId.get() !== handle) return
    if (isForEveryone(location.pathname)) return forgetSession()
    // Without a handle the person has left already, here or in another tab: nothing expired under their hands.
    if (handle !== undefined) toast.warning(say('errors.session.expired'))
    leaveForLogin()
  },
  'developer.becameFormal': () => {
    void tellOnce(async () => {
      await alert({ title: say('errors.developer.becameFormal') })
      location.reload()
    })
  },
  'developer.serviceFeeUnpaid': () => void tellOnce(askServiceFee),
  // It is asked for again: by the call itself, or by the next one that wants it.
  'captcha.listStale': () => STORED.verifyUrlList.remove(),
}

/** Deals with what went wrong; for what goes to the server outside `callServer`. */
export function handleFailure(error: unknown, handle: string | undefined): void {
  if (error instanceof Unreachable) connectionLost()
  if (error instanceof Refusal) {
    connectionBack()
    if (error.error) CENTRAL[error.error]?.(handle)
  }
}

const sendTold: Client = async (call, payload, options) => {
  const handle = STORED.ssId.get()
  const endWork = beginWork()
  try {
    const answer = await send(call, payload, options)
    connectionBack()
    return answer
  } catch (error) {
    await phrasesArrived()
    handleFailure(error, handle)
    throw error
  } finally {
    endWork()
  }
}

const sendPassed = withCaptcha(sendTold, callHeaders)

let confirming: Promise<boolean> | undefined

/** Asks for the password; true once the server took it. Calls that want it at the same time wait for one dialog. */
function confirmPassword(): Promise<boolean> {
  const ask = async () => {
    try {
      const { askPassword } = await loadInTime(() => import('../dialog/confirm-password.tsx'))
      return await askPassword((password) => sendPassed(identityCalls.confirm, { password }))
    } catch {
      toast.warning(say('shell.failed.partNotLoaded'))
      return false
    } finally {
      confirming = undefined
    }
  }
  confirming ??= ask()
  return confirming
}

/**
 * A call as screens make it. What wants a captcha first shows it; what wants the password typed again asks for it and
 * is sent once more.
 */
export const callServer: Client = async (call, payload, options) => {
  try {
    return await sendPassed(call, payload, options)
  } catch (error) {
    if (!(error instanceof Refusal) || error.error !== 'identity.confirmPassword') throw error
    if (await confirmPassword()) return sendPassed(call, payload, options)
    decline(error)
    throw error
  }
}

export function answerKey<C extends Call>(call: C, payload: PayloadOf<C>): QueryKey {
  return [call.name, payload]
}

/** Asks before anybody shows the answer. What goes wrong is told to whoever asks for it then. */
export function askAhead<C extends Call>(call: C, payload: PayloadOf<C>): Promise<void> {
  return queryClient.prefetchQuery({
    queryKey: answerKey(call, payload),
    queryFn: ({ signal }) => callServer(call, payload, { signal }),
  })
}

export interface AnswerOptions {
  enabled?: boolean
  /** Keeps the rows of the last page on the screen while the next one loads. */
  keepPrevious?: boolean
  staleMs?: number
  /** Asks again this often while the page is looked at, and whenever it is looked at again. */
  pollMs?: number
}

/** What a read call answers, cached under the call's name and payload. */
export function useAnswer<C extends Call>(call: C, payload: PayloadOf<C>, options: AnswerOptions = {}) {
  return useQuery<AnswerOf<C>, Refusal | Unreachable>({
    queryKey: answerKey(call, payload),
    queryFn: ({ signal }) => callServer(call, payload, { signal }),
    enabled: options.enabled ?? true,
    ...(options.keepPrevious && { placeholderData: keepPreviousData }),
    ...(options.staleMs !== undefined && { staleTime: options.staleMs }),
    ...(options.pollMs !== undefined && { refetchInterval: options.pollMs, refetchOnWindowFocus: 'always' as const }),
  })
}

export interface ActOptions<C extends Call> {
  onDone?: (answer: AnswerOf<C>, payload: PayloadOf<C>) => void
  /** The caller shows `refusal` itself; otherwise its words are a warning toast, as section 8 asks. */
  showsRefusal?: boolean
}

export interface Act<C extends Call> {
  /** Resolves to the answer, or to undefined when it was refused, lost or clicked twice. Never rejects. */
  act: (payload: PayloadOf<C>) => Promise<AnswerOf<C> | undefined>
  isActing: boolean
  refusal: Refusal | undefined
  /** Forgets the refusal, when the person starts over. */
  reset: () => void
}

interface Attempt {
  startedAt: number
  payload: string
  key: string
  isRunning: boolean
  mayBeDone: boolean
}

/**
 * Nobody can tell from here whether the server did what it was asked: the answer was lost, the server broke, or a twin
 * is still at it.
 */
function leavesOpen(error: unknown): boolean {
  return (
    error instanceof Unreachable ||
    (error instanceof Refusal && (error.status >= 500 || error.error === 'idempotency.inProgress'))
  )
}

/**
 * A change. One act per 500 ms and never twice at once with the same payload; the idempotency key is kept until it is
 * known what became of it. What changes the data makes every answer stale, since lists, figures and the log all tell of
 * it.
 */
export function useAct<C extends Call>(call: C, options: ActOptions<C> = {}): Act<C> {
  const [isActing, setActing] = useState(false)
  const [refusal, setRefusal] = useState<Refusal>()
  const last = useRef<Attempt>(undefined)
  const current = useRef(options)
  useLayoutEffect(() => {
    current.current = options
  })

  const act = useCallback(
    async (payload: PayloadOf<C>): Promise<AnswerOf<C> | undefined> => {
      const text = JSON.stringify(payload)
      const before = last.current
      const now = performance.now()
      if (
        before &&
        (now - before.startedAt < LIMITS.console.clickThrottleMs || (before.isRunning && before.payload === text))
      )
        return undefined
      // What was sent before may have been done: the same key makes sure that it is not done twice.
      const key = before?.mayBeDone && before.payload === text ? before.key : randomId()
      const attempt: Attempt = { startedAt: now, payload: text, key, isRunning: true, mayBeDone: false }
      last.current = attempt
      setActing(true)
      setRefusal(undefined)
      const sent: CallOptions = call.idempotent ? { idempotencyKey: key } : {}
      try {
        const answer = await callServer(call, payload, sent)
        if (call.effect === 'write') void queryClient.invalidateQueries()
        current.current.onDone?.(answer, payload)
        return answer
      } catch (error) {
        attempt.mayBeDone = leavesOpen(error)
        if (error instanceof Refusal) {
          if (wasDeclined(error)) {
            // Nothing was sent now; what was sent before may still have been done.
            attempt.mayBeDone = key === before?.key
            return undefined
          }
          setRefusal(error)
          if (!current.current.showsRefusal && !isHandledCentrally(error)) toast.warning(error.message)
          return undefined
        }
        if (error instanceof Unreachable) return undefined
        throw error
      } finally {
        attempt.isRunning = false
        if (last.current === attempt) setActing(false)
      }
    },
    [call],
  )
  return { act, isActing, refusal, reset: useCallback(() => setRefusal(undefined), []) }
}
