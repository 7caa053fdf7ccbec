// A screenshot of the product list beside the form, in the current theme and language. Hidden in narrow windows.
import { useTheme } from '../../lib/session/theme.ts'
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
