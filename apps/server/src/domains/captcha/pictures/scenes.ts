// Backgrounds that are painted from a seed: landscapes and patterns with detail everywhere, so that a piece from one
// place differs from a piece from any other. There are no photographs, and no two challenges share a picture. Puzzles
// are drawn elsewhere.
import type { SKRSContext2D } from '@napi-rs/canvas'
import { seededRandom } from './seeded-random.ts'

export interface Size {
  width: number
  height: number
}

interface Brush extends Size {
  ctx: SKRSContext2D
  random(): number
  between(low: number, high: number): number
  whole(low: number, high: number): number
  /** A color of this scene: all hues are shifted by the same angle. */
  color(hue: number, saturation: number, lightness: number, alpha?: number): string
}

function wash({ ctx, width, height }: Brush, top: string, bottom: string, from = 0, to = height): void {
  const gradient = ctx.createLinearGradient(0, from, 0, to)
  gradient.addColorStop(0, top)
  gradient.addColorStop(1, bottom)
  ctx.fillStyle = gradient
  ctx.fillRect(0, from, width, to - from)
}

function disc({ ctx }: Brush, x: number, y: number, radius: number, fill: string): void {
  ctx.fillStyle = fill
  ctx.beginPath()
  ctx.arc(x, y, radius, 0, Math.PI * 2)
  ctx.fill()
}

function oval({ ctx }: Brush, x: number, y: number, rx: number, ry: number, turn: number, fill: string): void {
  ctx.fillStyle = fill
  ctx.beginPath()
  ctx.ellipse(x, y, rx, ry, turn, 0, Math.PI * 2)
  ctx.fill()
}

/** A line of hills: four waves on top of each other. Returns its height at a given x. */
function hills(brush: Brush, base: number, rise: number, ruggedness: number): (x: number) => number {
  const waves = [1, 2.3, 5.1, 11].map((pitch, i) => ({
    pitch: (pitch * ruggedness * Math.PI * 2) / brush.width,
    rise: rise / (i + 1) ** 1.3,
    phase: brush.between(0, Math.PI * 2),
  }))
  return (x) => base - waves.reduce((sum, wave) => sum + wave.rise * Math.sin(x * wave.pitch + wave.phase), 0)
}

function fillBelow({ ctx, width, height }: Brush, line: (x: number) => number, fill: string): void {
  ctx.fillStyle = fill
  ctx.beginPath()
  ctx.moveTo(0, height)
  for (let x = 0; x <= width; x += 4) ctx.lineTo(x, line(x))
  ctx.lineTo(width, height)
  ctx.fill()
}

function cloud(brush: Brush, x: number, y: number, size: number): void {
  for (let i = 0; i < 7; i++)
    disc(
      brush,
      x + brush.between(-1, 1) * size,
      y + brush.between(-0.25, 0.2) * size,
      size * brush.between(0.22, 0.42),
      brush.color(210, 60, brush.between(88, 98), 0.75),
    )
}

function pine({ ctx, between, color }: Brush, x: number, y: number, height: number): void {
  for (let tier = 0; tier < 3; tier++) {
    ctx.fillStyle = color(between(130, 165), 38, between(16, 34) + tier * 3)
    const top = y - height + (tier * height) / 4
    ctx.beginPath()
    ctx.moveTo(x, top)
    ctx.lineTo(x + height * (0.16 + tier * 0.07), top + height * 0.42)
    ctx.lineTo(x - height * (0.16 + tier * 0.07), top + height * 0.42)
    ctx.fill()
  }
}

function leaf({ ctx, color, between }: Brush, x: number, y: number, size: number, turn: number, hue: number): void {
  ctx.save()
  ctx.translate(x, y)
  ctx.rotate(turn)
  const lightness = between(26, 62)
  ctx.fillStyle = color(hue, between(45, 80), lightness)
  ctx.beginPath()
  ctx.moveTo(-size, 0)
  ctx.quadraticCurveTo(0, -size * 0.75, size, 0)
  ctx.quadraticCurveTo(0, size * 0.75, -size, 0)
  ctx.fill()
  ctx.strokeStyle = color(hue, 40, lightness > 42 ? lightness - 22 : lightness + 24, 0.9)
  ctx.lineWidth = 1.6
  ctx.beginPath()
  ctx.moveTo(-size, 0)
  ctx.lineTo(size, 0)
  for (let vein = -0.6; vein < 0.7; vein += 0.3)
    for (const side of [-1, 1]) {
      ctx.moveTo(vein * size, 0)
      ctx.lineTo((vein + 0.24) * size, side * size * 0.24)
    }
  ctx.stroke()
  ctx.restore()
}

