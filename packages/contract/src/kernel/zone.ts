// Converts between instants and wall times in a zone. An unknown zone name means the local zone of this browser or
// server. Clock changes make some wall times match no instant and others match two; `instantOf` always returns one.
import { DAY_MS, SECOND_MS } from './time-spans.ts'

// Creating a formatter takes tens of milliseconds.
const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone)
  if (known) return known
  const options = {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  } as const
  let made: Intl.DateTimeFormat
  try {
    made = new Intl.DateTimeFormat('en-US', { ...options, timeZone: zone })
  } catch {
    made = new Intl.DateTimeFormat('en-US', options)
  }
  formatters.set(zone, made)
  return made
}

/**
 * Uses `Temporal` where available, because the first `Intl` formatter takes a browser tens of milliseconds. Exported
 * for a test that runs it in a browser and compares both ways; Node has no `Temporal` yet.
 */
export function temporalTime(epochMs: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
}

/** The local time zone of this browser or server. */
export function ownTimeZone(): string {
  return 'Temporal' in globalThis ? Temporal.Now.timeZoneId() : new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The wall time to the second: `2027-01-31T23:59:59`. */
export function wallTime(instant: Date, zone: string): string {
  if ('Temporal' in globalThis) {
    try {
      return temporalTime(instant.getTime(), zone)
    } catch {
      return temporalTime(instant.getTime(), ownTimeZone())
    }
  }
  const part: Record<string, string> = {}
  for (const { type, value } of formatterOf(zone).formatToParts(instant)) part[type] = value
  return `${(part.year ?? '').padStart(4, '0')}-${part.month}-${part.day}T${part.hour}:${part.minute}:${part.second}`
}

/** The zone's offset from UTC at that instant, in whole seconds. */
function offsetMsAt(instantMs: number, zone: string): number {
  const wholeMs = Math.floor(instantMs / SECOND_MS) * SECOND_MS
  return Date.parse(`${wallTime(new Date(wholeMs), zone)}Z`) - wholeMs
}

/**
 * The instant with this wall time. Returns the earlier one of two, and the instant of the clock change for a skipped
 * time, so that a later wall time never maps to an earlier instant. Returns an invalid date unless the text is
 * `YYYY-MM-DDTHH:mm:ss` on a day that exists.
 */
export function instantOf(wall: string, zone: string): Date {
  const wallMs = Date.parse(`${wall}Z`)
  if (Number.isNaN(wallMs) || new Date(wallMs).toISOString().slice(0, -5) !== wall) return new Date(Number.NaN)
  // Offsets are shorter than a day, so these are the offsets before and after any nearby clock change.
  const before = offsetMsAt(wallMs - DAY_MS, zone)
  const after = offsetMsAt(wallMs + DAY_MS, zone)
  const fits = [wallMs - before, wallMs - after].filter(
    (instantMs) => wallMs - instantMs === offsetMsAt(instantMs, zone),
  )
  return new Date(fits.length > 0 ? Math.min(...fits) : jumpBetween(wallMs - after, wallMs - before, zone))
}

/** The first instant with the offset of the later one. */
function jumpBetween(earlierMs: number, laterMs: number, zone: string): number {
  const offset = offsetMsAt(laterMs, zone)
  let [unjumped, jumped] = [earlierMs, laterMs]
  while (jumped - unjumped > SECOND_MS) {
    const middle = Math.floor((unjumped + jumped) / 2 / SECOND_MS) * SECOND_MS
    if (offsetMsAt(middle, zone) === offset) jumped = middle
    else unjumped = middle
  }
  return jumped
}
