// The face of the center for everyone: its names, its logo and its terms of use. Operators set them at the desk.
import * as z from 'zod/mini'
import { defineCall, defineCalls, open } from '../kernel/call.ts'

/** Who can register as a developer. */
export const REGISTRATION_MODES = ['open', 'invitation', 'closed'] as const
export type RegistrationMode = (typeof REGISTRATION_MODES)[number]

/** Sends the logo of the center. The query holds its version, so that browsers keep it. */
export const LOGO_PATH = '/center/logo.png'
/** A document of the console brings the face of the center in this cookie, so that no page has to ask for it. */
export const FACE_COOKIE = 'sw_center'

/** As in the cookie: JSON, percent-encoded. A name that is not set is absent. */
export interface CenterFace {
  zh?: string | undefined
  en?: string | undefined
  /** The version of the logo. Absent without a logo. */
  logo?: number | undefined
}

export const centerCalls = defineCalls('center', {
  terms: defineCall({
    method: 'GET',
    path: '/center/terms.do',
    access: open,
    effect: 'own',
    payload: z.object({}),
    answer: z.object({
      /** Null: the terms that come with the product. */
      version: z.nullable(z.int()),
      zh: z.string(),
      en: z.string(),
    }),
    errors: [],
    summary: 'Returns the terms of use of the center in both languages, with their version.',
  }),
})
