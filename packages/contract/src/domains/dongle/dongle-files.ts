// What a dongle and the center tell each other, and what a license in a dongle is. The SDK and the virtual dongle
// import this file, so it depends on nothing, not even zod. Times are seconds since 1970.

/** The most licenses in one dongle. */
export const DONGLE_LICENSES = 6000
/** The most packages whose results one request tells. */
export const REPORTED_PACKAGES = 200
export const SERIAL = /^[\da-f]{32}$/
export const SHELL_NUMBER = /^\d{6,20}$/
/** The columns of the file that registers dongles. The factory and the virtual dongle write it. */
export const REGISTER_COLUMNS = [
  'kind',
  'shell',
  'serial',
  'produced',
  'firmware',
  'sign',
  'seal',
  'mode',
  'days',
  'pin',
] as const
const DAY = 86_400
const MOST = 4_294_967_295

/** Section 4: license-count operation. */
export interface ValueChange {
  op: 0 | 1 | 2 | 3 | 4
  value?: number | undefined
}

/** What counts as one seat of a license in a dongle. Null: one program at a time. */
export type SeatKind = 'process' | 'win_user_session' | 'machine'

/** The license of a product in a dongle. */
export interface LockLicense {
  licenseId: number
  version: number | null
  start: number | null
  end: number | null
  /** Days from the first use. */
  span: number | null
  firstUse: number | null
  /** Uses that are left. */
  counter: number | null
  seats: { kind: SeatKind; most: number | null } | null
  modules: readonly number[]
  /** In base64. */
  rom: string | null
  raw: string | null
  pub: string | null
}

/** Adds or updates the license of a product. Values that are not given stay. */
export interface LicenseWrite {
  licenseId: number
  isAdded: boolean
  /** Adds it if it is missing, overwrites it if it exists. */
  isForced: boolean
  isForever: boolean
  start?: ValueChange | undefined
  /** `value` is a time to set, or a number of days to append or take away. */
  end?: ValueChange | undefined
  span?: ValueChange | undefined
  counter?: ValueChange | undefined
  seats?: { kind: SeatKind; most: ValueChange } | undefined
  version?: number | undefined
  modules?: readonly number[] | undefined
  rom?: string | undefined
  raw?: string | undefined
  pub?: string | undefined
}

/** A part of a package. Each has a result of its own. */
export type LockOperation =
  | ({ op: 'license' } & LicenseWrite)
  | { op: 'delete'; licenseId: number }
  | { op: 'clear' }
  /** Runs until then. Ends a loss report. */
  | { op: 'activate'; until: number }
  | { op: 'lose' }
  | { op: 'lock' }
  | { op: 'unlock' }
  | { op: 'toPermanent' }
  | { op: 'toActivation'; days: number; until: number }
  | { op: 'setOfflineDays'; days: number; until: number }

/** `done`, or why the dongle did not do it. Only the center says `overtaken`: a later package was taken first. */
export const LOCK_RESULTS = [
  'done',
  'exists',
  'missing',
  'noValue',
  'tooLow',
  'tooHigh',
  'full',
  'unsupported',
  'overtaken',
] as const
export type LockResult = (typeof LOCK_RESULTS)[number]

/** What the request of a dongle is about. */
export const LOCK_REQUESTS = ['activate', 'fetch', 'report'] as const
export type LockRequest = (typeof LOCK_REQUESTS)[number]

/** The claims of the C2D of a dongle. */
export interface LockRequestClaims {
  /** The developer id. */
  iss: string
  jti: string
  /** By the clock of the dongle. */
  iat: number
  act: LockRequest
  /** 32 hexadecimal digits. */
  serial: string
  shell: string
  firmware: string
  /** Grows with each request. */
  seq: number
  /** The number of the last package that it took. */
  last: number
  /** How many licenses are inside. */
  held: number
  /** It runs until then. Null: a permanent lock, or never activated. */
  until: number | null
  /** Results that the center may not know: number of the package, result of each operation in order. */
  results: readonly (readonly [number, ...LockResult[]])[]
  keys: { sign: string; seal: string }
}

