// The text of a term in exports and messages. Screens have their own.
import { wallTime } from '@sealwright/contract'
import type { TemplateContent } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'

type Term = Pick<TemplateContent, 'isForever' | 'startTime' | 'endTime' | 'licDuration' | 'spanTime' | 'counter'>

const shown = (moment: string | Date, timeZone: string) =>
  wallTime(new Date(moment), timeZone).slice(0, 16).replace('T', ' ')

/** What is known about one license besides its term. */
interface Known {
  /** When it ends. Null if it never ends, or if only a first use will decide. */
  end: Date | null
  isUsed: boolean
}

/**
 * The text for how long and how often a license may be used. The earliest limit ends it. The time of a pre-issued
 * license starts with its first use. An end that is known is told in place of the days that led to it.
 */
export function termText(
  say: Sentences,
  { isForever, startTime, endTime, licDuration, spanTime, counter }: Term,
  isPreIssued: boolean,
  timeZone: string,
  { end: knownEnd, isUsed }: Known = { end: null, isUsed: false },
): string {
  const [start, end] = [startTime, knownEnd ?? endTime].map((moment) =>
    moment === null ? undefined : shown(moment, timeZone),
  )
  const isInEnd = { duration: knownEnd !== null && (isUsed || !isPreIssued), span: knownEnd !== null && isUsed }
  const whole = () => {
    if (isForever && knownEnd === null)
      return start === undefined ? say('template.words.forever') : say('template.words.foreverFrom', { start })
    if (start !== undefined && end !== undefined) return say('template.words.range', { start, end })
    if (start !== undefined) return say('template.words.from', { start })
    return end === undefined ? undefined : say('template.words.until', { end })
  }
  return [
    whole(),
    licDuration === null || isInEnd.duration
      ? undefined
      : say(isPreIssued ? 'template.words.afterFirstUse' : 'template.words.afterRelease', { days: licDuration }),
    spanTime === null || isInEnd.span ? undefined : say('template.words.afterFirstUse', { days: spanTime }),
    counter === null ? undefined : say('template.words.uses', { count: counter }),
  ]
    .filter((part) => part !== undefined)
    .join(say('license.and'))
}
