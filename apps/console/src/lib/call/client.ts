// The console's client: the headers of every call, and the central handling of refusals that mean the same everywhere.
// Screens use `useAnswer` to read and `useAct` to change; neither throws refusals. Forms handle their own refusals. An
// expired session counts only if the call was sent with the handle that is still stored.
import { Refusal, Unreachable, createClient } from '@sealwright/client'
import type { CallOptions, Client } from '@sealwright/client'
import { LANGUAGE_TAGS, LIMITS } from '@sealwright/contract'
import type { AnswerOf, Call, ErrorName, PayloadOf } from '@sealwright/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { QueryKey } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { closeCaptchas, withCaptcha } from '../captcha/captcha-gate.ts'
import { decline, isHandledCentrally, wasDeclined } from '../central.ts'
import type { ToldCentrally } from '../central.ts'
import { alert, closeAllDialogs } from '../dialog/dialog.tsx'
import { loadInTime } from '../load-in-time.ts'
import { FACTOR_PATH, goToHref, presentPlace } from '../place/go.ts'
import { randomId } from '../random-id.ts'
import { STORED } from '../stored.ts'
import { surface } from '../surface.ts'
import { toast } from '../toast.ts'
import { phrasesArrived, say, useLanguage } from '../words/i18n.tsx'
import { connectionBack, connectionLost } from './connection.ts'
import { freshFingerprint, keptFingerprint } from './fingerprint.ts'
import { beginWork } from './progress.ts'
import { queryClient } from './query-client.ts'
import { askServiceFee } from './service-fee.ts'

/** The headers of a call, also for requests outside of the client (downloads, event streams). */
export function callHeaders(path?: string): Record<string, string> {
  const { handle, calls } = surface()
  const ssId = handle.get()
  return {
    ...(ssId && { 'X-Session-Id': ssId }),
    'X-Device-Fingerprint': path === calls.login.path ? freshFingerprint() : keptFingerprint(),
    'Accept-Language': LANGUAGE_TAGS[useLanguage.getState().locale],
    'X-Request-Id': randomId(),
  }
}

const send = createClient({ headers: (call) => callHeaders(call.path) })

/** Goes to the sign-in page, which remembers the current page. */
export function leaveForLogin(): void {
  const here = presentPlace()
  const { forgetSession, loginPath } = surface()
  forgetSession()
  closeAllDialogs()
  closeCaptchas()
  queryClient.clear()
  if (location.pathname !== loginPath) goToHref(loginPath, { replace: true, returnTo: here })
}

/** Says why sign-in opens, if the person signed out in another tab. Signing out here forgets them at once. */
export function tellSignedOut(): void {
  if (surface().people.known() && location.pathname !== surface().loginPath)
    toast.warning(say('errors.session.expired'))
}

let isTelling = false

/** Shows one dialog at a time, however many calls get the refusal. */
async function tellOnce(tell: () => Promise<void>): Promise<void> {
  if (isTelling) return
  isTelling = true
  try {
    await tell()
  } finally {
    isTelling = false
  }
}

/** The refusals of specification section 8 that are handled the same way for every call. */
type Told = (handle: string | undefined, refusal: Refusal) => void
const CENTRAL: Record<ToldCentrally, Told> & Partial<Record<ErrorName, Told>> = {
  'session.expired': (handle) => {
    if (surface().handle.get() !== handle) return
    if (surface().isForEveryone(location.pathname)) return surface().forgetSession()
    if (handle !== undefined) toast.warning(say('errors.session.expired'))
    else tellSignedOut()
    leaveForLogin()
  },
  // The session works again after the setup, so it is kept.
  'identity.factorOwed': () => {
    if (location.pathname !== FACTOR_PATH) goToHref(FACTOR_PATH, { replace: true, returnTo: presentPlace() })
  },
  // The sign-in form shows it itself.
  'identity.networkRefused': (handle, { message }) => {
    if (location.pathname === surface().loginPath || surface().handle.get() !== handle) return
    toast.warning(message)
    leaveForLogin()
  },
  'developer.becameFormal': () => {
    void tellOnce(async () => {
      await alert({ title: say('errors.developer.becameFormal') })
      location.reload()
    })
  },
  'developer.serviceFeeUnpaid': () => void tellOnce(askServiceFee),
  // The list is loaded again by the call itself, or by the next call that needs it.
  'captcha.listStale': () => STORED.verifyUrlList.remove(),
}

