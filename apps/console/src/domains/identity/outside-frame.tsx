// The frame of the pages before sign-in: brand, language switch, the form, and a picture of the product. Native inputs
// only, since these pages must load fast. The theme is the one chosen in the console, otherwise that of the system.
import { DEFAULT_LOCALE, LANGUAGE_TAGS, LOCALES } from '@sealwright/contract'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { useCenterName } from '../../lib/center-face.ts'
import { Mark } from '../../lib/mark.tsx'
import { chooseLocale } from '../../lib/session/preferences.ts'
import { useTheme } from '../../lib/session/theme.ts'
import { useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import { OutsidePicture } from './outside-picture.tsx'
import css from './outside.module.css'

function LanguageSwitch() {
  const t = usePhrases()
  const locale = useLanguage((language) => language.locale)
  const other = LOCALES.find((name) => name !== locale) ?? DEFAULT_LOCALE
  return (
    <button type="button" className="sw-button" lang={LANGUAGE_TAGS[other]} onClick={() => void chooseLocale(other)}>
      {t(`shell.locales.${other}`)}
    </button>
  )
}

function OutsideHead() {
  return (
    <header className={css.head}>
      <span className={css.brand}>
        <Mark size={30} />
        {useCenterName()}
      </span>
      <LanguageSwitch />
    </header>
  )
}

export function OutsideFrame({ children }: { children: ReactNode }) {
  return (
    <div className={css.page}>
      <div className={css.side}>
        <OutsideHead />
        <main className={css.main}>{children}</main>
      </div>
      <OutsidePicture />
    </div>
  )
}

/** The frame for pages of text. */
export function ReadingFrame({ children }: { children: ReactNode }) {
  useTheme()
  return (
    <div className={css.reading}>
      <OutsideHead />
      <main className={css.article}>{children}</main>
    </div>
  )
}

interface OutsideNoticeProps {
  icon: LucideIcon
  tone?: 'plain' | 'ok' | 'bad'
  title: string
  children?: ReactNode
  action?: ReactNode
}

/**
 * A notice in place of the form: success, or nothing to fill in. Its title takes the focus, since the focused element
 * is gone.
 */
export function OutsideNotice({ icon: Icon, tone = 'plain', title, children, action }: OutsideNoticeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  return (
    <section className={css.form}>
      <span className={css.badge} data-tone={tone}>
        <Icon size={24} aria-hidden />
      </span>
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      <p className={css.sentence}>{children}</p>
      {action}
    </section>
  )
}
