// Times as Chinese payment providers write them: Beijing time, without a zone. China has had no daylight saving time
// since 1991.
import { HOUR_MS } from '@sealwright/contract'

const AHEAD_MS = 8 * HOUR_MS

/** `2026-11-15 17:12:34` */
export function toBeijing(time: Date): string {
  return new Date(time.getTime() + AHEAD_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** Accepts `2026-11-15 17:12:34` and `20261115171234`; null if the text is not a time. */
export function fromBeijing(text: string | undefined): Date | null {
  const [year, month, day, hour, minute, second] =
    /^(\d{4})-?(\d\d)-?(\d\d) ?(\d\d):?(\d\d):?(\d\d)$/.exec(text ?? '')?.slice(1) ?? []
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}+08:00`)
  return Number.isNaN(time.getTime()) ? null : time
}
