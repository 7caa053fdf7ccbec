// The right answer to a challenge, in pixels of the 600×360 picture. It is stored, and no call returns it.
export const PICTURE = { width: 600, height: 360 } as const

export type Secret =
  | { type: 'SLIDER'; x: number }
  | { type: 'ROTATE'; angle: number }
  | { type: 'CONCAT'; shift: number }
  | { type: 'WORD_IMAGE_CLICK'; points: { x: number; y: number }[] }
  | { type: 'POW' }
