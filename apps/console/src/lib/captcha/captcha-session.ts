// The state of one open captcha, without its view: loading → shown → verifying → success, or failure and loading again,
// or a load error that waits for a retry. Each load starts a round; a reload or the close button aborts the pending
// requests and the proof of work of the previous round.
import { CAPTCHA_CODES, LIMITS } from '@sealwright/contract'
import type { CaptchaAnswer, CaptchaWork } from '@sealwright/contract'
import { createStore } from 'zustand'
import type { StoreApi } from 'zustand'
import { NoChallenge, RequestFailed, UnknownType, requestChallenge, verifyAnswer } from './captcha-protocol.ts'
import type { CaptchaConfig, Challenge } from './captcha-protocol.ts'
import { doWork } from './work.ts'

export type LoadProblem =
  | { kind: 'status'; status: number }
  | { kind: 'tooMany'; waitSeconds: number }
  | { kind: 'other' }

export type Phase =
  | { at: 'loading' }
  | { at: 'loadError'; problem: LoadProblem }
  | { at: 'shown' }
  /** The browser computes a proof of work, and the person solves nothing. */
  | { at: 'working'; share: number }
  | { at: 'verifying' }
  | { at: 'success'; seconds: number }
  | { at: 'failure'; isWrong: boolean }

export interface CaptchaState {
  phase: Phase
  challenge: Challenge | undefined
  failuresInARow: number
  /** Whether the last challenge had a slider. The next one probably has one too, so its space is reserved. */
  wasDrag: boolean
}

/** The person's input, without the fields that the session adds. */
export type Solution = Omit<CaptchaAnswer, 'data' | 'stopTime'> & { durationMs: number }

/** The person closed the dialog. */
export class CaptchaClosed extends Error {
  override name = 'CaptchaClosed'
}

export interface CaptchaSession {
  state: StoreApi<CaptchaState>
  /** The id of the solved challenge; rejects with `CaptchaClosed`. */
  result: Promise<string>
  /** Loads another picture; at most once a second. */
  refresh: () => void
  retry: () => void
  /** The received picture cannot be shown. */
  pictureBroke: () => void
  /** Switches to the accessible alternative: a proof of work instead of a picture. */
  goAccessible: () => void
  /** Keys or buttons were used: starts the proof of work that such an answer requires. */
  expectKeys: () => void
  answer: (solution: Solution, isByKeys: boolean) => void
  close: () => void
}

const NOTHING_DRAWN = {
  bgImageWidth: 0,
  bgImageHeight: 0,
  templateImageWidth: 0,
  templateImageHeight: 0,
  trackList: [],
}

function problemOf(error: unknown): LoadProblem {
  if (error instanceof RequestFailed) return { kind: 'status', status: error.status }
  return error instanceof NoChallenge && error.isTooMany
    ? { kind: 'tooMany', waitSeconds: error.waitSeconds }
    : { kind: 'other' }
}

