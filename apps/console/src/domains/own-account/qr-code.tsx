// A QR code as one SVG path. Dark on white in every theme, as scanners expect.
import { useMemo } from 'react'
import { encode } from 'uqr'
import './own-account.css'

/** The white margin that the standard requires, in modules. */
const QUIET = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = encode(text, { ecc: 'M', border: QUIET })
    return {
      size: code.size,
      path: code.data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join(''),
    }
  }, [text])
  return (
    <svg className="totp-qr" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" role="img" aria-label={label}>
      <path d={path} fill="#000" />
    </svg>
  )
}
