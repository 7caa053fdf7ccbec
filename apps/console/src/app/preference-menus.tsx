// The menus of language and theme, in the bars of the console and of the platform desk.
import { LOCALES } from '@sealwright/contract'
import { Languages, Monitor, Moon, Sun } from 'lucide-react'
import { Menu } from '../blocks/overlay/menu.tsx'
import { chooseLocale } from '../lib/session/preferences.ts'
import { chooseTheme, useTheme } from '../lib/session/theme.ts'
import { THEMES } from '../lib/stored.ts'
import { useLanguage, usePhrases } from '../lib/words/i18n.tsx'

const THEME_ICONS = { system: Monitor, light: Sun, dark: Moon } as const

export function LanguageMenu() {
  const t = usePhrases()
  const locale = useLanguage((language) => language.locale)
  return (
    <Menu
      className="sw-icon-button"
      label={t('shell.language')}
      align="end"
      choice="one"
      items={LOCALES.map((name) => ({
        key: name,
        label: t(`shell.locales.${name}`),
        isChecked: name === locale,
        onSelect: () => void chooseLocale(name),
      }))}
    >
      <Languages size={17} aria-hidden />
    </Menu>
  )
}

export function ThemeMenu() {
  const t = usePhrases()
  const { theme, shown } = useTheme()
  const Icon = shown === 'dark' ? Moon : Sun
  return (
    <Menu
      className="sw-icon-button"
      label={t('shell.theme')}
      align="end"
      choice="one"
      items={THEMES.map((name) => ({
        key: name,
        label: t(`shell.themes.${name}`),
        icon: THEME_ICONS[name],
        isChecked: name === theme,
        onSelect: () => chooseTheme(name),
      }))}
    >
      <Icon size={17} aria-hidden />
    </Menu>
  )
}
