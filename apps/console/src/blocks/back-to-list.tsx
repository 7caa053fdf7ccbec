// The way back to a list, as it was left.
import { usePhrases } from '../lib/i18n.tsx'
import type { PhraseKey } from '../lib/i18n.tsx'
import { Link } from '../lib/navigate.tsx'
import type { ScreenPath } from '../lib/screen.ts'
import { buttonClass } from './button.tsx'

export function BackToList({ to, words }: { to: ScreenPath; words: PhraseKey }) {
  const t = usePhrases()
  return (
    <Link href={`${to}?showSearch=1`} className={buttonClass()}>
      {t(words)}
    </Link>
  )
}
