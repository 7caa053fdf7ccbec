// Pure decisions about sessions and what a session is told.
import { createHash } from 'node:crypto'
import { BILLING_MODES, CONCURRENT_TYPES, FEN_A_YUAN, HOUR_MS, LIMITS } from '@sealwright/contract'
import type { BillingMode, Locale, Rates } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'

export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest()

/**
 * The address that an account should have and does not: an e-mail address always, a mobile number where text messages
 * go out, unless put off.
 */
export function missingAddress(
  account: { email: string | null; mobile: string | null; mobilePostponedUntil: Date | null },
  sendsSms: boolean,
  now: Date,
): 'email' | 'mobile' | undefined {
  if (account.email === null) return 'email'
  if (account.mobile !== null || !sendsSms) return undefined
  return account.mobilePostponedUntil !== null && account.mobilePostponedUntil > now ? undefined : 'mobile'
}

/** What a person is called: the first present of name, e-mail address, mobile number. */
export function displayNameOf({
  userName,
  email,
  mobile,
  id,
}: {
  userName: string | null
  email: string | null
  mobile: string | null
  id: string
}): string {
  return userName ?? email ?? mobile ?? id
}

/** What somebody can sign in with. */
export const namesOf = ({ email, mobile }: { email: string | null; mobile: string | null }) =>
  [email, mobile].filter((name) => name !== null)

const MOMENT = {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
} as const

/** A moment, as this person reads it in a message, with the name of the zone: the message may be read elsewhere. */
export function shownTime({ locale, timeZone }: { locale: Locale; timeZone: string }, at: Date): string {
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'zh-CN', { ...MOMENT, timeZone }).format(at)
}

/** When a session ends: idle for too long, or too old, whichever comes first. */
export function sessionEnd(lastSeen: Date, expiresAt: Date): Date {
  return new Date(Math.min(lastSeen.getTime() + LIMITS.session.idleHours * HOUR_MS, expiresAt.getTime()))
}

export function isPast(instant: string | null, now: Date): boolean {
  return instant !== null && new Date(instant) <= now
}

const yuan = (fen: number) => (fen / FEN_A_YUAN).toFixed(fen % FEN_A_YUAN === 0 ? 0 : 2)

/**
 * Billing modes and what they cost: one-time exists for soft licenses only, since a cloud license is never permanent.
 */
export function costTypes(say: Sentences, { perDayFen, perYearFen, oneTimeFen }: Rates) {
  const words: Record<BillingMode, { text: string; desc: string }> = {
    day: {
      text: say('identity.costs.perDay'),
      desc: say('identity.costs.perDayDescription', { yuan: yuan(perDayFen) }),
    },
    year: {
      text: say('identity.costs.perYear'),
      desc: say('identity.costs.perYearDescription', { yuan: yuan(perYearFen) }),
    },
    oneTime: {
      text: say('identity.costs.oneTime'),
      desc: say('identity.costs.oneTimeDescription', { yuan: yuan(oneTimeFen) }),
    },
  }
  const soft = BILLING_MODES.map((value) => ({ value, ...words[value] }))
  return { cloud_license: soft.filter(({ value }) => value !== 'oneTime'), soft_license: soft }
}

export function concurrentTypes(say: Sentences) {
  const labels: Record<(typeof CONCURRENT_TYPES)[number], string> = {
    process: say('identity.concurrentTypes.process'),
    win_user_session: say('identity.concurrentTypes.winUserSession'),
    machine: say('identity.concurrentTypes.machine'),
  }
  return CONCURRENT_TYPES.map((value) => ({ value, label: labels[value] }))
}
