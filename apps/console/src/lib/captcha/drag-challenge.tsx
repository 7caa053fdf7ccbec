// The three challenges with a slider: place a piece, rotate a disc, shift a strip. Releasing the dragged handle sends
// the answer. Keys, step buttons and clicks on the track also move it, because not everyone can drag; then Enter or the
// submit button sends the answer.
import { LIMITS } from '@sealwright/contract'
import type { CaptchaChallenge, TrackPoint } from '@sealwright/contract'
import { ArrowRight, ChevronLeft, ChevronRight } from 'lucide-react'
import { useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent, PointerEvent, RefObject } from 'react'
import { usePhrases } from '../words/i18n.tsx'
import type { Solution } from './captcha-session.ts'
import { HANDLE, PICTURE, Picture } from './picture.tsx'
import type { ChallengeProps } from './picture.tsx'
import { startTrack } from './track.ts'
import type { Track } from './track.ts'
import css from './captcha.module.css'

const TRACK = LIMITS.console.sliderTrackPx
const LEAP = 10
const clamped = (position: number) => Math.round(Math.min(TRACK, Math.max(0, position)))

/** The height of the moving strip, in pixels of the displayed picture. */
function stripHeight({ backgroundImageHeight, data }: CaptchaChallenge): number {
  return Math.round(((backgroundImageHeight - (data?.randomY ?? 0)) / backgroundImageHeight) * PICTURE.height)
}

/** The displayed size of the moving part. */
function movingSize(captcha: CaptchaChallenge): { width: number; height: number } {
  if (captcha.type === 'CONCAT') return { width: PICTURE.width, height: stripHeight(captcha) }
  const scale = PICTURE.width / captcha.backgroundImageWidth
  return {
    width: Math.round((captcha.templateImageWidth ?? 0) * scale),
    height: Math.round((captcha.templateImageHeight ?? 0) * scale),
  }
}

function MovingPart({ captcha, position }: { captcha: CaptchaChallenge; position: number }) {
  const size = movingSize(captcha)
  if (captcha.type === 'CONCAT') {
    // The picture again as a background: content that leaves on the right comes in on the left.
    const style: CSSProperties = {
      ...size,
      backgroundImage: `url("${captcha.backgroundImage ?? ''}")`,
      backgroundSize: `${PICTURE.width}px ${PICTURE.height}px`,
      backgroundPositionX: position,
    }
    return <div className={css.moving} style={style} />
  }
  const style: CSSProperties =
    captcha.type === 'ROTATE'
      ? { ...size, left: (PICTURE.width - size.width) / 2, transform: `rotate(${(position * 360) / TRACK}deg)` }
      : { ...size, transform: `translateX(${position}px)` }
  return <img className={css.moving} style={style} src={captcha.templateImage ?? ''} alt="" draggable={false} />
}

interface Drag {
  track: Track
  fromX: number
  /** The position of the handle at the start. It is not 0 if keys have moved the handle before. */
  fromPosition: number
}

