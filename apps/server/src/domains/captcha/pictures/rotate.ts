// The disc that turns until it continues its surroundings. A frame of borrowed textures separates the two, so that the
// colors at their edges never meet: a person follows the lines across the frame, and sees what is upright.
import { createCanvas } from '@napi-rs/canvas'
import type { Canvas, SKRSContext2D } from '@napi-rs/canvas'
import {
  HEIGHT,
  WIDTH,
  between,
  borrow,
  copyOf,
  jpeg,
  lightAt,
  newScene,
  placed,
  shiftedColors,
  webp,
} from './canvas.ts'
import type { Pick } from './canvas.ts'
import type { Picture } from './picture.ts'

const DISC = { radius: 100, content: 86, frame: 112, leastAngle: 60, mostAngle: 300 }

export function rotate(pick: Pick): Picture {
  const angle = between(pick, DISC.leastAngle, DISC.mostAngle)
  const { radius, content, frame } = DISC
  const [cx, cy] = [WIDTH / 2, HEIGHT / 2]
  const { canvas: scene } = placed(
    pick,
    () => newScene(pick, 'upright'),
    (ctx) => ([content - 14, frame + 14].every((r) => isLively(circle(ctx, r))) ? ['middle'] : []),
  )

  const template = createCanvas(2 * radius, HEIGHT)
  const disc = template.getContext('2d')
  disc.translate(radius, cy)
  // Turned back by the angle by which the user has to turn it.
  disc.rotate((-angle * Math.PI) / 180)
  drawRing(pick, disc, scene, 0, 0, content, radius)
  disc.beginPath()
  disc.arc(0, 0, content, 0, Math.PI * 2)
  disc.clip()
  disc.filter = shiftedColors(pick)
  disc.drawImage(scene, -cx, -cy)

  const back = copyOf(scene)
  drawRing(pick, back.ctx, scene, cx, cy, 0, frame)
  return {
    secret: { type: 'ROTATE', angle },
    background: jpeg(back.canvas),
    template: { image: webp(template), width: 2 * radius, height: HEIGHT },
  }
}

/** A frame between the disc and its surroundings: the colors at their edges do not meet, only lines go on. */
function drawRing(
  pick: Pick,
  ctx: SKRSContext2D,
  scene: Canvas,
  x: number,
  y: number,
  inner: number,
  outer: number,
): void {
  ctx.save()
  ctx.beginPath()
  ctx.arc(x, y, outer, 0, Math.PI * 2)
  ctx.arc(x, y, inner, 0, Math.PI * 2, true)
  ctx.clip()
  ctx.translate(x - WIDTH / 2, y - HEIGHT / 2)
  borrow(pick, ctx, scene)
  ctx.fillStyle = 'rgba(255, 255, 255, 0.45)'
  ctx.fillRect(0, 0, WIDTH, HEIGHT)
  ctx.restore()
  ctx.lineWidth = 2
  ctx.strokeStyle = 'rgba(255, 255, 255, 0.9)'
  for (const r of [inner, outer]) {
    if (r === 0) continue
    ctx.beginPath()
    ctx.arc(x, y, r - 1, 0, Math.PI * 2)
    ctx.stroke()
  }
}

/** The brightness along a circle around the middle. */
function circle(ctx: SKRSContext2D, radius: number): number[] {
  const side = 2 * radius + 1
  const { data } = ctx.getImageData(WIDTH / 2 - radius, HEIGHT / 2 - radius, side, side)
  return Array.from({ length: 240 }, (_, i) => {
    const turn = (i * Math.PI) / 120
    const [x, y] = [Math.round(radius + radius * Math.cos(turn)), Math.round(radius + radius * Math.sin(turn))]
    return lightAt(data, (y * side + x) * 4)
  })
}

const LEAST_STEP = 5

/** Whether lines cross the circle. A smooth gradient varies as much as lines do, but shows no angle. */
function isLively(light: readonly number[]): boolean {
  const steps = light.map((value, i) => Math.abs(value - (light.at(i - 1) ?? 0)))
  return steps.reduce((sum, step) => sum + step, 0) >= LEAST_STEP * light.length
}
