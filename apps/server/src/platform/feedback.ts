// The operator commands for feedback: reading it with its pictures, and answering it.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LIMITS } from '@sealwright/contract'
import { createFeedbackDesk } from '../domains/feedback/index.ts'
import { enqueueing, guidOf, print, wrong } from './command.ts'
import type { Command } from './command.ts'

const LISTED = 1_000
const { answerMax } = LIMITS.feedback

type Received = NonNullable<Awaited<ReturnType<ReturnType<typeof createFeedbackDesk>['get']>>>

const heading = ({ guid, kind, createdAt, developerId, developerName, account, pictures, answer }: Received) =>
  `${guid}  ${createdAt.toISOString()}  ${kind}, ${answer === null ? 'open' : 'answered'}\n` +
  `  from ${account} of developer ${developerId} "${developerName}"${pictures > 0 ? `, pictures: ${pictures}` : ''}`

const barred = (text: string) => text.replace(/^/gm, '  │ ')

function whole(row: Received): string {
  const facts = [
    ['contact', row.contact],
    ['page', row.page],
    ['version', row.version],
  ].flatMap(([name, value]) => (value === null ? [] : [`  ${name}: ${value}`]))
  const answer = row.answer === null ? [] : [`  answered on ${row.answeredAt?.toISOString()}:`, barred(row.answer)]
  return [heading(row), ...facts, barred(row.text), ...answer].join('\n')
}

export const FEEDBACK_COMMANDS: Record<string, Command> = {
  feedback: {
    usage: 'feedback [--all] [--json] · feedback ID [--pictures DIR]',
    options: { all: { type: 'boolean' }, json: { type: 'boolean' }, pictures: { type: 'string' } },
    summary:
      'Lists the open feedback, the oldest first; with --all, also the answered. ' +
      'With an id, shows one and writes its pictures to a folder.',
    async run(ground, [id], options) {
      const desk = createFeedbackDesk(ground)
      if (id === undefined) {
        const rows = await desk.list(options['all'] === true, LISTED)
        if (options['json']) print(JSON.stringify(rows, null, 2))
        else if (rows.length === 0) print(options['all'] ? 'There is no feedback.' : 'There is no open feedback.')
        else for (const row of rows) print(`${heading(row)}\n${barred(row.text)}\n`)
        return 0
      }
      const guid = guidOf(id)
      const row = guid && (await desk.get(guid))
      if (!row) {
        print(`There is no feedback ${id}.`)
        return 1
      }
      print(options['json'] ? JSON.stringify(row, null, 2) : whole(row))
      const { pictures: folder } = options
      if (typeof folder !== 'string') return 0
      await mkdir(folder, { recursive: true })
      for (const { position, type, bytes } of await desk.pictures(row.guid)) {
        const file = join(folder, `${row.guid}-${position}.${type.slice('image/'.length)}`)
        await writeFile(file, bytes, { mode: 0o600 })
        print(`Written to ${file}.`)
      }
      return 0
    },
  },
  'answer-feedback': {
    usage: 'answer-feedback ID TEXT',
    summary: 'Answers a feedback, once. The sender gets the answer as a message.',
    async run(ground, [id, ...words]) {
      const guid = guidOf(id)
      const answer = words.join(' ').trim()
      if (guid === undefined || answer === '' || answer.length > answerMax)
        return wrong(`answer-feedback needs the id of a feedback and a text with at most ${answerMax} characters.`)
      const isAnswered = await enqueueing(ground, () => createFeedbackDesk(ground).answer(guid, answer))
      print(isAnswered ? 'Answered. The sender gets a message.' : `There is no open feedback ${guid}.`)
      return isAnswered ? 0 : 1
    },
  },
}
