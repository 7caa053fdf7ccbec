// A drawn challenge: what a browser shows, and what it must not know. Images are data URLs.
import type { Secret } from '../captcha.secret.ts'

export interface Picture {
  secret: Exclude<Secret, { type: 'POW' }>
  background: string
  template: { image: string; width: number; height: number } | null
  /** The height of the part that does not move, where a picture is cut. */
  randomY?: number
}

/** What the drawing thread answers when it is asked for a type. */
export type Delivery = { picture: Picture } | { error: string }
