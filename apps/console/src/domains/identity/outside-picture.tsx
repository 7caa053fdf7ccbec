import { useTheme } from '../../lib/session/preferences.ts'
// The console itself, beside the form: a screenshot of the product list, in the theme and language that are shown. A
// narrow window has no room for it.
import { useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import css from './outside.module.css'

export function OutsidePicture() {
  const t = usePhrases()
  const { shown } = useTheme()
  const locale = useLanguage((language) => language.locale)
  return (
    <aside className={css.picture} aria-label={t('identity.login.picture')}>
      <img src={`/product-list-${shown}-${locale}.webp`} width={1980} height={1290} alt="" fetchPriority="high" />
    </aside>
  )
}
