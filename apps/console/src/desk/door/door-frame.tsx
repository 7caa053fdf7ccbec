// The frame of the pages before sign-in: the name of the desk on a dark ground, and one card.
import type { Refusal } from '@sealwright/client'
import { DEFAULT_LOCALE, LANGUAGE_TAGS, LOCALES } from '@sealwright/contract'
import type { ReactNode } from 'react'
import { Button } from '../../blocks/control/button.tsx'
import { useFormSubmit } from '../../blocks/form/form-submit.ts'
import type { Saving } from '../../blocks/form/form-submit.ts'
import { useCenterName } from '../../lib/center-face.ts'
import { DoorBanner } from '../../lib/door-banner.tsx'
import { Mark } from '../../lib/mark.tsx'
import { SlowedDown } from '../../lib/password/slowed-down.tsx'
import { takeLostFocus } from '../../lib/place/sight.ts'
import { chooseLocale } from '../../lib/session/preferences.ts'
import { useTheme } from '../../lib/session/theme.ts'
import { useLanguage, usePhrases } from '../../lib/words/i18n.tsx'
import css from './door.module.css'

function LanguageSwitch() {
  const t = usePhrases()
  const locale = useLanguage((language) => language.locale)
  const other = LOCALES.find((name) => name !== locale) ?? DEFAULT_LOCALE
  return (
    <button type="button" className={css.language} lang={LANGUAGE_TAGS[other]} onClick={() => void chooseLocale(other)}>
      {t(`shell.locales.${other}`)}
    </button>
  )
}

interface DoorFrameProps {
  title: string
  sentence?: ReactNode
  /** Wider, for a QR code beside its form. */
  isWide?: boolean
  children?: ReactNode
}

export function DoorFrame({ title, sentence, isWide = false, children }: DoorFrameProps) {
  const t = usePhrases()
  useTheme()
  return (
    <div className={css.page}>
      <DoorBanner />
      <header className={css.head}>
        <span className={css.brand}>
          <Mark size={28} />
          <strong>{t('desk.name')}</strong>
          <span>{useCenterName()}</span>
        </span>
        <LanguageSwitch />
      </header>
      <main className={css.main}>
        <section className={css.card} data-wide={isWide || undefined}>
          {/* A step without a field follows one that had the focus. */}
          <h1 ref={takeLostFocus} tabIndex={-1}>
            {title}
          </h1>
          {sentence && <p className={css.sentence}>{sentence}</p>}
          {children}
        </section>
      </main>
    </div>
  )
}

interface DoorFormProps<Values extends object> extends Saving<Values> {
  submitText: string
  children: ReactNode
}

/** The words of a refusal that belongs to no field. A wait counts down. */
function Trouble({ refusal, words }: { refusal: Refusal | undefined; words: string | undefined }) {
  if (words === undefined) return null
  return (
    <div className={css.trouble} role="alert">
      {refusal?.error === 'identity.slowedDown' ? <SlowedDown refusal={refusal} /> : words}
    </div>
  )
}

export function DoorForm<Values extends object>({ submitText, children, ...saving }: DoorFormProps<Values>) {
  const { form, isSaving, refusal } = saving
  const element = useFormSubmit(saving)
  return (
    <form {...element} className={css.form}>
      <Trouble refusal={refusal} words={form.refusedWith} />
      <div className="inline-form-fields" inert={isSaving}>
        {children}
      </div>
      <Button type="submit" kind="primary" isBusy={isSaving} className={css.submit}>
        {submitText}
      </Button>
    </form>
  )
}
