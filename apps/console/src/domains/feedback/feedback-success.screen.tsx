// Thanks for a feedback, with the ways on.
import { CircleCheck } from 'lucide-react'
import { buttonClass } from '../../blocks/control/button.tsx'
import { EmptyState } from '../../blocks/control/states.tsx'
import { SettingsPage } from '../../blocks/form/settings-page.tsx'
import { FIRST_SCREEN } from '../../lib/place/go.ts'
import { Link, ScreenLink, useSearchOf } from '../../lib/place/navigate.tsx'
import { findScreen } from '../../lib/place/screen.ts'
import { usePhrases } from '../../lib/words/i18n.tsx'
import './feedback.css'

export function Screen() {
  const t = usePhrases()
  const { from } = useSearchOf('/feedback/success')
  // Only a screen of the console that needs no parameters: anybody can write an address.
  const screen = from === undefined ? undefined : findScreen(from)
  const back = screen && (screen.search?.safeParse({}).success ?? true) ? screen.path : FIRST_SCREEN
  return (
    <SettingsPage title={t('feedback.titles.success')} sentence={t('feedback.success.sentence')}>
      <EmptyState
        icon={CircleCheck}
        title={t('feedback.success.title')}
        action={
          <span className="feedback-ways">
            <Link href={back} className={buttonClass({ kind: 'primary' })}>
              {t('feedback.success.back')}
            </Link>
            <ScreenLink to="/feedback" className={buttonClass()}>
              {t('feedback.success.earlier')}
            </ScreenLink>
          </span>
        }
      />
    </SettingsPage>
  )
}