/** The claims of the D2C for a dongle. */
export interface LockPackageClaims {
  /** The developer id. */
  iss: string
  jti: string
  iat: number
  /** It can be imported until then. */
  exp: number
  /** The certificate of the key that signs. */
  keys: readonly { kid: string; certificate: string }[]
  /** The list of the root key. */
  revocations: string
  serial: string
  /** A dongle takes a package once: its number is above that of the last one. */
  number: number
  /** The root key names the key of this dongle. Programs check it. */
  identity: string
  /** The center knows the results of packages up to this number. */
  known: number
  operations: readonly LockOperation[]
}

/** The claims of the identity of a dongle. */
export interface LockIdentityClaims {
  iss: string
  serial: string
  /** The key that signs answers to challenges. */
  sign: string
}

/** What a dongle signs when a program opens a license. */
export interface LockChallengeClaims {
  iss: string
  serial: string
  /** The nonce of the program. */
  nonce: string
  iat: number
  licenseId: number
  /** Without the data areas. */
  license: Omit<LockLicense, 'rom' | 'raw' | 'pub'>
  /** The license runs until then, by all its limits. Null: no end. */
  until: number | null
  /** The seat that was taken. */
  seat: string
}

function changed(
  now: number | null,
  change: ValueChange | undefined,
  { unit = 1, least = 0, most = MOST }: { unit?: number; least?: number; most?: number } = {},
): { value: number | null } | { fault: LockResult } {
  const { op = 0, value = 0 } = change ?? {}
  if (op === 0) return { value: now }
  if (op === 4) return { value: null }
  if (op !== 1 && now === null) return { fault: 'noValue' }
  const made = op === 1 ? value : (now ?? 0) + (op === 2 ? 1 : -1) * value * unit
  if (made < least) return { fault: 'tooLow' }
  return made > most ? { fault: 'tooHigh' } : { value: made }
}

const BLANK: Omit<LockLicense, 'licenseId'> = {
  version: null,
  start: null,
  end: null,
  span: null,
  firstUse: null,
  counter: null,
  seats: null,
  modules: [],
  rom: null,
  raw: null,
  pub: null,
}

/** Whether a write is done, and what the license is then. The dongle and the center decide by this function. */
export function writeLicense(
  inside: LockLicense | undefined,
  write: LicenseWrite,
): { license: LockLicense } | { fault: LockResult } {
  const { licenseId, isAdded, isForced, isForever } = write
  if (isAdded && inside && !isForced) return { fault: 'exists' }
  if (!isAdded && !inside && !isForced) return { fault: 'missing' }
  const before = isAdded || !inside ? { ...BLANK, licenseId } : inside
  const start = changed(before.start, write.start)
  const end = isForever ? { value: null } : changed(before.end, write.end, { unit: DAY })
  const span = isForever ? { value: null } : changed(before.span, write.span, { least: 1 })
  const counter = changed(before.counter, write.counter)
  const most = changed(before.seats?.most ?? null, write.seats?.most, { least: 1, most: 65_535 })
  for (const one of [start, end, span, counter, most]) if ('fault' in one) return one
  const value = (one: { value: number | null } | { fault: LockResult }) => ('value' in one ? one.value : null)
  return {
    license: {
      licenseId,
      version: write.version ?? before.version,
      start: value(start),
      end: value(end),
      span: value(span),
      firstUse: before.firstUse,
      counter: value(counter),
      seats: write.seats ? { kind: write.seats.kind, most: value(most) } : before.seats,
      modules: write.modules ?? before.modules,
      rom: write.rom ?? before.rom,
      raw: write.raw ?? before.raw,
      pub: write.pub ?? before.pub,
    },
  }
}

/** When the license ends by all its limits, as far as is known. Null: no end, or its span has not begun. */
export function endOfLockLicense({
  end,
  span,
  firstUse,
}: Pick<LockLicense, 'end' | 'span' | 'firstUse'>): number | null {
  const spanEnd = span !== null && firstUse !== null ? firstUse + span * DAY : null
  if (end === null || spanEnd === null) return end ?? spanEnd
  return Math.min(end, spanEnd)
}
