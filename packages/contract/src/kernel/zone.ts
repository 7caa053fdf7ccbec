// Between an instant and what the clocks on the wall show in a zone. A zone that this browser or server does not know
// reads as the one it is in itself.
// Surprise: a wall time may name no instant (the clocks jump over it) or two (they are set back); `instantOf` always
// answers one.
import { DAY_MS, SECOND_MS } from './time-spans.ts'

// A formatter costs tens of milliseconds to make.
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
 * By `Temporal`, which a browser has at once, where its first formatter takes tens of milliseconds. A test compares
 * both; it sends this function to a browser, since Node has no `Temporal` yet.
 */
export function temporalTime(epochMs: number, zone: string): string {
  return Temporal.Instant.fromEpochMilliseconds(epochMs)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
}

/** The zone that this browser or server is in. */
export function ownTimeZone(): string {
  return 'Temporal' in globalThis ? Temporal.Now.timeZoneId() : new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** What the clocks show, to the second: `2027-01-31T23:59:59`. */
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

/** How far the zone's clocks are ahead of UTC at that instant, in whole seconds. */
function offsetMsAt(instantMs: number, zone: string): number {
  const wholeMs = Math.floor(instantMs / SECOND_MS) * SECOND_MS
  return Date.parse(`${wallTime(new Date(wholeMs), zone)}Z`) - wholeMs
}

/**
 * The instant at which the clocks show this. Of two such instants it is the earlier one; a time that the clocks jump
 * over is the instant of the jump, so that a later wall time is never an earlier instant. What is not
 * `YYYY-MM-DDTHH:mm:ss` of a day that exists answers an invalid date.
 */
export function instantOf(wall: string, zone: string): Date {
  const wallMs = Date.parse(`${wall}Z`)
  if (Number.isNaN(wallMs) || new Date(wallMs).toISOString().slice(0, -5) !== wall) return new Date(Number.NaN)
  // No offset is longer than a day: whatever change of the clocks is near, these two are the offsets on its two sides.
  const before = offsetMsAt(wallMs - DAY_MS, zone)
  const after = offsetMsAt(wallMs + DAY_MS, zone)
  const fits = [wallMs - before, wallMs - after].filter(
    (instantMs) => wallMs - instantMs === offsetMsAt(instantMs, zone),
  )
  return new Date(fits.length > 0 ? Math.min(...fits) : jumpBetween(wallMs - after, wallMs - before, zone))
}

/** The first instant with the later one's offset. */
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