function mountains(brush: Brush): void {
  const { width, height, between, color, whole } = brush
  wash(brush, color(205, 70, between(48, 66)), color(32, 85, 82))
  const sun = { x: between(0.15, 0.85) * width, y: between(0.14, 0.3) * height }
  for (let ring = 4; ring >= 0; ring--)
    disc(brush, sun.x, sun.y, 24 + ring * 17, color(45, 95, 78 - ring, ring === 0 ? 1 : 0.16))
  for (let i = 0; i < 5; i++) cloud(brush, between(0, width), between(0.05, 0.35) * height, between(26, 54))
  for (let layer = 0; layer < 5; layer++) {
    const line = hills(brush, height * (0.42 + layer * 0.12), 42 - layer * 4, 0.8 + layer * 0.35)
    fillBelow(brush, line, color(225 - layer * 24, 36 + layer * 3, 62 - layer * 9))
    const step = 26 - layer * 2
    for (let x = between(0, step); x < width; x += between(step * 0.4, step * 1.6)) {
      if (layer < 2)
        oval(
          brush,
          x,
          line(x) + between(6, 40),
          between(6, 22),
          between(2, 5),
          between(-0.5, 0.1),
          color(210, 40, between(66, 92), 0.6),
        )
      else pine(brush, x, line(x) + between(2, 30), between(16, 26) + layer * 6)
    }
  }
  for (let i = 0; i < 60; i++)
    oval(
      brush,
      between(0, width),
      height - between(0, 40),
      between(4, 14),
      between(3, 8),
      0,
      color(whole(70, 140), 45, between(22, 52)),
    )
}

function sea(brush: Brush): void {
  const { ctx, width, height, between, color } = brush
  const horizon = height * between(0.3, 0.42)
  wash(brush, color(265, 55, 42), color(28, 92, 68), 0, horizon)
  const sun = between(0.2, 0.8) * width
  disc(brush, sun, horizon - 8, 46, color(48, 98, 80))
  for (let i = 0; i < 26; i++)
    oval(
      brush,
      between(0, width),
      between(0, horizon),
      between(30, 90),
      between(3, 8),
      0,
      color(between(5, 45), 80, between(62, 82), 0.5),
    )
  wash(brush, color(195, 70, 48), color(225, 70, 20), horizon)
  for (let i = 0; i < 3; i++) fillIsland(brush, between(0, width), horizon, between(50, 110))
  for (let row = 0; row < 26; row++) {
    const y = horizon + ((row + 0.4) / 26) ** 1.5 * (height - horizon)
    const size = 5 + row * 1.25
    for (let x = between(-30, 0); x < width; x += between(size * 1.4, size * 3.6)) {
      const glow = Math.abs(x - sun) < 60 + row * 3
      ctx.strokeStyle = glow ? color(42, 95, between(62, 84), 0.9) : color(between(180, 215), 65, between(26, 72), 0.85)
      ctx.lineWidth = 1.5 + row * 0.13
      ctx.beginPath()
      ctx.arc(x, y + size * 0.5, size, Math.PI * 1.2, Math.PI * 1.8)
      ctx.stroke()
    }
  }
  for (let i = 0; i < 6; i++) boat(brush, between(20, width - 20), horizon + between(14, height - horizon - 20))
}

function fillIsland(brush: Brush, x: number, y: number, size: number): void {
  oval(brush, x, y, size, size * 0.22, 0, brush.color(120, 32, 24))
  for (let i = 0; i < 8; i++) pine(brush, x + brush.between(-0.7, 0.7) * size, y - size * 0.05, brush.between(14, 30))
}

function boat({ ctx, between, color, height }: Brush, x: number, y: number): void {
  const size = 10 + (y / height) * 30
  ctx.fillStyle = color(between(0, 360), 70, 32)
  ctx.beginPath()
  ctx.moveTo(x - size, y)
  ctx.lineTo(x + size, y)
  ctx.lineTo(x + size * 0.7, y + size * 0.4)
  ctx.lineTo(x - size * 0.7, y + size * 0.4)
  ctx.fill()
  for (const [side, hue] of [
    [-1, between(0, 60)],
    [1, between(160, 320)],
  ] as const) {
    ctx.fillStyle = color(hue, 80, 84)
    ctx.beginPath()
    ctx.moveTo(x + side * 2, y - size * 1.7)
    ctx.lineTo(x + side * 2, y - 3)
    ctx.lineTo(x + side * size * 0.9, y - 3)
    ctx.fill()
  }
}

