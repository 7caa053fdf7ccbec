// Over every page while the super administrator looks as somebody else: who that is, and the way out. Ending loads the
// page anew, since rights, screens and answers all belong to one of the two.
import { accessCalls } from '@sealwright/contract'
import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { useAct } from '../../lib/call/client.ts'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import css from './view-as-banner.module.css'

/** Where viewing began. */
const BACK = '/access'
const leave = () => location.assign(BACK)

export function ViewAsBanner() {
  const t = usePhrases()
  const { viewAs } = useSession()
  const { act, isActing, refusal } = useAct(accessCalls.endViewAs, { onDone: leave })
  // It was ended in another window: what is shown here is over too.
  const isOver = refusal?.error === 'access.notViewing'
  useEffect(() => {
    if (isOver) leave()
  }, [isOver])
  if (!viewAs) return null
  return (
    <div className={css.banner} role="status">
      <Eye size={15} aria-hidden />
      <span className={css.words}>{t('shell.viewAs.banner', { name: viewAs.name })}</span>
      <Button size="small" isBusy={isActing} onPress={() => void act({})}>
        {t('shell.viewAs.end')}
      </Button>
    </div>
  )
}
