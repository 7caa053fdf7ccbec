// A challenge of characters to click in the order of the prompt. The last click sends the answer. It has no keyboard
// support; the accessible alternative covers that.
import { LIMITS } from '@sealwright/contract'
import { useLayoutEffect, useRef, useState } from 'react'
import type { MouseEvent } from 'react'
import { PICTURE, Picture } from './picture.tsx'
import type { ChallengeProps } from './picture.tsx'
import { startTrack } from './track.ts'
import type { Track } from './track.ts'
import css from './captcha.module.css'

interface Mark {
  x: number
  y: number
}

export function WordChallenge(props: ChallengeProps) {
  const { captcha, session, isOpen } = props
  const [marks, setMarks] = useState<readonly Mark[]>([])
  const picture = useRef<HTMLDivElement>(null)
  const track = useRef<Track>(undefined)
  useLayoutEffect(() => {
    track.current = startTrack()
  }, [])

  const at = (event: MouseEvent): Mark => {
    const box = picture.current?.getBoundingClientRect()
    return { x: event.clientX - (box?.left ?? 0), y: event.clientY - (box?.top ?? 0) }
  }
  const onPointerMove = (event: MouseEvent) => {
    const { x, y } = at(event)
    if (isOpen) track.current?.add('move', x, y, event.timeStamp)
  }
  const onClick = (event: MouseEvent) => {
    const recorded = track.current
    if (!isOpen || !recorded || marks.length >= LIMITS.console.captchaClicks) return
    const mark = at(event)
    recorded.add('click', mark.x, mark.y, event.timeStamp)
    setMarks([...marks, mark])
    if (marks.length + 1 < LIMITS.console.captchaClicks) return
    const scale = PICTURE.width / captcha.backgroundImageWidth
    session.answer(
      {
        bgImageWidth: PICTURE.width,
        bgImageHeight: PICTURE.height,
        templateImageWidth: Math.round((captcha.templateImageWidth ?? 0) * scale),
        templateImageHeight: Math.round((captcha.templateImageHeight ?? 0) * scale),
        startTime: recorded.startTime,
        durationMs: recorded.duration,
        trackList: [...recorded.points],
      },
      false,
    )
  }
  return (
    <Picture ref={picture} {...props} handlers={{ onClick, onPointerMove }}>
      {marks.map(({ x, y }, index) => (
        <span key={index} className={css.mark} style={{ left: x, top: y }} aria-hidden>
          {index + 1}
        </span>
      ))}
    </Picture>
  )
}
