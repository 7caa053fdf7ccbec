// Replaces a creation form if the trial limit is reached, so that nobody fills it in for nothing.
import { developerCalls } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import type { LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { EmptyState } from '../../blocks/control/states.tsx'
import { APPLY_PATH } from '../../lib/place/go.ts'
import { ScreenLink } from '../../lib/place/navigate.tsx'
import { Can } from '../../lib/session/can.tsx'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases, useSentences } from '../../lib/words/i18n.tsx'

const LIMIT_ERRORS = { products: 'product.trialLimit', users: 'user.trialLimit' } as const

interface TrialGateProps {
  of: keyof typeof LIMIT_ERRORS
  icon: LucideIcon
  title: string
  back: ReactNode
  children: ReactNode
}

export function TrialGate({ of, icon, title, back, children }: TrialGateProps) {
  const t = usePhrases()
  const say = useSentences()
  const allowance = useSession().developer.devInfo.trial?.[of]
  // Read once on arrival: creating the last allowed one must not replace the form.
  const [max] = useState(allowance && allowance.used >= allowance.allowed ? allowance.allowed : undefined)
  if (max === undefined) return children
  return (
    <EmptyState
      icon={icon}
      title={title}
      sentence={errorSentence(say, LIMIT_ERRORS[of], { max })}
      action={
        <>
          <Can call={developerCalls.apply}>
            <ScreenLink to={APPLY_PATH} className={buttonClass({ kind: 'primary' })}>
              {t('developer.titles.apply')}
            </ScreenLink>
          </Can>
          {back}
        </>
      }
    />
  )
}
