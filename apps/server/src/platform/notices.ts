// The operator commands about notices to all developers.
import { LIMITS, NOTICE_LEVELS, isMoment, momentOf } from '@sealwright/contract'
import { endNotice, insertNotice, listNotices, TO_EVERYBODY } from '../domains/message/index.ts'
import { guidOf, print, wrong } from './command.ts'
import type { Command } from './command.ts'

/** Times without a zone are in UTC. */
const ZONE = 'UTC'

/** A text of a notice: not empty, and not too long. */
const textOf = (given: unknown, max: number) => {
  const text = typeof given === 'string' ? given.replaceAll('\\n', '\n').trim() : ''
  return text !== '' && text.length <= max ? text : undefined
}

/** Undefined if it is not a time; `initial` if none is given. */
function timeOf<Initial>(given: unknown, edge: 'start' | 'end', initial: Initial): Date | Initial | undefined {
  if (given === undefined) return initial
  return typeof given === 'string' && isMoment(given) ? momentOf(given, edge, ZONE) : undefined
}

export const NOTICE_COMMANDS: Record<string, Command> = {
  notices: {
    usage: 'notices [--json]',
    options: { json: { type: 'boolean' } },
    summary: 'Lists the notices, the newest first.',
    async run({ database, clock }, _args, options) {
      const rows = await database.asOwner((db) => listNotices(db, clock.now()))
      if (options['json']) print(JSON.stringify(rows, null, 2))
      else if (rows.length === 0) print('There are no notices.')
      else
        for (const { guid, level, titleZh, titleEn, startsAt, endsAt, state, audience } of rows) {
          const until = endsAt ? ` until ${endsAt.toISOString()}` : ''
          const from = startsAt?.toISOString() ?? 'when published'
          print(`${guid}  ${state.padEnd(9)}  ${level.padEnd(9)}  ${audience.padEnd(6)}  ${from}${until}`)
          print(`  ${titleZh} / ${titleEn}`)
        }
      return 0
    },
  },
  notice: {
    usage:
      'notice --title-zh TEXT --text-zh TEXT --title-en TEXT --text-en TEXT [--important] [--from TIME] [--until TIME]',
    options: {
      'title-zh': { type: 'string' },
      'text-zh': { type: 'string' },
      'title-en': { type: 'string' },
      'text-en': { type: 'string' },
      important: { type: 'boolean' },
      from: { type: 'string' },
      until: { type: 'string' },
    },
    summary:
      'Sends a notice to all developers, in both languages, now or from a time (UTC), until a time if one is given. ' +
      'Write \\n for a new line.',
    async run({ database, clock, ids }, _args, options) {
      const { titleMax, textMax } = LIMITS.notice
      const [titleZh, titleEn] = [textOf(options['title-zh'], titleMax), textOf(options['title-en'], titleMax)]
      const [textZh, textEn] = [textOf(options['text-zh'], textMax), textOf(options['text-en'], textMax)]
      if (titleZh === undefined || titleEn === undefined || textZh === undefined || textEn === undefined)
        return wrong(
          `notice needs a title (at most ${titleMax} characters) and a text (at most ${textMax}) in both languages.`,
        )
      const startsAt = timeOf(options['from'], 'start', clock.now())
      const endsAt = timeOf(options['until'], 'end', null)
      if (startsAt === undefined || endsAt === undefined)
        return wrong('--from and --until take a time such as 2027-01-31 or 2027-01-31T08:00Z.')
      if (endsAt && endsAt <= startsAt) return wrong('The end of a notice must be after its start.')
      const guid = ids.guid()
      const level = NOTICE_LEVELS[options['important'] ? 1 : 0]
      await database.asOwner((db) =>
        insertNotice(
          db,
          { ...TO_EVERYBODY, guid, level, titleZh, textZh, titleEn, textEn, startsAt, endsAt },
          clock.now(),
        ),
      )
      print(`Notice ${guid} is shown from ${startsAt.toISOString()}${endsAt ? ` until ${endsAt.toISOString()}` : ''}.`)
      return 0
    },
  },
  'withdraw-notice': {
    usage: 'withdraw-notice ID',
    summary: 'Ends a notice now. Nobody sees it anymore.',
    async run({ database, clock }, [id]) {
      const guid = guidOf(id)
      if (guid === undefined) return wrong('withdraw-notice needs the id of a notice; `notices` lists them.')
      const isDone = await database.asOwner((db) => endNotice(db, guid, clock.now()))
      print(isDone ? `Notice ${guid} is withdrawn.` : `There is no notice ${guid} that is shown or planned.`)
      return isDone ? 0 : 1
    },
  },
}
