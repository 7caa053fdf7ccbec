// A tinted square with an icon, used where the first character of a name (monogram.tsx) says less.
import type { LucideIcon } from 'lucide-react'
import './controls.css'

export interface IconMarkProps {
  icon: LucideIcon
  /** The number of a tint in controls.css. */
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
