// The operator commands about e-mail templates: every template is reviewed before its developer can use it.
import { LIMITS, emailTypeOf, reviewStatusOf } from '@sealwright/contract'
import { decideTemplate, listWaitingTemplates } from '../domains/email-template/index.ts'
import type { Reviewed } from '../domains/email-template/index.ts'
import { enqueueing, guidOf, idOf, print, wrong } from './command.ts'
import type { Command } from './command.ts'

/** The text that a decision is about: a template and its revision, as `templates` prints them. */
function readingOf(text = '') {
  const [id, revision] = text.split(':')
  const [guid, number] = [guidOf(id), idOf(revision)]
  return guid === undefined || number === undefined ? undefined : { guid, revision: number }
}

const barred = (text: string) => text.replace(/^/gm, '  │ ')

const whyNot = (guid: string, { status, isChanged }: Extract<Reviewed, { isDecided: false }>) =>
  status === undefined
    ? `There is no e-mail template ${guid}.`
    : isChanged
      ? `The e-mail template ${guid} was changed after you read it. \`templates\` shows the new text.`
      : `The e-mail template ${guid} is not waiting for a decision: ${reviewStatusOf(status)}.`

export const TEMPLATE_COMMANDS: Record<string, Command> = {
  templates: {
    usage: 'templates [--json]',
    options: { json: { type: 'boolean' } },
    summary: 'Lists the e-mail templates that wait for a decision, the oldest first. --json includes their HTML.',
    async run(ground, _args, options) {
      const rows = await listWaitingTemplates(ground)
      if (options['json']) print(JSON.stringify(rows, null, 2))
      else if (rows.length === 0) print('No e-mail templates are waiting.')
      else
        for (const row of rows)
          print(
            `${row.guid}:${row.revision}  "${row.name}" of developer ${row.developerId} "${row.developerName}"\n` +
              `  ${emailTypeOf(row.type)}, ${row.language}, submitted on ${row.submittedAt.toISOString()}\n` +
              `  ${row.subject}\n${barred(row.words)}\n` +
              (row.text === null ? '' : `  as plain text:\n${barred(row.text)}\n`),
          )
      return 0
    },
  },
  'approve-template': {
    usage: 'approve-template ID:REVISION',
    summary: 'Approves an e-mail template. Its developer gets a message and can enable it.',
    async run(ground, [id]) {
      const reading = readingOf(id)
      if (!reading) return wrong('approve-template needs the id and revision of a template; `templates` lists them.')
      const decided = await enqueueing(ground, () =>
        decideTemplate(ground, { ...reading, event: 'approve', reason: null }),
      )
      print(
        decided.isDecided
          ? `The template "${decided.name}" of developer ${decided.developerId} was approved.`
          : whyNot(reading.guid, decided),
      )
      return decided.isDecided ? 0 : 1
    },
  },
  'reject-template': {
    usage: 'reject-template ID:REVISION REASON',
    summary: 'Rejects an e-mail template and sends the reason to its developer, who can edit and submit it again.',
    async run(ground, [id, ...words]) {
      const reading = readingOf(id)
      const reason = words.join(' ').trim()
      const { reasonMax } = LIMITS.emailTemplate
      if (!reading || reason === '' || reason.length > reasonMax)
        return wrong(
          `reject-template needs the id and revision of a template and a reason with at most ${reasonMax} characters.`,
        )
      const decided = await enqueueing(ground, () => decideTemplate(ground, { ...reading, event: 'reject', reason }))
      print(
        decided.isDecided
          ? `The template "${decided.name}" of developer ${decided.developerId} was rejected.`
          : whyNot(reading.guid, decided),
      )
      return decided.isDecided ? 0 : 1
    },
  },
}
