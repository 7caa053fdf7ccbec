// The picture that is cut across; its upper part is shifted and has to be moved back. A seam hides the rows along the
// cut, and the scene is endless, so that no edge in it shows the shift.
import type { SKRSContext2D } from '@napi-rs/canvas'
import {
  HEIGHT,
  LEAST_DEVIATION,
  WIDTH,
  between,
  borrow,
  copyOf,
  endlessScene,
  jpeg,
  lightAt,
  placed,
  shiftedColors,
} from './canvas.ts'
import type { Pick } from './canvas.ts'
import type { Picture } from './picture.ts'

const CUT = { least: 0.3, most: 0.7, leastShift: 0.15, mostShift: 0.78, seam: 6 }

export function concat(pick: Pick): Picture {
  const { canvas: scene, place: cut } = placed(pick, () => endlessScene(pick), clearCuts)
  const shift = between(pick, WIDTH * CUT.leastShift, WIDTH * CUT.mostShift)
  const { canvas, ctx } = copyOf(scene)
  // The upper part moves to the left and wraps around to the right.
  ctx.filter = shiftedColors(pick)
  ctx.drawImage(scene, shift, 0, WIDTH - shift, cut, 0, 0, WIDTH - shift, cut)
  ctx.drawImage(scene, 0, 0, shift, cut, WIDTH - shift, 0, shift, cut)
  ctx.filter = 'none'
  // A seam hides the rows that would match.
  for (const [from, to] of [
    [cut - CUT.seam, cut],
    [cut, cut + CUT.seam],
  ] as const) {
    ctx.save()
    ctx.beginPath()
    ctx.rect(0, from, WIDTH, to - from)
    ctx.clip()
    borrow(pick, ctx, scene)
    ctx.fillStyle = 'rgba(255, 255, 255, 0.45)'
    ctx.fillRect(0, from, WIDTH, to - from)
    ctx.restore()
  }
  return { secret: { type: 'CONCAT', shift }, background: jpeg(canvas), template: null, randomY: HEIGHT - cut }
}

const LEAST_LIKENESS = 0.6

/** The cuts where a person sees what belongs together: the rows beside the seam have contrast and are alike. */
function clearCuts(ctx: SKRSContext2D): number[] {
  const [first, last] = [Math.round(HEIGHT * CUT.least), Math.round(HEIGHT * CUT.most)]
  const [up, down] = [CUT.seam + 2, CUT.seam + 1]
  const { data } = ctx.getImageData(0, first - up, WIDTH, last + down - (first - up) + 1)
  const lights = new Float32Array(data.length / 4).map((_, i) => lightAt(data, i * 4))
  const cuts = Array.from({ length: last - first + 1 }, (_, i) => first + i)
  return cuts.filter((_, i) => {
    const [above, below] = [i, i + up + down].map((row) => lights.subarray(row * WIDTH, (row + 1) * WIDTH))
    return above !== undefined && below !== undefined && areAlike(above, below)
  })
}

function areAlike(a: Float32Array, b: Float32Array): boolean {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i] ?? 0, b[i] ?? 0]
    sumA += x
    sumB += y
    squaresA += x * x
    squaresB += y * y
    products += x * y
  }
  const n = a.length
  const spread = (sum: number, squares: number) => Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2))
  const [spreadA, spreadB] = [spread(sumA, squaresA), spread(sumB, squaresB)]
  const together = products / n - (sumA / n) * (sumB / n)
  return Math.min(spreadA, spreadB) >= LEAST_DEVIATION && together >= LEAST_LIKENESS * spreadA * spreadB
}
