// A page that a message links to, or that works by account and code: a form, and at its end what is done.
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { usePhrases } from '../../lib/words/i18n.tsx'
import { ByLink, ToLogin } from './message-link.tsx'
import type { CheckedLink } from './message-link.tsx'
import { OutsideFrame, OutsideNotice } from './outside-frame.tsx'

export interface Done {
  account: string
  canSignIn: boolean
}

interface LinkPageProps extends Pick<ComponentProps<typeof ByLink>, 'purpose' | 'dropText'> {
  heading: string
  sentence: string
  /** For end users, who sign in to a program and not to the console. */
  sentenceInProgram: string
  children: (found: CheckedLink | undefined, onDone: (done: Done) => void) => ReactNode
}

export function LinkPage({ purpose, dropText, heading, sentence, sentenceInProgram, children }: LinkPageProps) {
  const t = usePhrases()
  const [done, setDone] = useState<Done>()
  return (
    <OutsideFrame>
      {done ? (
        <OutsideNotice
          icon={CircleCheck}
          tone="ok"
          title={heading}
          action={done.canSignIn && <ToLogin account={done.account}>{t('identity.reset.doneAction')}</ToLogin>}
        >
          {done.canSignIn ? sentence : sentenceInProgram}
        </OutsideNotice>
      ) : (
        <ByLink purpose={purpose} dropText={dropText}>
          {(found) => children(found, setDone)}
        </ByLink>
      )}
    </OutsideFrame>
  )
}
