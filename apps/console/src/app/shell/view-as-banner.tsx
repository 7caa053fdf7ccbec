// The banner while the super administrator views as another administrator, with the way out. Ending reloads the page,
// because rights, screens and answers belong to one of the two people.
import { accessCalls } from '@sealwright/contract'
import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { useAct } from '../../lib/call/client.ts'
import { useSession } from '../../lib/session/session.tsx'
import { usePhrases } from '../../lib/words/i18n.tsx'
import css from './view-as-banner.module.css'

/** The page where viewing began. */
const BACK = '/access'
const leave = () => location.assign(BACK)

export function ViewAsBanner() {
  const t = usePhrases()
  const { viewAs } = useSession()
  const { act, isActing, refusal } = useAct(accessCalls.endViewAs, { onDone: leave })
  // Viewing ended in another window, so this page is outdated.
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
