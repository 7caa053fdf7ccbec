// The operator commands about e-mail templates: every template is reviewed before its developer can use it.
import { EMAIL_TEMPLATE_LIMITS, emailTypeOf, reviewStatusOf } from '@sealwright/contract'
import { decideTemplate, listWaitingTemplates } from './domains/email-template/index.ts'
import type { Reviewed } from './domains/email-template/index.ts'
import { enqueueing, print, wrong } from './platform-command.ts'
import type { Command } from './platform-command.ts'

const guidOf = (text: string | undefined) => (text && /^[0-9a-f-]{36}$/i.test(text) ? text.toLowerCase() : undefined)

const whyNot = (guid: string, { status }: Extract<Reviewed, { isDecided: false }>) =>
  status === undefined
    ? `There is no e-mail template ${guid}.`
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
            `${row.guid}  "${row.name}" of developer ${row.developerId} "${row.developerName}"\n` +
              `  ${emailTypeOf(row.type)}, ${row.language}, submitted on ${row.submittedAt.toISOString()}\n` +
              `  ${row.subject}\n${row.words.replace(/^/gm, '  │ ')}\n`,
          )
      return 0
    },
  },
  'approve-template': {
    usage: 'approve-template ID',
    summary: 'Approves an e-mail template. Its developer gets a message and can enable it.',
    async run(ground, [id]) {
      const guid = guidOf(id)
      if (guid === undefined) return wrong('approve-template needs the id of a template; templates lists them.')
      const decided = await enqueueing(ground, () => decideTemplate(ground, { guid, event: 'approve', reason: null }))
      print(
        decided.isDecided
          ? `The template "${decided.name}" of developer ${decided.developerId} was approved.`
          : whyNot(guid, decided),
      )
      return decided.isDecided ? 0 : 1
    },
  },
  'reject-template': {
    usage: 'reject-template ID REASON',
    summary: 'Rejects an e-mail template and sends the reason to its developer, who can edit and submit it again.',
    async run(ground, [id, ...words]) {
      const guid = guidOf(id)
      const reason = words.join(' ').trim()
      const { reasonMax } = EMAIL_TEMPLATE_LIMITS
      if (guid === undefined || reason === '' || reason.length > reasonMax)
        return wrong(`reject-template needs the id of a template and a reason with at most ${reasonMax} characters.`)
      const decided = await enqueueing(ground, () => decideTemplate(ground, { guid, event: 'reject', reason }))
      print(
        decided.isDecided
          ? `The template "${decided.name}" of developer ${decided.developerId} was rejected.`
          : whyNot(guid, decided),
      )
      return decided.isDecided ? 0 : 1
    },
  },
}
