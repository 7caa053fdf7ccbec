// The head of a public page: whose page it is, and the other language.
import { DEFAULT_LOCALE, LANGUAGE_TAGS, LOCALES } from '@sealwright/contract'
import { Languages } from 'lucide-react'
import { STORED } from '../../lib/stored.ts'
import { showLanguage, useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import css from './page.module.css'

async function choose(locale: (typeof LOCALES)[number]): Promise<void> {
  try {
    await showLanguage(locale)
    STORED.locale.set(locale)
  } catch {
    // The page keeps its language; the next press tries again.
  }
}

function LanguageSwitch() {
  const t = usePhrases()
  const locale = useLanguage((language) => language.locale)
  const other = LOCALES.find((name) => name !== locale) ?? DEFAULT_LOCALE
  return (
    <button type="button" className={css.language} lang={LANGUAGE_TAGS[other]} onClick={() => void choose(other)}>
      <Languages size={16} aria-hidden />
      {t(`shell.locales.${other}`)}
    </button>
  )
}

interface Vendor {
  developerName: string
  /** PNG in base64. */
  logo: string | null
}

/** `title` shows while nobody's page is known. */
export function PageHead({ of, title }: { of: Vendor | undefined; title?: string }) {
  const name = of?.developerName
  return (
    <header className={css.head}>
      <span className={css.developer}>
        {of?.logo ? (
          <img src={`data:image/png;base64,${of.logo}`} width={36} height={36} alt="" />
        ) : (
          name && (
            <span className={css.initial} aria-hidden>
              {String.fromCodePoint(name.codePointAt(0) ?? 0)}
            </span>
          )
        )}
        <span className={css.developerName}>{name ?? title}</span>
      </span>
      <LanguageSwitch />
    </header>
  )
}
