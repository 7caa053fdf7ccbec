// The picture of a challenge and its sizes, which must match the style sheet. The server measures answers by these
// sizes.
import type { CaptchaChallenge } from '@sealwright/contract'
import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { usePhrases } from '../words/i18n.tsx'
import type { CaptchaSession } from './captcha-session.ts'
import css from './captcha.module.css'

export const PICTURE = { width: 300, height: 180 } as const
export const HANDLE = { width: 63 } as const

export interface ChallengeProps {
  captcha: CaptchaChallenge
  session: CaptchaSession
  /** False while an answer is verified or a tip is shown. */
  isOpen: boolean
}

interface PictureProps extends ChallengeProps {
  ref: Ref<HTMLDivElement>
  handlers?: HTMLAttributes<HTMLDivElement>
  children: ReactNode
}

export function Picture({ captcha, session, ref, handlers, children }: PictureProps) {
  const t = usePhrases()
  return (
    <div ref={ref} className={css.picture} {...handlers}>
      <img
        src={captcha.backgroundImage ?? ''}
        {...PICTURE}
        alt={t('captcha.picture')}
        draggable={false}
        onError={session.pictureBroke}
      />
      {children}
    </div>
  )
}
