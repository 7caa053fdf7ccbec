// A tinted square with the picture of a kind of thing, where a name's first character would tell less; see
// monogram.tsx.
import type { LucideIcon } from 'lucide-react'
import './controls.css'

export interface IconMarkProps {
  icon: LucideIcon
  /** Which of the tints in controls.css. */
  tint: number
  size?: 32 | 40 | 56
}

export function IconMark({ icon: Icon, tint, size = 32 }: IconMarkProps) {
  return (
    <span className={`monogram monogram-${size} tint-${tint}`} aria-hidden>
      <Icon size={size / 2} />
    </span>
  )
}