export function startCaptcha(config: CaptchaConfig): CaptchaSession {
  const state = createStore<CaptchaState>(() => ({
    phase: { at: 'loading' },
    challenge: undefined,
    failuresInARow: 0,
    wasDrag: true,
  }))
  let resolve: (id: string) => void = () => undefined
  let reject: (error: Error) => void = () => undefined
  const result = new Promise<string>((...settlers) => ([resolve, reject] = settlers))
  let round = new AbortController()
  let work: { bits: number; nonces: Promise<number[]>; stop: () => void } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let solvedId: string | undefined
  let refreshedAt = Number.NEGATIVE_INFINITY

  const show = (phase: Phase) => state.setState({ phase })

  /** Aborts the current round. */
  function endRound(): void {
    round.abort(new CaptchaClosed('the round is over'))
    clearTimeout(timer)
    work?.stop()
    work = undefined
  }

  function failed(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return
    if (error instanceof UnknownType) reject(error)
    else show({ at: 'loadError', problem: problemOf(error) })
  }

  /** The proof of work of this round. Keys need more of it: their work replaces that of the pointer. */
  function workOn(owed: CaptchaWork, isByKeys: boolean): Promise<number[]> {
    const bits = isByKeys ? (owed.keyboardBits ?? owed.bits) : owed.bits
    if (work && work.bits >= bits) return work.nonces
    work?.stop()
    const own = new AbortController()
    const nonces = doWork({ ...owed, bits }, { signal: own.signal })
    nonces.catch(() => undefined) // reported to the callers that await it
    work = { bits, nonces, stop: () => own.abort(new CaptchaClosed('the work is not needed anymore')) }
    return nonces
  }

  async function verify(id: string, answer: CaptchaAnswer, signal: AbortSignal): Promise<void> {
    show({ at: 'verifying' })
    const code = await verifyAnswer(config, id, answer, signal)
    signal.throwIfAborted()
    if (code === CAPTCHA_CODES.solved) {
      solvedId = id
      show({ at: 'success', seconds: (answer.stopTime - answer.startTime) / 1000 })
      timer = setTimeout(() => resolve(id), LIMITS.console.captchaTipMs)
    } else {
      state.setState(({ failuresInARow }) => ({
        phase: { at: 'failure', isWrong: code === CAPTCHA_CODES.wrong },
        failuresInARow: failuresInARow + 1,
      }))
      timer = setTimeout(() => void load(), LIMITS.console.captchaTipMs)
    }
  }

  async function prove({ id, captcha }: Challenge, signal: AbortSignal): Promise<void> {
    const startTime = Date.now()
    const owed = captcha.data?.pow
    show({ at: 'working', share: 0 })
    const pow = owed
      ? await doWork(owed, { signal, onProgress: (done) => show({ at: 'working', share: done / owed.puzzles }) })
      : []
    signal.throwIfAborted()
    await verify(id, { ...NOTHING_DRAWN, startTime, stopTime: Date.now(), data: { pow } }, signal)
  }

  async function load(isAccessible = false): Promise<void> {
    endRound()
    round = new AbortController()
    const { signal } = round
    state.setState({ phase: { at: 'loading' }, challenge: undefined })
    try {
      const challenge = await requestChallenge(config, isAccessible ? 'POW' : config.type, signal)
      signal.throwIfAborted()
      if (challenge.captcha.type === 'POW') return await prove(challenge, signal)
      state.setState({ phase: { at: 'shown' }, challenge, wasDrag: challenge.captcha.type !== 'WORD_IMAGE_CLICK' })
      const owed = challenge.captcha.data?.pow
      if (owed?.required) void workOn(owed, false)
    } catch (error) {
      failed(error, signal)
    }
  }

  async function answer({ durationMs, ...solution }: Solution, isByKeys: boolean): Promise<void> {
    const { phase, challenge } = state.getState()
    if (phase.at !== 'shown' || !challenge) return
    const { signal } = round
    const owed = challenge.captcha.data?.pow
    show({ at: 'verifying' })
    try {
      const pow = owed && (isByKeys || owed.required) ? await workOn(owed, isByKeys) : undefined
      signal.throwIfAborted()
      const data: CaptchaAnswer['data'] = { ...(isByKeys && { input: 'keyboard' }), ...(pow && { pow }) }
      await verify(
        challenge.id,
        { ...solution, stopTime: solution.startTime + durationMs, ...(Object.keys(data).length > 0 && { data }) },
        signal,
      )
    } catch (error) {
      failed(error, signal)
    }
  }

  void load()
  return {
    state,
    result,
    refresh: () => {
      const { at } = state.getState().phase
      const now = performance.now()
      if (
        at === 'verifying' ||
        at === 'success' ||
        at === 'failure' ||
        now - refreshedAt < LIMITS.console.captchaRefreshMs
      )
        return
      refreshedAt = now
      void load()
    },
    retry: () => {
      if (state.getState().phase.at === 'loadError') void load()
    },
    pictureBroke: () => {
      if (state.getState().phase.at === 'shown') show({ at: 'loadError', problem: { kind: 'other' } })
    },
    goAccessible: () => {
      const { at } = state.getState().phase
      if (at !== 'working' && at !== 'verifying' && at !== 'success') void load(true)
    },
    expectKeys: () => {
      const owed = state.getState().challenge?.captcha.data?.pow
      if (owed) void workOn(owed, true)
    },
    answer: (solution, isByKeys) => void answer(solution, isByKeys),
    close: () => {
      endRound()
      if (solvedId === undefined) reject(new CaptchaClosed('the captcha was closed'))
      else resolve(solvedId)
    },
  }
}
