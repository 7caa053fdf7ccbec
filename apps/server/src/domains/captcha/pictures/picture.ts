// A drawn challenge: the images for the browser, and the secret. Images are data URLs.
import type { Secret } from '../captcha.secret.ts'

export interface Picture {
  secret: Exclude<Secret, { type: 'POW' }>
  background: string
  template: { image: string; width: number; height: number } | null
  /** The height of the lower part, which does not move, if the picture is cut. */
  randomY?: number
}

/** The answer of the drawing thread to an order. */
export type Delivery = { picture: Picture } | { error: string }
