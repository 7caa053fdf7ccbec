// The text of a term in exports and messages. Screens have their own.
import { wallTime } from '@sealwright/contract'
import type { TemplateContent } from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'

type Term = Pick<TemplateContent, 'isForever' | 'startTime' | 'endTime' | 'licDuration' | 'spanTime' | 'counter'>

const shown = (moment: string, timeZone: string) => wallTime(new Date(moment), timeZone).slice(0, 16).replace('T', ' ')

/**
 * The text for how long and how often a license may be used. The earliest limit ends it. The time of a pre-issued
 * license starts with its first use.
 */
export function termText(
  say: Sentences,
  { isForever, startTime, endTime, licDuration, spanTime, counter }: Term,
  isPreIssued: boolean,
  timeZone: string,
): string {
  const [start, end] = [startTime, endTime].map((moment) => (moment === null ? undefined : shown(moment, timeZone)))
  const whole = () => {
    if (isForever)
      return start === undefined ? say('template.words.forever') : say('template.words.foreverFrom', { start })
    if (start !== undefined && end !== undefined) return say('template.words.range', { start, end })
    if (start !== undefined) return say('template.words.from', { start })
    return end === undefined ? undefined : say('template.words.until', { end })
  }
  return [
    whole(),
    licDuration === null
      ? undefined
      : say(isPreIssued ? 'template.words.afterFirstUse' : 'template.words.afterRelease', { days: licDuration }),
    spanTime === null ? undefined : say('template.words.afterFirstUse', { days: spanTime }),
    counter === null ? undefined : say('template.words.uses', { count: counter }),
  ]
    .filter((part) => part !== undefined)
    .join(say('license.and'))
}
