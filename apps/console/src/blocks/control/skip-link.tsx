// The first link of a frame: it moves the focus past the menu, to the page. It shows while it has the focus.
import { usePhrases } from '../../lib/words/i18n.tsx'
import css from './skip-link.module.css'

export function SkipLink() {
  const t = usePhrases()
  return (
    <a
      className={css.skip}
      href="#main"
      onClick={(event) => {
        // Keep the address unchanged, because people copy it.
        event.preventDefault()
        document.getElementById('main')?.focus()
      }}
    >
      {t('shell.skip')}
    </a>
  )
}
