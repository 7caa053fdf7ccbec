// A tinted square with the first character of a name, or a picture in its place. The tint is computed from the name, so
// it is the same on every screen.
import './controls.css'

const TINTS = 7

function tintOf(seed: string): number {
  let hash = 0
  for (const character of seed) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return hash % TINTS
}

interface MonogramProps {
  name: string
  /** A PNG in base64. */
  picture?: string | null
  size?: 32 | 40 | 56
}

export function Monogram({ name, picture, size = 32 }: MonogramProps) {
  const [initial = ''] = name.trim()
  return picture ? (
    <img
      className={`monogram monogram-${size} monogram-picture`}
      src={`data:image/png;base64,${picture}`}
      alt=""
      width={size}
      height={size}
    />
  ) : (
    <span className={`monogram monogram-${size} tint-${tintOf(name)}`} aria-hidden>
      {initial.toUpperCase()}
    </span>
  )
}
