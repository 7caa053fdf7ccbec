// The logo of the center or, without one, the mark of Sealwright: a wax seal with a keyhole. favicon.svg is the same
// drawing.
import { centerLogo } from './center-face.ts'

export function Mark({ size = 28 }: { size?: number }) {
  const logo = centerLogo()
  if (logo !== undefined) return <img className="sw-logo" src={logo} width={size} height={size} alt="" />
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" fill="var(--mark)" />
      <path
        fill="#fff"
        d="M16 6.7Q19.89 4.02 21.47 8.48Q26.19 8.59 24.84 13.13Q28.6 16 24.84 18.87Q26.19 23.41 21.47 23.52Q19.89 27.98 16 25.3Q12.11 27.98 10.53 23.52Q5.81 23.41 7.16 18.87Q3.4 16 7.16 13.13Q5.81 8.59 10.53 8.48Q12.11 4.02 16 6.7Z"
      />
      <path
        fill="var(--mark)"
        d="M16 11a3.1 3.1 0 0 1 1.55 5.78l.95 4.02a.6.6 0 0 1-.58.74h-3.84a.6.6 0 0 1-.58-.74l.95-4.02A3.1 3.1 0 0 1 16 11Z"
      />
    </svg>
  )
}
