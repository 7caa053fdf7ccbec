// The captcha dialog. The accessible alternative, which needs neither sight nor a steady hand, is first in tab order
// and as large as the other buttons.
import { Accessibility, RotateCw, X } from 'lucide-react'
import { useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useStore } from 'zustand'
import { useCountdown } from '../countdown.ts'
import { useModal } from '../dialog/use-modal.ts'
import { usePhrases } from '../words/i18n.tsx'
import type { Translate } from '../words/i18n.tsx'
import type { CaptchaSession, CaptchaState, LoadProblem, Phase } from './captcha-session.ts'
import { DragChallenge } from './drag-challenge.tsx'
import { WordChallenge } from './word-challenge.tsx'
import css from './captcha.module.css'

/** After this many failures, the accessible alternative gets the focus. */
const MANY_FAILURES = 2
/** Screen readers announce the progress at each quarter, not sixteen times. */
const QUARTER = 25

function problemWords(problem: LoadProblem, t: Translate): string {
  if (problem.kind === 'status') return t('captcha.requestFailed', { status: String(problem.status) })
  return t(problem.kind === 'tooMany' ? 'captcha.tooManyLater' : 'captcha.checkConnection')
}

/** A countdown. Screen readers announce only its start and its end. */
function Wait({ seconds, secondsLeft }: { seconds: number; secondsLeft: number }) {
  const t = usePhrases()
  if (secondsLeft === 0) return t('captcha.tooManyOver')
  return (
    <>
      <span className="sw-visually-hidden">{t('captcha.tooManyWait', { seconds })}</span>
      <span aria-hidden>{t('captcha.tooManyWait', { seconds: secondsLeft })}</span>
    </>
  )
}

/** Shows why there is no challenge, and when to retry. */
function NotLoaded({ problem, onRetry }: { problem: LoadProblem; onRetry: () => void }) {
  const t = usePhrases()
  const { secondsLeft, start } = useCountdown()
  const isTooMany = problem.kind === 'tooMany'
  const seconds = isTooMany ? problem.waitSeconds : 0
  // Before the first paint, so that the button is never enabled for a moment.
  useLayoutEffect(() => start(seconds), [seconds, start])
  const isWaiting = secondsLeft > 0
  return (
    <div className={css.box} role="alert">
      <strong>{t(isTooMany ? 'captcha.tooMany' : 'captcha.loadFailed')}</strong>
      <span>{seconds > 0 ? <Wait seconds={seconds} secondsLeft={secondsLeft} /> : problemWords(problem, t)}</span>
      <button type="button" className="sw-button" aria-disabled={isWaiting} onClick={() => !isWaiting && onRetry()}>
        {t('shell.retry')}
      </button>
    </div>
  )
}

function tipOf(phase: Phase, t: Translate): string {
  switch (phase.at) {
    case 'working':
      return t('captcha.working', { percent: String(Math.floor((phase.share * 100) / QUARTER) * QUARTER) })
    case 'verifying':
      return t('captcha.verifying')
    case 'success':
      return t('captcha.success', { seconds: String(phase.seconds) })
    case 'failure':
      return t(phase.isWrong ? 'captcha.wrong' : 'captcha.timedOut')
    default:
      return ''
  }
}

function Content({
  session,
  phase,
  challenge,
}: { session: CaptchaSession } & Pick<CaptchaState, 'phase' | 'challenge'>): ReactNode {
  const t = usePhrases()
  if (phase.at === 'loadError') return <NotLoaded problem={phase.problem} onRetry={session.retry} />
  if (challenge) {
    const Kind = challenge.captcha.type === 'WORD_IMAGE_CLICK' ? WordChallenge : DragChallenge
    return <Kind key={challenge.id} captcha={challenge.captcha} session={session} isOpen={phase.at === 'shown'} />
  }
  if (phase.at === 'loading')
    return (
      <div className={css.box}>
        <span className={css.spinner} aria-hidden />
        {t('captcha.loading')}
      </div>
    )
  return (
    <div className={css.box}>
      <Accessibility size={28} aria-hidden />
      <progress max={1} value={phase.at === 'working' ? phase.share : 1} aria-label={t('captcha.accessible')} />
      {phase.at === 'working' && (
        <button type="button" className="sw-button" onClick={session.refresh}>
          {t('shell.cancel')}
        </button>
      )}
    </div>
  )
}

export function CaptchaDialog({ session }: { session: CaptchaSession }) {
  const t = usePhrases()
  const { phase, challenge, failuresInARow, wasDrag } = useStore(session.state)
  const dialog = useRef<HTMLDialogElement>(null)
  const accessible = useRef<HTMLButtonElement>(null)
  const id = useId()
  useModal(dialog)
  const isShown = phase.at === 'shown'
  useEffect(() => {
    if (isShown && failuresInARow >= MANY_FAILURES) accessible.current?.focus()
  }, [isShown, failuresInARow])

  const isWords = challenge?.captcha.type === 'WORD_IMAGE_CLICK'
  return (
    <dialog
      ref={dialog}
      className={css.dialog}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-hint`}
      tabIndex={-1}
      data-first-focus
      data-challenge={challenge?.id}
      {...{ closedby: 'none' }}
    >
      <div className={css.tools}>
        <button ref={accessible} type="button" className={css.tool} onClick={session.goAccessible}>
          <Accessibility size={16} aria-hidden />
          {t('captcha.accessible')}
        </button>
        <button
          type="button"
          className={css.tool}
          aria-label={t('captcha.refresh')}
          title={t('captcha.refresh')}
          onClick={session.refresh}
        >
          <RotateCw size={16} aria-hidden />
        </button>
        <button
          type="button"
          className={css.tool}
          aria-label={t('shell.close')}
          title={t('shell.close')}
          onClick={session.close}
        >
          <X size={16} aria-hidden />
        </button>
      </div>
      <h2 id={`${id}-title`} className={css.title}>
        {t(isWords ? 'captcha.words' : challenge ? 'captcha.drag' : 'captcha.title')}
        {isWords && (
          <img
            className={css.prompt}
            src={challenge.captcha.templateImage ?? ''}
            alt={t('captcha.wordsPicture')}
            draggable={false}
            onError={session.pictureBroke}
          />
        )}
      </h2>
      <p id={`${id}-hint`} className="sw-visually-hidden">
        {t('captcha.hint')}
      </p>
      <div className={css.stage} data-keeps-room={(phase.at === 'loading' && wasDrag) || undefined}>
        <Content session={session} phase={phase} challenge={challenge} />
        <p className={css.tip} role="status" data-at={phase.at}>
          {tipOf(phase, t)}
        </p>
      </div>
    </dialog>
  )
}
