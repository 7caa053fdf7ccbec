import { Link } from '../../lib/place/navigate.tsx'
import type { ScreenPath } from '../../lib/place/screen.ts'
// The way back to a list, as it was left.
import { usePhrases } from '../../lib/words/i18n.tsx'
import type { PhraseKey } from '../../lib/words/i18n.tsx'
import { buttonClass } from '../control/button.tsx'

export function BackToList({ to, words }: { to: ScreenPath; words: PhraseKey }) {
  const t = usePhrases()
  return (
    <Link href={`${to}?showSearch=1`} className={buttonClass()}>
      {t(words)}
    </Link>
  )
}
