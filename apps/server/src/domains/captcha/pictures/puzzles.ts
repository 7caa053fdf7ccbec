// Draws a puzzle of each kind. This runs in the drawing thread; the benchmark and the tests call it directly.
import { randomInt } from 'node:crypto'
import type { Pick } from './canvas.ts'
import { CHINESE, LETTERS } from './characters.ts'
import { concat } from './concat.ts'
import type { Picture, PictureKind } from './picture.ts'
import { rotate } from './rotate.ts'
import { slider } from './slider.ts'
import { words } from './words.ts'

const DRAW: Record<PictureKind, (pick: Pick) => Picture> = {
  SLIDER: slider,
  ROTATE: rotate,
  CONCAT: concat,
  WORD_IMAGE_CLICK: (pick) => words(pick, CHINESE),
  LETTERS: (pick) => words(pick, LETTERS),
}

export function drawPuzzle(kind: PictureKind, pick: Pick = randomInt): Picture {
  return DRAW[kind](pick)
}
