// The public interface of the captcha. Its gate runs before the calls that require a solved captcha. Threads draw the
// pictures; `close` ends them.
import { captchaCalls } from '@sealwright/contract'
import * as z from 'zod/mini'
import { answersAlone } from '../../kernel/http/context.ts'
import type { Binding, CaptchaGate } from '../../kernel/http/context.ts'
import { defineJob } from '../../kernel/jobs/jobs.ts'
import type { Job } from '../../kernel/jobs/jobs.ts'
import { CAPTCHA_LIMITS } from './captcha.rules.ts'
import type { CaptchaLimits } from './captcha.rules.ts'
import { createCaptchaService } from './captcha.service.ts'
import type { CaptchaDeps } from './captcha.service.ts'
import { createPictures } from './pictures/pool.ts'

export type { CaptchaLimits } from './captcha.rules.ts'

/** The default number of pictures of each type that are drawn ahead. */
export const READY_PICTURES = 20

export interface CaptchaOptions {
  limits?: Partial<CaptchaLimits> | undefined
  /** The number of pictures of each type that are drawn ahead. */
  readyPictures?: number | undefined
}

export interface Captcha {
  bindings: Binding[]
  gate: CaptchaGate
  purgeJob: Job
  /** Draws the first pictures, so that nobody waits for them. */
  warm(): void
  readyPictures(): number
  close(): Promise<void>
}

export function createCaptcha(deps: Omit<CaptchaDeps, 'limits' | 'pictures'>, options: CaptchaOptions = {}): Captcha {
  const pictures = createPictures(options.readyPictures ?? READY_PICTURES)
  const service = createCaptchaService({ ...deps, pictures, limits: { ...CAPTCHA_LIMITS, ...options.limits } })
  return {
    bindings: [
      answersAlone(captchaCalls.verifyList, service.list),
      answersAlone(captchaCalls.generate, service.generate),
      answersAlone(captchaCalls.verify, service.verify),
    ],
    gate: { isWanted: service.isWanted, spend: service.spend },
    purgeJob: defineJob({
      name: 'captcha.purge',
      payload: z.object({}),
      schedule: '*/10 * * * *',
      retries: 1,
      run: service.purge,
    }),
    warm() {
      if (deps.urls().length > 0) pictures.warm()
    },
    readyPictures: pictures.count,
    close: pictures.close,
  }
}
