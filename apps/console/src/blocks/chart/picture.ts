// A chart as a PNG file, with its title and legend, in the colors of the page. A drawn SVG knows no style sheets, so
// what they say is written into attributes: the content policy allows no inline styles.
import { textWidthPx } from './axis.ts'

const EDGE_PX = 24
const TITLE_PX = 16
const SMALL_PX = 12.5
const LINE_PX = 22
const SWATCH_PX = 9
/** For sharp pictures on any screen. */
const SCALE = 2
const NAMESPACE = 'http://www.w3.org/2000/svg'

/** The styles that charts use. */
const STYLES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stop-color',
  'stop-opacity',
  'opacity',
  'font-size',
  'font-weight',
] as const
/** The marks of the current point, which the pointer leaves behind. */
const MARKS = '.chart-cursor, .chart-band'

export interface PictureWords {
  title: string
  subtitle: string
}

interface Sized {
  markup: string
  widthPx: number
  heightPx: number
}

type Attributes = Readonly<Record<string, string | number>>

function element(name: string, attributes: Attributes, text?: string): SVGElement {
  const made = document.createElementNS(NAMESPACE, name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value))
  if (text !== undefined) made.textContent = text
  return made
}

/** A copy of the drawing that looks the same without style sheets. */
function plainCopy(svg: SVGElement): SVGElement {
  const copy = svg.cloneNode(true) as SVGElement // a clone has the type of its original
  const originals = [...svg.querySelectorAll('*')]
  for (const [index, one] of [...copy.querySelectorAll('*')].entries()) {
    const original = originals[index]
    if (!original) continue
    const computed = getComputedStyle(original)
    for (const style of STYLES) {
      const value = computed.getPropertyValue(style)
      if (value) one.setAttribute(style, value)
    }
    if (original.matches(MARKS)) one.setAttribute('opacity', '0')
    one.removeAttribute('class')
  }
  copy.removeAttribute('class')
  return copy
}

interface Entry {
  text: string
  color: string
  isFaint: boolean
}

function legendOf(chart: HTMLElement): Entry[] {
  return [...chart.querySelectorAll<HTMLElement>('.chart-legend li')].map((item) => {
    const swatch = item.querySelector('.chart-swatch')
    return {
      text: item.textContent,
      color: swatch ? getComputedStyle(swatch).color : '',
      isFaint: swatch?.classList.contains('chart-swatch-faint') ?? false,
    }
  })
}

/** The entries of a legend in lines that fit. */
function placed(legend: readonly Entry[], widthPx: number) {
  let [x, row] = [0, 0]
  const entries = legend.map((entry) => {
    const ownPx = SWATCH_PX + 7 + textWidthPx(entry.text, SMALL_PX) + 16
    if (x > 0 && x + ownPx > widthPx) [x, row] = [0, row + 1]
    const at = { ...entry, x, row }
    x += ownPx
    return at
  })
  return { entries, rows: legend.length === 0 ? 0 : row + 1 }
}

/** The chart inside of this element as a picture of its own. Undefined if nothing is drawn. */
export function pictureOf(chart: HTMLElement, { title, subtitle }: PictureWords): Sized | undefined {
  const drawn = chart.querySelector<SVGElement>('.chart-plot > svg')
  if (!drawn) return undefined
  const token = (name: string) => getComputedStyle(chart).getPropertyValue(name).trim()
  const [chartPx, chartHeightPx] = [Number(drawn.getAttribute('width')), Number(drawn.getAttribute('height'))]
  const { entries, rows } = placed(legendOf(chart), chartPx)
  const headPx = EDGE_PX + TITLE_PX + LINE_PX + 18
  const topPx = headPx + rows * LINE_PX + (rows > 0 ? 6 : 0)
  const [widthPx, heightPx] = [chartPx + 2 * EDGE_PX, topPx + chartHeightPx + EDGE_PX]

  const svg = element('svg', {
    width: widthPx,
    height: heightPx,
    viewBox: `0 0 ${widthPx} ${heightPx}`,
    'font-family': token('--font') || 'sans-serif',
  })
  const [ink, quiet] = [token('--ink'), token('--ink-3')]
  svg.append(
    element('rect', { width: widthPx, height: heightPx, fill: token('--surface') }),
    element('text', { x: EDGE_PX, y: EDGE_PX + TITLE_PX, fill: ink, 'font-size': TITLE_PX, 'font-weight': 600 }, title),
    element('text', { x: EDGE_PX, y: EDGE_PX + TITLE_PX + LINE_PX, fill: quiet, 'font-size': SMALL_PX }, subtitle),
  )
  for (const { text, color, isFaint, x, row } of entries) {
    const y = headPx + row * LINE_PX
    svg.append(
      element('rect', {
        x: EDGE_PX + x,
        y: y + (isFaint ? 3 : 0),
        width: SWATCH_PX,
        height: isFaint ? 3 : SWATCH_PX,
        rx: isFaint ? 1.5 : 2.5,
        fill: color,
      }),
      element('text', { x: EDGE_PX + x + SWATCH_PX + 7, y: y + SWATCH_PX, fill: ink, 'font-size': SMALL_PX }, text),
    )
  }
  const copy = plainCopy(drawn)
  for (const [key, value] of Object.entries({ x: EDGE_PX, y: topPx, overflow: 'visible' }))
    copy.setAttribute(key, String(value))
  copy.removeAttribute('aria-hidden')
  svg.append(copy)
  return { markup: new XMLSerializer().serializeToString(svg), widthPx, heightPx }
}

/** The chart inside of this element as a PNG file. Undefined if nothing is drawn. */
export async function pngOf(chart: HTMLElement, words: PictureWords): Promise<Blob | undefined> {
  const picture = pictureOf(chart, words)
  if (!picture) return undefined
  const url = URL.createObjectURL(new Blob([picture.markup], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(picture.widthPx * SCALE)
    canvas.height = Math.round(picture.heightPx * SCALE)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await new Promise<Blob | undefined>((resolve) => {
      canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/png')
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}
