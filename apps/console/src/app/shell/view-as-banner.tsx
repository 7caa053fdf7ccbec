// The banner of somebody who looks with the eyes of another person, with the way out: the super administrator who views
// as an administrator, or an operator of the platform who visits the developer. Leaving reloads the page, because
// rights, screens and answers belong to one of the two people.
import { DESK_PATH, accessCalls } from '@sealwright/contract'
import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { useAct } from '../../lib/call/client.ts'
import { endSession } from '../../lib/session/leave.ts'
import { useSession } from '../../lib/session/session.tsx'
import { useFormat, usePhrases } from '../../lib/words/i18n.tsx'
import css from './view-as-banner.module.css'

/** The page where viewing began. */
const BACK = '/access'
const leave = () => location.assign(BACK)

interface BannerProps {
  words: string
  endText: string
  isEnding?: boolean
  onEnd: () => void
}

function Banner({ words, endText, isEnding = false, onEnd }: BannerProps) {
  return (
    <div className={css.banner} role="status">
      <Eye size={15} aria-hidden />
      <span className={css.words}>{words}</span>
      <Button size="small" isBusy={isEnding} onPress={onEnd}>
        {endText}
      </Button>
    </div>
  )
}

async function endVisit(): Promise<void> {
  await endSession()
  location.assign(DESK_PATH)
}

export function ViewAsBanner() {
  const t = usePhrases()
  const format = useFormat()
  const { viewAs, visit } = useSession()
  const { act, isActing, refusal } = useAct(accessCalls.endViewAs, { onDone: leave })
  // Viewing ended in another window, so this page is outdated.
  const isOver = refusal?.error === 'access.notViewing'
  useEffect(() => {
    if (isOver) leave()
  }, [isOver])
  if (visit)
    return (
      <Banner
        words={t('desk.visit.banner', { time: format.time(visit.endTime) })}
        endText={t('desk.visit.end')}
        onEnd={() => void endVisit()}
      />
    )
  if (!viewAs) return null
  return (
    <Banner
      words={t('shell.viewAs.banner', { name: viewAs.name })}
      endText={t('shell.viewAs.end')}
      isEnding={isActing}
      onEnd={() => void act({})}
    />
  )
}