/** The slider's position and everything that moves it. */
function useSlider({ captcha, session, isOpen }: ChallengeProps, picture: RefObject<HTMLDivElement | null>) {
  const [position, setPosition] = useState(0)
  const drag = useRef<Drag>(undefined)
  const byKeys = useRef<Track>(undefined)

  const answer = (track: Track, isByKeys: boolean) => {
    const moving = movingSize(captcha)
    const solution: Solution = {
      // A rotation is measured by the track, not by the picture.
      bgImageWidth: captcha.type === 'ROTATE' ? TRACK : PICTURE.width,
      bgImageHeight: PICTURE.height,
      templateImageWidth: moving.width,
      templateImageHeight: moving.height,
      startTime: track.startTime,
      durationMs: track.duration,
      trackList: [...track.points],
    }
    session.answer(solution, isByKeys)
  }

  const moveTo = (next: number) => {
    if (!isOpen) return
    if (!byKeys.current) {
      byKeys.current = startTrack()
      byKeys.current.add('down', 0, 0)
      session.expectKeys()
    }
    const to = clamped(next)
    byKeys.current.add('move', to, 0)
    setPosition(to)
  }

  const submit = () => {
    const track = byKeys.current
    if (!track || !isOpen) return
    track.add('up', position, 0)
    answer(track, true)
  }

  const record = (type: TrackPoint['type'], event: PointerEvent) => {
    const box = picture.current?.getBoundingClientRect()
    drag.current?.track.add(type, event.clientX - (box?.left ?? 0), event.clientY - (box?.top ?? 0), event.timeStamp)
  }

  const handle = {
    onPointerDown: (event: PointerEvent) => {
      if (!isOpen || event.button !== 0 || drag.current) return
      event.currentTarget.setPointerCapture?.(event.pointerId)
      drag.current = { track: startTrack(event.timeStamp), fromX: event.clientX, fromPosition: position }
      record('down', event)
    },
    onPointerMove: (event: PointerEvent) => {
      if (!drag.current) return
      record('move', event)
      setPosition(clamped(drag.current.fromPosition + event.clientX - drag.current.fromX))
    },
    onPointerUp: (event: PointerEvent) => {
      const { current } = drag
      if (!current) return
      record('up', event)
      drag.current = undefined
      const reached = clamped(current.fromPosition + event.clientX - current.fromX)
      if (byKeys.current) moveTo(reached)
      else if (reached > 0) answer(current.track, false)
    },
    onPointerCancel: () => {
      setPosition(drag.current?.fromPosition ?? 0)
      drag.current = undefined
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.shiftKey ? LEAP : 1
      const targets: Partial<Record<string, number>> = {
        ArrowRight: position + step,
        ArrowUp: position + step,
        ArrowLeft: position - step,
        ArrowDown: position - step,
        PageUp: position + LEAP,
        PageDown: position - LEAP,
        Home: 0,
        End: TRACK,
      }
      const target = targets[event.key]
      if (target === undefined && event.key !== 'Enter') return
      event.preventDefault()
      if (target === undefined) submit()
      else moveTo(target)
    },
  }

  const onBarPointerDown = (event: PointerEvent) => {
    if (event.target !== event.currentTarget || event.button !== 0) return
    moveTo(event.clientX - event.currentTarget.getBoundingClientRect().left - HANDLE.width / 2)
  }

  return { position, handle, onBarPointerDown, moveTo, submit }
}

export function DragChallenge(props: ChallengeProps) {
  const t = usePhrases()
  const picture = useRef<HTMLDivElement>(null)
  const { position, handle, onBarPointerDown, moveTo, submit } = useSlider(props, picture)
  return (
    <>
      <Picture ref={picture} {...props}>
        <MovingPart captcha={props.captcha} position={position} />
      </Picture>
      <div className={css.bar} onPointerDown={onBarPointerDown}>
        <div
          className={css.handle}
          style={{ transform: `translateX(${position}px)` }}
          role="slider"
          tabIndex={0}
          aria-label={t('captcha.slider')}
          aria-valuemin={0}
          aria-valuemax={TRACK}
          aria-valuenow={position}
          aria-valuetext={t('captcha.position', { position: String(position), track: String(TRACK) })}
          aria-disabled={!props.isOpen}
          {...handle}
        >
          <ArrowRight size={18} aria-hidden />
        </div>
      </div>
      <div className={css.steps}>
        <button
          type="button"
          className="sw-button"
          aria-label={t('captcha.stepBack')}
          onClick={() => moveTo(position - 1)}
        >
          <ChevronLeft size={16} aria-hidden />
        </button>
        <button
          type="button"
          className="sw-button"
          aria-label={t('captcha.stepForward')}
          onClick={() => moveTo(position + 1)}
        >
          <ChevronRight size={16} aria-hidden />
        </button>
        <button type="button" className="sw-button" onClick={submit}>
          {t('captcha.submit')}
        </button>
      </div>
    </>
  )
}