function meadow(brush: Brush): void {
  const { ctx, width, height, between, color, whole, random } = brush
  wash(brush, color(205, 80, 66), color(190, 70, 90))
  for (let i = 0; i < 8; i++) cloud(brush, between(0, width), between(0.03, 0.3) * height, between(26, 56))
  for (let layer = 0; layer < 4; layer++) {
    const line = hills(brush, height * (0.36 + layer * 0.14), 24, 0.7 + layer * 0.2)
    fillBelow(brush, line, color(120 - layer * 12, 42, 58 - layer * 8))
    for (let i = 0; i < 60 + layer * 45; i++) {
      const x = between(0, width)
      const y = line(x) + between(0, height * 0.24)
      ctx.strokeStyle = color(whole(70, 130), 55, between(20, 66), 0.8)
      ctx.lineWidth = 1 + layer * 0.5
      ctx.beginPath()
      ctx.moveTo(x, y)
      ctx.quadraticCurveTo(x + between(-4, 4), y - 8 - layer * 3, x + between(-9, 9), y - 12 - layer * 5)
      ctx.stroke()
    }
    for (let i = 0; i < 18 + layer * 10; i++) {
      const x = between(0, width)
      const y = line(x) + between(4, height * 0.25)
      const size = 2 + layer * 1.7
      const hue = random() < 0.5 ? whole(300, 400) : whole(20, 60)
      for (let petal = 0; petal < 5; petal++)
        disc(
          brush,
          x + Math.cos(petal * 1.257) * size,
          y + Math.sin(petal * 1.257) * size,
          size * 0.8,
          color(hue, 85, between(58, 78)),
        )
      disc(brush, x, y, size * 0.7, color(48, 95, 55))
    }
  }
}

function leaves(brush: Brush): void {
  const { width, height, between, color } = brush
  wash(brush, color(90, 30, 20), color(30, 45, 16))
  const base = between(0, 60)
  for (let i = 0; i < 130; i++)
    leaf(
      brush,
      between(-20, width + 20),
      between(-20, height + 20),
      between(24, 60),
      between(0, Math.PI * 2),
      base + between(-20, 95),
    )
  for (let i = 0; i < 30; i++) {
    const [x, y, radius] = [between(0, width), between(0, height), between(5, 11)]
    disc(brush, x, y, radius, color(base + 350, 80, between(38, 54)))
    disc(brush, x - radius * 0.3, y - radius * 0.3, radius * 0.32, color(base + 350, 80, 84, 0.9))
  }
}

function pebbles(brush: Brush): void {
  const { width, height, between, color, random } = brush
  wash(brush, color(210, 18, 24), color(25, 22, 18))
  for (let y = -10; y < height + 30; y += 30)
    for (let x = between(-30, 0); x < width + 30; x += between(34, 70)) {
      const [rx, ry, turn] = [between(21, 41), between(16, 28), between(-0.6, 0.6)]
      const [hue, lightness] = [random() < 0.4 ? between(180, 260) : between(8, 58), between(30, 78)]
      const top = y + between(-8, 8)
      oval(brush, x + 3, top + 5, rx, ry, turn, color(220, 30, 8, 0.5))
      oval(brush, x, top, rx, ry, turn, color(hue, between(12, 48), lightness))
      oval(brush, x - rx * 0.2, top - ry * 0.28, rx * 0.62, ry * 0.5, turn, color(hue, 30, lightness + 12, 0.6))
      const speckles = random() < 0.5 ? 6 : 2
      for (let i = 0; i < speckles; i++)
        disc(
          brush,
          x + between(-0.6, 0.6) * rx,
          top + between(-0.6, 0.6) * ry,
          between(0.8, 2.6),
          color(hue + 20, 30, lightness > 50 ? lightness - 30 : lightness + 30, 0.8),
        )
    }
}

