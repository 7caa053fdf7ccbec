// In place of a form whose campaign cannot be changed in this way.
import { Lock } from 'lucide-react'
import { buttonClass } from '../../../../blocks/control/button.tsx'
import { EmptyState } from '../../../../blocks/control/states.tsx'
import { ScreenLink } from '../../../../lib/place/navigate.tsx'
import { usePhrases } from '../../../../lib/words/i18n.tsx'

export function Closed({ guid, sentence, canAdjust = false }: { guid: string; sentence: string; canAdjust?: boolean }) {
  const t = usePhrases()
  return (
    <div className="detail-page">
      <EmptyState
        icon={Lock}
        title={sentence}
        action={
          <>
            {canAdjust && (
              <ScreenLink to="/activity/editOngoing" search={{ guid }} className={buttonClass({ kind: 'primary' })}>
                {t('activity.form.toAdjust')}
              </ScreenLink>
            )}
            <ScreenLink to="/activity/view" search={{ guid }} className={buttonClass()}>
              {t('activity.form.toView')}
            </ScreenLink>
          </>
        }
      />
    </div>
  )
}
