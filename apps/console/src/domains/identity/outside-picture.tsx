// A screenshot of the dashboard beside the form, in the current theme and language. Hidden in narrow windows.
// `node tools/run.mjs e2e/support/shoot.ts --sign-in` renews the pictures.
import { useTheme } from '../../lib/session/theme.ts'
import { useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import css from './outside.module.css'

export function OutsidePicture() {
  const t = usePhrases()
  const { shown } = useTheme()
  const locale = useLanguage((language) => language.locale)
  return (
    <aside className={css.picture} aria-label={t('identity.login.picture')}>
      <img src={`/console-${shown}-${locale}.webp`} width={1650} height={1125} alt="" fetchPriority="high" />
    </aside>
  )
}
