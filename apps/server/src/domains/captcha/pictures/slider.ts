// The piece that slides into its gap. Decoy gaps in the same row have other outlines. No gap shows the
// content of the piece, and the piece is a little turned, smaller and of other colors, so that only its outline tells.
import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import {
  HEIGHT,
  WIDTH,
  bend,
  between,
  borrow,
  brightnessOf,
  copyOf,
  isDetailed,
  jpeg,
  newScene,
  placed,
  png,
  shiftedColors,
} from './canvas.ts'
import type { Pick, Scene } from './canvas.ts'
import type { Picture } from './picture.ts'

const PIECE = { body: 80, inset: 18, width: 116, leastX: 130, mostX: 470 }
const RIMS = [
  [6, 'rgba(10, 14, 28, 0.75)'],
  [2.5, 'rgba(255, 255, 255, 0.98)'],
] as const
/** Places that are tried in a scene. */
const PLACES = 3
/** `apart`: the least distance between two gaps. `traces`: parts of outlines that belong to no gap. */
const DECOYS = { count: 2, apart: 112, traces: 5 }
/** How the piece differs from its gap: percent of its size, and degrees. */
const WORN = { leastSize: 93, mostSize: 101, turn: 4 }

/** Each side of the piece: flat, a tab or a notch, near its middle. */
type Side = { bump: -1 | 0 | 1; radius: number; at: number }

export function newOutline(pick: Pick): Side[] {
  const sides = Array.from({ length: 4 }, (): Side => ({
    bump: ([-1, 0, 1] as const)[pick(3)] ?? 1,
    radius: between(pick, 12, 17),
    at: PIECE.body / 2 + between(pick, -6, 6),
  }))
  const [first] = sides
  if (first && sides.every(({ bump }) => bump === 0)) first.bump = 1
  return sides
}

/** A decoy's outline: at least three sides differ. Near twins fooled people and no program. */
export function decoyOutline(pick: Pick, outline: readonly Side[]): Side[] {
  const kept = pick(outline.length + 1)
  return newOutline(pick).map((side, i) => {
    const own = outline[i]?.bump ?? 0
    const others = ([-1, 0, 1] as const).filter((bump) => bump !== own)
    return { ...side, bump: i === kept ? own : (others[pick(others.length)] ?? 0) }
  })
}

/**
 * Traces the outline, with the upper left corner of its box at x, y. Every side is drawn in the same way, rotated by a
 * quarter turn.
 */
function trace(ctx: SKRSContext2D, outline: readonly Side[], x: number, y: number): void {
  const { body, inset } = PIECE
  ctx.beginPath()
  let [px, py] = [x + inset, y + inset]
  ctx.moveTo(px, py)
  outline.forEach(({ bump, radius, at }, i) => {
    const turn = (i * Math.PI) / 2
    const [dx, dy] = [Math.round(Math.cos(turn)), Math.round(Math.sin(turn))]
    if (bump !== 0) {
      // The center of the circle is outside the side for a tab and inside for a notch, as far as the box allows. This
      // makes the neck narrower than the head.
      const out = bump * Math.max(0, Math.min(radius * 0.35, inset - 1.5 - radius))
      const half = Math.sqrt(radius ** 2 - out ** 2)
      const lean = Math.atan2(bump * out, half)
      const [cx, cy] = [px + dx * at + dy * out, py + dy * at - dx * out]
      ctx.lineTo(px + dx * (at - half), py + dy * (at - half))
      ctx.arc(cx, cy, radius, turn + Math.PI - bump * lean, turn + Math.PI * 2 + bump * lean, bump < 0)
    }
    px += dx * body
    py += dy * body
    ctx.lineTo(px, py)
  })
  ctx.closePath()
}

/** The look of all gaps of one picture. */
interface Tone {
  veil: string
  rim: string
}
const DARK: Tone = { veil: '8, 12, 24', rim: '255, 255, 255' }
const LIGHT: Tone = { veil: '246, 248, 252', rim: '16, 20, 36' }

/**
 * A gap shows another part of the scene under an uneven veil, so that neither its content nor its brightness gives it
 * away. Its rim is faint, because a strong line is the easiest to find.
 */
