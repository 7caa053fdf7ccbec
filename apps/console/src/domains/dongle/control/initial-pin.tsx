// The initial PIN of a control lock: hidden, or shown for a minute after the password was typed again.
import { controlLockCalls } from '@sealwright/contract'
import type { ControlLockRow } from '@sealwright/contract'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '../../../blocks/control/button.tsx'
import { CopyText } from '../../../blocks/control/copy-text.tsx'
import { useAct } from '../../../lib/call/client.ts'
import { useCountdown } from '../../../lib/countdown.ts'
import { usePhrases } from '../../../lib/words/i18n.tsx'
import './initial-pin.css'

const SHOWN_SECONDS = 60
const MASK = '•'.repeat(8)

export function InitialPin({ lock: { guid, shellNumber, hasPin } }: { lock: ControlLockRow }) {
  const t = usePhrases()
  const [shown, setShown] = useState<string>()
  const { secondsLeft, start: countDown } = useCountdown()
  const reveal = useAct(controlLockCalls.revealPin, {
    onDone: ({ pin }) => {
      setShown(pin)
      countDown(SHOWN_SECONDS)
    },
  })
  // Remove the PIN from memory too, not only from the page.
  if (shown !== undefined && secondsLeft === 0) setShown(undefined)
  if (!hasPin) return <span className="cell-quiet">{t('controlLock.list.noPin')}</span>
  if (shown === undefined || secondsLeft === 0)
    return (
      <span className="initial-pin">
        <span className="initial-pin-hidden" aria-hidden>
          {MASK}
        </span>
        <Button
          size="small"
          icon={Eye}
          aria-label={t('controlLock.list.revealOf', { shellNumber })}
          isBusy={reveal.isActing}
          onPress={() => void reveal.act({ guid })}
        >
          {t('controlLock.list.reveal')}
        </Button>
      </span>
    )
  return (
    <span className="initial-pin">
      <span className="initial-pin-shown">
        <CopyText text={shown} />
      </span>
      <span className="cell-quiet">{t('controlLock.list.hidesIn', { seconds: secondsLeft })}</span>
      <IconButton
        icon={EyeOff}
        className="icon-button-small"
        label={t('controlLock.list.hideOf', { shellNumber })}
        onPress={() => countDown(0)}
      />
    </span>
  )
}
