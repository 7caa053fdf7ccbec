// The maintenance banner. Apart from the desk's calls, because every session and the sign-in pages read it.
import * as z from 'zod/mini'
import { line, time } from '../kernel/wire.ts'
import { LIMITS } from '../limits.ts'

export const BANNER_LEVELS = ['info', 'warning'] as const
export type BannerLevel = (typeof BANNER_LEVELS)[number]

const text = line(LIMITS.notice.bannerMax)
export const bannerShape = z.object({
  zh: text,
  en: text,
  level: z.enum(BANNER_LEVELS),
  startTime: time,
  endTime: time,
})

/** The banner as pages show it: while it is in force. */
export const shownBanner = z.object({ zh: z.string(), en: z.string(), level: z.enum(BANNER_LEVELS) })
export type ShownBanner = z.input<typeof shownBanner>
