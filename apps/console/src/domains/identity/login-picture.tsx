// The console itself, beside the form: a screenshot of the product list, in the theme that is shown. A narrow window has no room for it.
import { usePhrases } from '../../lib/i18n.tsx'
import { useTheme } from '../../lib/preferences.ts'
import css from './login.module.css'

export function LoginPicture() {
  const t = usePhrases()
  const { shown } = useTheme()
  return (
    <div className={css.picture}>
      <img src={`/product-list-${shown}.webp`} width={1280} height={960} alt={t('identity.login.picture')} decoding="async" />
    </div>
  )
}
