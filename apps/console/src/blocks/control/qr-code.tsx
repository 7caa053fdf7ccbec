// A QR code as one SVG path. Dark on white in every theme, as scanners expect.
import { useMemo } from 'react'
import { encode } from 'uqr'
import './controls.css'

/** The white margin that the standard requires, in modules. */
const QUIET = 4

/** The number of modules on a side, and the dark ones as a path of unit squares. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET })
  return {
    size,
    path: data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join(''),
  }
}

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => qrPath(text), [text])
  return (
    <svg className="qr-code" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <path d={path} fill="#000" />
    </svg>
  )
}