function town(brush: Brush): void {
  const { ctx, width, height, between, color, random } = brush
  wash(brush, color(250, 60, 18), color(335, 70, 58))
  disc(brush, between(0.1, 0.9) * width, height * 0.2, 34, color(50, 80, 88))
  for (let i = 0; i < 90; i++)
    disc(brush, between(0, width), between(0, height * 0.6), between(0.6, 2), color(55, 80, 92, between(0.4, 1)))
  for (let i = 0; i < 12; i++)
    oval(
      brush,
      between(0, width),
      between(0.05, 0.5) * height,
      between(40, 100),
      between(4, 10),
      0,
      color(between(300, 350), 60, between(45, 70), 0.4),
    )
  for (let row = 0; row < 4; row++)
    for (let x = between(-30, 0); x < width;) {
      const [wide, top] = [between(30, 68), height * (0.18 + row * 0.17) + between(-20, 60)]
      const hue = between(205, 385)
      ctx.fillStyle = color(hue, 36, 44 - row * 7 + between(-7, 7))
      ctx.fillRect(x, top, wide, height - top)
      if (random() < 0.5) {
        ctx.beginPath()
        ctx.moveTo(x - 4, top)
        ctx.lineTo(x + wide / 2, top - between(12, 34))
        ctx.lineTo(x + wide + 4, top)
        ctx.fill()
      }
      const pane = between(5, 8)
      // One path for each color: a scene has a thousand windows.
      for (const [isLit, fill] of [
        [true, color(between(38, 58), 95, between(64, 84))],
        [false, color(hue, 40, 20)],
      ] as const) {
        const share = isLit ? 0 : 0.62
        ctx.fillStyle = fill
        ctx.beginPath()
        for (let wy = top + 7; wy < height; wy += pane * 2.1)
          for (let wx = x + 5; wx < x + wide - pane; wx += pane * 1.8)
            if (random() >= share) ctx.rect(wx, wy, pane, pane * 1.2)
        ctx.fill()
      }
      x += wide + between(0, 10)
    }
}

function balloons(brush: Brush): void {
  const { ctx, width, height, between, color, whole } = brush
  wash(brush, color(200, 85, 56), color(45, 85, 86))
  for (let i = 0; i < 14; i++) cloud(brush, between(0, width), between(0, 0.8) * height, between(24, 60))
  for (let layer = 0; layer < 3; layer++) {
    const line = hills(brush, height * (0.72 + layer * 0.1), 20, 1 + layer * 0.3)
    fillBelow(brush, line, color(100 + layer * 22, 40, 52 - layer * 10))
    for (let i = 0; i < 70; i++) {
      const x = between(0, width)
      oval(
        brush,
        x,
        line(x) + between(3, 40),
        between(4, 11),
        between(4, 9),
        0,
        color(whole(80, 150), 45, between(22, 54)),
      )
    }
  }
  for (let i = 0; i < 15; i++) {
    const [x, y, size] = [between(0, width), between(-10, height * 0.86), between(22, 48)]
    const hue = between(0, 360)
    ctx.save()
    ctx.beginPath()
    ctx.ellipse(x, y, size, size * 1.15, 0, 0, Math.PI * 2)
    ctx.clip()
    for (let stripe = 0; stripe < 8; stripe++) {
      ctx.fillStyle = stripe % 2 === 0 ? color(hue, 80, 56) : color(hue + between(90, 200), 85, 74)
      ctx.fillRect(x - size + (stripe * size) / 4, y - size * 1.2, size / 4 + 1, size * 2.4)
    }
    oval(brush, x - size * 0.35, y - size * 0.45, size * 0.35, size * 0.5, 0.4, color(55, 100, 96, 0.35))
    ctx.restore()
    ctx.strokeStyle = color(25, 50, 22)
    ctx.lineWidth = 1.2
    ctx.beginPath()
    for (const side of [-1, 1]) {
      ctx.moveTo(x + side * size * 0.5, y + size)
      ctx.lineTo(x + side * size * 0.16, y + size * 1.5)
    }
    ctx.stroke()
    ctx.fillStyle = color(25, 55, 34)
    ctx.fillRect(x - size * 0.2, y + size * 1.5, size * 0.4, size * 0.28)
  }
}

function reef(brush: Brush): void {
  const { ctx, width, height, between, color } = brush
  wash(brush, color(190, 75, 58), color(225, 75, 20))
  for (let i = 0; i < 9; i++) {
    const x = between(-40, width)
    ctx.fillStyle = color(185, 80, 80, 0.13)
    ctx.beginPath()
    ctx.moveTo(x, 0)
    ctx.lineTo(x + between(18, 50), 0)
    ctx.lineTo(x + between(60, 170), height)
    ctx.lineTo(x - 20, height)
    ctx.fill()
  }
  for (let layer = 0; layer < 3; layer++) {
    const line = hills(brush, height * (0.66 + layer * 0.12), 22, 1 + layer * 0.4)
    fillBelow(brush, line, color(235 - layer * 90, 40, 26 + layer * 9))
    for (let x = between(0, 10); x < width; x += between(8, 24))
      coral(brush, x, line(x) + between(0, 22), between(20, 54), between(0, 360))
  }
  for (let i = 0; i < 30; i++) fish(brush, between(0, width), between(0.04, 0.78) * height, between(9, 25))
  for (let i = 0; i < 70; i++) {
    ctx.strokeStyle = color(190, 80, 88, 0.75)
    ctx.lineWidth = 1.3
    ctx.beginPath()
    ctx.arc(between(0, width), between(0, height), between(2, 8), 0, Math.PI * 2)
    ctx.stroke()
  }
}