/** Handles failures centrally, also for requests outside of `callServer`. */
export function handleFailure(error: unknown, handle: string | undefined): void {
  if (error instanceof Unreachable) connectionLost()
  if (error instanceof Refusal) {
    connectionBack()
    if (error.error) CENTRAL[error.error]?.(handle, error)
  }
}

const sendTold: Client = async (call, payload, options) => {
  const handle = surface().handle.get()
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

/** Asks for the password; resolves to true once the server accepts it. Concurrent calls share one dialog. */
function confirmPassword(): Promise<boolean> {
  const ask = async () => {
    try {
      const { askPassword } = await loadInTime(() => import('../dialog/confirm-password.tsx'))
      return await askPassword((password) => sendPassed(surface().calls.confirm, { password }))
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
 * Makes a call. If it requires a captcha, shows one first. If the server requires the password again, asks for it and
 * repeats the call.
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

/** Prefetches an answer. A failure is reported to the component that uses the answer later. */
export function askAhead<C extends Call>(call: C, payload: PayloadOf<C>): Promise<void> {
  return queryClient.prefetchQuery({
    queryKey: answerKey(call, payload),
    queryFn: ({ signal }) => callServer(call, payload, { signal }),
  })
}

export interface AnswerOptions {
  enabled?: boolean
  /** Keeps the previous answer on the screen while the next one loads. */
  keepPrevious?: boolean
  staleMs?: number
  /** Polls at this interval while the page is visible, and when it becomes visible again. */
  pollMs?: number
}

/** The answer of a read call, cached by call name and payload. */
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
  /** The caller shows `refusal` itself. Otherwise its message is a warning toast (specification, section 8). */
  showsRefusal?: boolean
}

export interface Act<C extends Call> {
  /**
   * Resolves to the answer, or to undefined if the call was refused, lost or clicked twice. Rejects only on a defect.
   */
  act: (payload: PayloadOf<C>) => Promise<AnswerOf<C> | undefined>
  isActing: boolean
  refusal: Refusal | undefined
  /** Clears the refusal. */
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
 * Whether it is unknown if the server executed the call: the answer was lost, the server failed, or the same call is
 * still in progress.
 */
function leavesOpen(error: unknown): boolean {
  return (
    error instanceof Unreachable ||
    (error instanceof Refusal && (error.status >= 500 || error.error === 'idempotency.inProgress'))
  )
}

/** At the desk, changes may manage their transactions too. In the console such calls sign in, upload or ask again. */
const isChange = ({ effect, access }: Call) => effect === 'write' || (effect === 'own' && access.kind === 'operator')

/**
 * A call that changes data. It runs at most once per 500 ms, and never twice at the same time with the same payload.
 * The idempotency key is kept until the outcome is known. A change invalidates all answers, because lists, counts and
 * the operation log may show it. So does a refusal outside a form: the row may be gone, or in another state.
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
      // The previous attempt may have been executed: the same key prevents a second execution.
      const key = before?.mayBeDone && before.payload === text ? before.key : randomId()
      const attempt: Attempt = { startedAt: now, payload: text, key, isRunning: true, mayBeDone: false }
      last.current = attempt
      setActing(true)
      setRefusal(undefined)
      const sent: CallOptions = call.idempotent ? { idempotencyKey: key } : {}
      try {
        const answer = await callServer(call, payload, sent)
        if (isChange(call)) void queryClient.invalidateQueries()
        current.current.onDone?.(answer, payload)
        return answer
      } catch (error) {
        attempt.mayBeDone = leavesOpen(error)
        if (error instanceof Refusal) {
          if (wasDeclined(error)) {
            // This attempt was not executed, but the previous one may have been.
            attempt.mayBeDone = key === before?.key
            return undefined
          }
          setRefusal(error)
          if (current.current.showsRefusal || isHandledCentrally(error)) return undefined
          toast.warning(error.message)
          if (isChange(call)) void queryClient.invalidateQueries()
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
