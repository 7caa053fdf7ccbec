// Pure decisions about accounts and sessions, and the texts of prices and seat types in the session's answer.
import { createHash } from 'node:crypto'
import { BILLING_MODES, CONCURRENT_TYPES, FEN_A_YUAN, HOUR_MS } from '@sealwright/contract'
import type { BillingMode, Locale, Rates } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import { settingOf } from '../../kernel/developer-config.ts'
import type { StoredConfig } from '../../kernel/developer-config.ts'
import { isInNetworks } from '../../kernel/http/networks.ts'

export const hashSecret = (secret: string) => createHash('sha256').update(secret).digest()

/**
 * The address that an account still has to add: an e-mail address always, a mobile number only if text messages are
 * sent and the user has not postponed it.
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

/** The first present of user name, e-mail address, mobile number. */
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

/** The sign-in names of an account. */
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

/** A moment in the reader's language and time zone. It names the zone, because the message may be read elsewhere. */
export function shownTime({ locale, timeZone }: { locale: Locale; timeZone: string }, at: Date): string {
  return new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : 'zh-CN', { ...MOMENT, timeZone }).format(at)
}

/** A session ends after its developer's idle time or at its maximum age, whichever comes first. */
export function sessionEnd(lastSeen: Date, expiresAt: Date, idleHours: number): Date {
  return new Date(Math.min(lastSeen.getTime() + idleHours * HOUR_MS, expiresAt.getTime()))
}

/** Whether the developer lets its administrators sign in from this address. */
export function isNetworkAllowed(config: StoredConfig, address: string): boolean {
  const networks = settingOf(config, 'signInNetworks')
  return networks.length === 0 || isInNetworks(networks, address)
}

export function isPast(instant: string | null, now: Date): boolean {
  return instant !== null && new Date(instant) <= now
}

const yuan = (fen: number) => (fen / FEN_A_YUAN).toFixed(fen % FEN_A_YUAN === 0 ? 0 : 2)

/**
 * Billing modes and their prices. A cloud license is never permanent, so one-time billing exists only for soft
 * licenses.
 */
export function costTypes(say: Sentences, { perDayFen, perYearFen, oneTimeFen }: Rates) {
  const words: Record<BillingMode, { text: string; desc: string }> = {
    day: {
      text: say('template.costs.perDay'),
      desc: say('template.costs.perDayDescription', { yuan: yuan(perDayFen) }),
    },
    year: {
      text: say('template.costs.perYear'),
      desc: say('template.costs.perYearDescription', { yuan: yuan(perYearFen) }),
    },
    oneTime: {
      text: say('template.costs.oneTime'),
      desc: say('template.costs.oneTimeDescription', { yuan: yuan(oneTimeFen) }),
    },
  }
  const soft = BILLING_MODES.map((value) => ({ value, ...words[value] }))
  return { cloud_license: soft.filter(({ value }) => value !== 'oneTime'), soft_license: soft }
}

export function concurrentTypes(say: Sentences) {
  const labels: Record<(typeof CONCURRENT_TYPES)[number], string> = {
    process: say('template.concurrentTypes.process'),
    win_user_session: say('template.concurrentTypes.winUserSession'),
    machine: say('template.concurrentTypes.machine'),
  }
  return CONCURRENT_TYPES.map((value) => ({ value, label: labels[value] }))
}