function coral({ ctx, between, color }: Brush, x: number, y: number, size: number, hue: number): void {
  ctx.strokeStyle = color(hue, 68, between(48, 70))
  ctx.lineWidth = between(3, 6)
  ctx.lineCap = 'round'
  ctx.beginPath()
  for (let arm = -1; arm <= 1; arm++) {
    ctx.moveTo(x, y)
    ctx.quadraticCurveTo(
      x + arm * size * 0.1,
      y - size * 0.5,
      x + arm * size * 0.36 + between(-4, 4),
      y - size * between(0.7, 1),
    )
  }
  ctx.stroke()
}

function fish(brush: Brush, x: number, y: number, size: number): void {
  const { ctx, between, color, random } = brush
  const [hue, side] = [between(0, 360), random() < 0.5 ? 1 : -1]
  ctx.fillStyle = color(hue, 85, 46)
  ctx.beginPath()
  ctx.moveTo(x - side * size * 0.8, y)
  ctx.lineTo(x - side * size * 1.5, y - size * 0.5)
  ctx.lineTo(x - side * size * 1.5, y + size * 0.5)
  ctx.fill()
  oval(brush, x, y, size, size * 0.56, 0, color(hue, 88, 60))
  oval(brush, x - side * size * 0.1, y, size * 0.14, size * 0.52, 0, color(hue + 180, 60, 84))
  disc(brush, x + side * size * 0.55, y - size * 0.12, size * 0.14, color(220, 30, 12))
}

function festival(brush: Brush): void {
  const { ctx, width, height, between, color, random } = brush
  const base = between(0, 360)
  wash(brush, color(base, 60, 70), color(base + 60, 60, 44))
  for (let i = 0; i < 18; i++) {
    ctx.save()
    ctx.translate(between(0, width), between(0, height))
    ctx.rotate(between(0, Math.PI))
    ctx.fillStyle = color(base + between(0, 200), 65, between(34, 80), 0.55)
    for (let stripe = -4; stripe < 5; stripe++) ctx.fillRect(-80, stripe * 13, 160, 6)
    ctx.restore()
  }
  for (let i = 0; i < 70; i++) {
    const [x, y, radius, hue] = [between(0, width), between(0, height), between(10, 44), base + between(0, 240)]
    disc(brush, x, y, radius, color(hue, 70, between(34, 78), 0.62))
    if (random() < 0.6) disc(brush, x, y, radius * 0.62, color(hue + 50, 80, between(40, 84), 0.75))
    if (random() < 0.5) disc(brush, x, y, radius * 0.3, color(hue + 180, 80, between(30, 70), 0.9))
  }
  for (let i = 0; i < 220; i++) {
    ctx.save()
    ctx.translate(between(0, width), between(0, height))
    ctx.rotate(between(0, Math.PI))
    ctx.fillStyle = color(base + between(0, 360), 80, between(30, 84))
    ctx.fillRect(-5, -2, 10, 4)
    ctx.restore()
  }
}

type Painter = (brush: Brush) => void
/** Scenes by what they have: which way is up, and lines everywhere. */
const SCENES = {
  any: [mountains, sea, meadow, town, balloons, reef, leaves, pebbles, festival],
  upright: [sea, town, balloons, reef],
  lively: [town, balloons, reef, leaves, pebbles, festival],
} satisfies Record<string, readonly Painter[]>
export type SceneKind = keyof typeof SCENES

/** Paints one scene over the whole canvas: enlarged, mirrored and tinted by its seed. */
export function paintScene(ctx: SKRSContext2D, { width, height }: Size, seed: number, kind: SceneKind = 'any'): void {
  const painters = SCENES[kind]
  const random = seededRandom(seed)
  const between = (low: number, high: number) => low + random() * (high - low)
  const tint = between(-28, 28)
  const light = between(-4, 4)
  const brush: Brush = {
    ctx,
    width,
    height,
    random,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    color: (hue, saturation, lightness, alpha = 1) =>
      `hsla(${(hue + tint + 720) % 360}, ${saturation}%, ${Math.min(97, Math.max(4, lightness + light))}%, ${alpha})`,
  }
  const zoom = between(1, 1.5)
  ctx.save()
  if (random() < 0.5) ctx.transform(-1, 0, 0, 1, width, 0)
  ctx.scale(zoom, zoom)
  ctx.translate(-between(0, width * (1 - 1 / zoom)), -between(0, height * (1 - 1 / zoom)))
  painters[Math.floor(random() * painters.length)]?.(brush)
  ctx.restore()
}
