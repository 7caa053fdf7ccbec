// The maintenance banner at the top of every page, in the language of the reader.
import type { ShownBanner } from '@sealwright/contract'
import { useLanguage } from './words/i18n.tsx'
import css from './maintenance-banner.module.css'

export function MaintenanceBanner({ banner }: { banner: ShownBanner | undefined }) {
  const locale = useLanguage((language) => language.locale)
  if (!banner) return null
  return (
    <p className={banner.level === 'warning' ? css.warning : css.info} role="status">
      {banner[locale]}
    </p>
  )
}
