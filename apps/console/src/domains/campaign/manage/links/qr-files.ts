// A QR code as a file to hand on: SVG for print, PNG for everything else.
import { qrPath } from '../../../../blocks/control/qr-code.tsx'
import { saveAs } from '../../../../lib/call/download.ts'

/** At least this wide, and a whole number of pixels for each module, so that its edges are sharp. */
const PNG_PX = 1_024

/** Without characters that file systems refuse. */
const fileName = (name: string, ending: string) => `${name.replace(/[\\/:*?"<>|]/g, '-')}.${ending}`

export function qrSvg(text: string): string {
  const { size, path } = qrPath(text)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path d="M0 0h${size}v${size}H0z" fill="#fff"/><path d="${path}"/></svg>`
  )
}

export function saveSvg(text: string, name: string): void {
  saveAs(new Blob([qrSvg(text)], { type: 'image/svg+xml' }), fileName(name, 'svg'))
}

export function savePng(text: string, name: string): void {
  const { size, path } = qrPath(text)
  const scale = Math.ceil(PNG_PX / size)
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = size * scale
  const context = canvas.getContext('2d')
  if (!context) return
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.scale(scale, scale)
  context.fillStyle = '#000'
  const dark = new Path2D(path)
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
  context.fill(dark)
  canvas.toBlob((blob) => blob && saveAs(blob, fileName(name, 'png')), 'image/png')
}