function drawGap(
  pick: Pick,
  { canvas, ctx }: Scene,
  scene: Canvas,
  outline: readonly Side[],
  tone: Tone,
  x: number,
  y: number,
): void {
  ctx.save()
  trace(ctx, outline, x, y)
  ctx.clip()
  borrow(pick, ctx, scene)
  const turn = (pick(360) * Math.PI) / 180
  const [mx, my, far] = [x + PIECE.width / 2, y + PIECE.width / 2, PIECE.width / 2]
  const veil = ctx.createLinearGradient(
    mx - far * Math.cos(turn),
    my - far * Math.sin(turn),
    mx + far * Math.cos(turn),
    my + far * Math.sin(turn),
  )
  veil.addColorStop(0, `rgba(${tone.veil}, 0.88)`)
  veil.addColorStop(1, `rgba(${tone.veil}, 0.62)`)
  ctx.fillStyle = veil
  ctx.fillRect(0, 0, canvas.width, canvas.height)
  ctx.restore()
  trace(ctx, outline, x, y)
  ctx.lineWidth = 1.2
  ctx.strokeStyle = `rgba(${tone.rim}, 0.5)`
  ctx.stroke()
}

/** Draws parts of outlines that belong to no gap. */
function drawTraces(pick: Pick, ctx: SKRSContext2D, tone: Tone, y: number): void {
  ctx.save()
  ctx.lineWidth = 1.5
  ctx.strokeStyle = `rgba(${tone.rim}, 0.6)`
  for (let i = 0; i < DECOYS.traces; i++) {
    trace(ctx, newOutline(pick), between(pick, 0, WIDTH - PIECE.width), y + between(pick, -30, 30))
    ctx.setLineDash([between(pick, 30, 70), between(pick, 120, 260)])
    ctx.lineDashOffset = pick(300)
    ctx.stroke()
  }
  ctx.restore()
}

export function slider(pick: Pick): Picture {
  const {
    canvas: scene,
    place: { x, y },
  } = placed(
    pick,
    () => newScene(pick),
    (ctx) =>
      Array.from({ length: PLACES }, () => ({
        x: between(pick, PIECE.leastX, PIECE.mostX),
        y: between(pick, 0, HEIGHT - PIECE.width),
      })).filter((place) =>
        isDetailed(ctx, { x: place.x + PIECE.inset, y: place.y + PIECE.inset, width: PIECE.body, height: PIECE.body }),
      ),
  )
  const outline = newOutline(pick)

  const template = createCanvas(PIECE.width, HEIGHT)
  const piece = template.getContext('2d')
  const [middle, size] = [PIECE.width / 2, between(pick, WORN.leastSize, WORN.mostSize) / 100]
  piece.translate(middle, y + middle)
  piece.rotate((between(pick, -WORN.turn, WORN.turn) * Math.PI) / 180)
  piece.scale(size, size)
  piece.translate(-middle, -y - middle)
  piece.save()
  trace(piece, outline, 0, y)
  piece.clip()
  piece.filter = shiftedColors(pick)
  piece.drawImage(scene, -x, 0)
  piece.restore()
  // A dark line around the light one: the piece lies on any color.
  for (const [width, color] of RIMS) {
    trace(piece, outline, 0, y)
    piece.lineWidth = width
    piece.strokeStyle = color
    piece.stroke()
  }

  // The decoys look like the real gap and are in possible places. Only their outlines differ.
  const back = copyOf(scene)
  const row = { x: PIECE.leastX, y, width: WIDTH - PIECE.leastX, height: PIECE.width }
  const tone = brightnessOf(back.ctx, row).mean > 128 ? DARK : LIGHT
  drawTraces(pick, back.ctx, tone, y)
  for (const place of decoyPlaces(pick, x)) drawGap(pick, back, scene, decoyOutline(pick, outline), tone, place, y)
  drawGap(pick, back, scene, outline, tone, x, y)
  bend(pick, back.ctx)
  return {
    secret: { type: 'SLIDER', x },
    background: jpeg(back.canvas),
    template: { image: png(template), width: PIECE.width, height: HEIGHT },
  }
}

/** Places of the decoys: in the range of the real gap, and apart from it and from each other. */
export function decoyPlaces(pick: Pick, x: number): number[] {
  const all = Array.from({ length: PIECE.mostX - PIECE.leastX + 1 }, (_, i) => PIECE.leastX + i)
  for (;;) {
    const taken = [x]
    while (taken.length <= DECOYS.count) {
      const free = all.filter((place) => taken.every((other) => Math.abs(place - other) >= DECOYS.apart))
      const place = free[pick(Math.max(1, free.length))]
      if (place === undefined) break
      taken.push(place)
    }
    if (taken.length > DECOYS.count) return taken.slice(1)
  }
}
