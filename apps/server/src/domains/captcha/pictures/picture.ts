// A drawn challenge: the images for the browser, and the secret. Images are data URLs.
import { CAPTCHA_TYPES } from '@sealwright/contract'
import type { Secret } from '../captcha.secret.ts'

/** What can be drawn: a picture of each type. LETTERS are words to click for people of all languages. */
export const PICTURE_KINDS = [...CAPTCHA_TYPES, 'LETTERS'] as const
export type PictureKind = (typeof PICTURE_KINDS)[number]

export interface Picture {
  secret: Exclude<Secret, { type: 'POW' }>
  background: string
  template: { image: string; width: number; height: number } | null
  /** The height of the lower part, which does not move, if the picture is cut. */
  randomY?: number
}

/** The answer of the drawing thread to an order. */
export type Delivery = { picture: Picture } | { error: string }
