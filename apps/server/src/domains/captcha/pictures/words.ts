// Characters to click in the order of the prompt: Chinese characters, or letters and digits that people of all
// languages can tell apart. Each one is stretched and slanted by itself, and waves run through the whole picture.
import { createRequire } from 'node:module'
import { GlobalFonts, createCanvas } from '@napi-rs/canvas'
import type { SKRSContext2D } from '@napi-rs/canvas'
import { HEIGHT, WIDTH, bend, between, jpeg, newScene, png, shuffled } from './canvas.ts'
import type { Pick } from './canvas.ts'
import type { Alphabet } from './characters.ts'
import type { Picture } from './picture.ts'

const FACES = ['captcha-round', 'captcha-fine'] as const
const FACE_FILES = [
  '@expo-google-fonts/zcool-kuaile/400Regular/ZCOOLKuaiLe_400Regular.ttf',
  '@expo-google-fonts/zcool-xiaowei/400Regular/ZCOOLXiaoWei_400Regular.ttf',
] as const

let areFacesLoaded = false
/** Loads both typefaces once, when a thread first draws words. */
export function loadFaces(): readonly string[] {
  if (areFacesLoaded) return FACES
  const { resolve } = createRequire(import.meta.url)
  FACE_FILES.forEach((file, i) => GlobalFonts.registerFromPath(resolve(file), FACES[i] ?? ''))
  areFacesLoaded = true
  return FACES
}

const WORDS = {
  wanted: 4,
  decoys: 4,
  spacing: 96,
  margin: 50,
  leastPx: 60,
  mostPx: 74,
  mostTurn: 40,
  mostSlant: 14,
  mostStretch: 12,
}
const PROMPT = { width: 286, height: 76, px: 52, mostTurn: 12 }

/** Four characters to find, and decoys. At least one decoy looks like one of the four. */
function newCharacters(pick: Pick, { characters, lookAlikes }: Alphabet): { wanted: string[]; decoys: string[] } {
  const [twinned = '', twin = ''] = shuffled(pick, lookAlikes[pick(lookAlikes.length)] ?? [])
  const chosen = new Set([twinned, twin])
  while (chosen.size < WORDS.wanted + WORDS.decoys) chosen.add(characters[pick(characters.length)] ?? twin)
  const others = [...chosen].slice(2)
  return {
    wanted: shuffled(pick, [twinned, ...others.slice(0, WORDS.wanted - 1)]),
    decoys: [twin, ...others.slice(WORDS.wanted - 1)],
  }
}

function newPlaces(pick: Pick, count: number): { x: number; y: number }[] {
  for (;;) {
    const places: { x: number; y: number }[] = []
    for (let tries = 0; tries < 400 && places.length < count; tries++) {
      const place = {
        x: between(pick, WORDS.margin, WIDTH - WORDS.margin),
        y: between(pick, WORDS.margin, HEIGHT - WORDS.margin),
      }
      if (places.every(({ x, y }) => Math.hypot(x - place.x, y - place.y) >= WORDS.spacing)) places.push(place)
    }
    if (places.length === count) return places
  }
}

/** Centers the ink of the character on the place, so that a click on its middle hits the place. */
function drawCharacter(
  ctx: SKRSContext2D,
  character: string,
  face: string,
  px: number,
  at: { x: number; y: number },
  turn: number,
  colors: { fill: string; rim: string; rimPx: number },
  shape: { stretch: number; slant: number },
): void {
  ctx.save()
  ctx.translate(at.x, at.y)
  ctx.rotate((turn * Math.PI) / 180)
  ctx.transform(shape.stretch, 0, shape.slant, 1 / shape.stretch, 0, 0)
  ctx.font = `${px}px ${face}`
  ctx.textAlign = 'left'
  ctx.textBaseline = 'alphabetic'
  const ink = ctx.measureText(character)
  const [x, y] = [
    (ink.actualBoundingBoxLeft - ink.actualBoundingBoxRight) / 2,
    (ink.actualBoundingBoxAscent - ink.actualBoundingBoxDescent) / 2,
  ]
  ctx.lineJoin = 'round'
  ctx.lineWidth = colors.rimPx
  ctx.strokeStyle = colors.rim
  ctx.strokeText(character, x, y)
  ctx.fillStyle = colors.fill
  ctx.fillText(character, x, y)
  ctx.restore()
}

const newShape = (pick: Pick) => ({
  stretch: between(pick, 100 - WORDS.mostStretch, 100 + WORDS.mostStretch) / 100,
  slant: Math.tan((between(pick, -WORDS.mostSlant, WORDS.mostSlant) * Math.PI) / 180),
})

export function words(pick: Pick, alphabet: Alphabet): Picture {
  const faces = shuffled(pick, loadFaces())
  const [face = '', promptFace = ''] = faces
  const { wanted, decoys } = newCharacters(pick, alphabet)
  const characters = [...wanted, ...decoys]
  const places = newPlaces(pick, characters.length)
  const { canvas, ctx } = newScene(pick)
  // Fade the scene a little, so that the strokes are easy to read.
  ctx.fillStyle = 'rgba(250, 250, 255, 0.16)'
  ctx.fillRect(0, 0, WIDTH, HEIGHT)
  for (const [i, character] of characters.entries()) {
    const isLight = pick(2) === 0
    const hue = pick(360)
    const colors = isLight
      ? { fill: `hsl(${hue}, 75%, 92%)`, rim: `hsla(${hue}, 80%, 14%, 0.92)`, rimPx: 7 }
      : { fill: `hsl(${hue}, 85%, 22%)`, rim: 'rgba(255, 255, 255, 0.92)', rimPx: 7 }
    drawCharacter(
      ctx,
      character,
      face,
      between(pick, WORDS.leastPx, WORDS.mostPx),
      places[i] ?? { x: 0, y: 0 },
      between(pick, -WORDS.mostTurn, WORDS.mostTurn),
      colors,
      newShape(pick),
    )
  }
  bend(pick, ctx)
  const prompt = createCanvas(PROMPT.width, PROMPT.height)
  const line = prompt.getContext('2d')
  const room = PROMPT.width / wanted.length
  for (const [i, character] of wanted.entries()) {
    drawCharacter(
      line,
      character,
      promptFace,
      PROMPT.px,
      { x: room * (i + 0.5), y: PROMPT.height / 2 },
      between(pick, -PROMPT.mostTurn, PROMPT.mostTurn),
      { fill: '#1f2a44', rim: 'rgba(255, 255, 255, 0.95)', rimPx: 5 },
      newShape(pick),
    )
  }
  return {
    secret: { type: 'WORD_IMAGE_CLICK', points: places.slice(0, wanted.length) },
    background: jpeg(canvas),
    template: { image: png(prompt), width: PROMPT.width, height: PROMPT.height },
  }
}
