// The operator commands. Each command is one entry of the table, and the help is generated from it. The caller provides
// the ground.
import { DEFAULT_LOCALE, LIMITS, MOBILE, OPERATOR_ROLES } from '@sealwright/contract'
import type { OperatorRole } from '@sealwright/contract'
import { errorSentence } from '@sealwright/phrases'
import { TRIAL_ENDS } from '../compose/ground.ts'
import type { Ground } from '../compose/ground.ts'
import { baseUrlOf } from '../config.ts'
import { makePassword } from '../demo/index.ts'
import { welcomeFormal } from '../domains/billing/index.ts'
import { clearNetworks } from '../domains/config/index.ts'
import {
  decideApplication,
  foundDeveloper,
  listApplications,
  resumeByCommand,
  suspendByCommand,
} from '../domains/developer/index.ts'
import type { Decided } from '../domains/developer/index.ts'
import { findDeveloperOf, giveNewPassword, hashPassword, removeSecondFactors } from '../domains/identity/index.ts'
import { makeOperatorLink } from '../domains/operator/index.ts'
import { listOutbox } from '../kernel/mail/outbox.ts'
import { Refusal } from '../kernel/refusal.ts'
import type { OnGround } from '../on-ground.ts'
import { enqueueing, idOf, print, readArguments, wrong } from './command.ts'
import type { Command } from './command.ts'
import { DONGLE_COMMANDS } from './dongles.ts'
import { FEEDBACK_COMMANDS } from './feedback.ts'
import { MONEY_COMMANDS } from './money.ts'
import { NOTICE_COMMANDS } from './notices.ts'
import { RUNTIME_COMMANDS } from './runtime.ts'
import { TEMPLATE_COMMANDS } from './templates.ts'

const isAddress = (text: string) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) && text.length <= LIMITS.account.accountMax
const isAccount = (text: string) => isAddress(text) || MOBILE.test(text)

function whyNot(developerId: number, { state }: Extract<Decided, { isDecided: false }>): string {
  return state === undefined
    ? `There is no application of developer ${developerId}.`
    : `The application of developer ${developerId} was already ${state}.`
}

/** Runs a decision about a developer, and prints the words of its refusal. */
async function decided(ground: Ground, work: () => Promise<string>): Promise<number> {
  try {
    print(await enqueueing(ground, work))
    return 0
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    print(errorSentence(ground.languages.en, error.error, error.params))
    return 1
  }
}

const COMMANDS: Record<string, Command> = {
  outbox: {
    usage: 'outbox [--limit N] [--json] · outbox retry ID',
    options: { limit: { type: 'string' }, json: { type: 'boolean' } },
    summary:
      'Shows the newest mail and text messages, or sends one again. ' +
      'Verification codes are visible while no SMTP server or SMS gateway is configured.',
    async run(ground, [verb, id], options) {
      if (verb === 'retry') {
        if (!id || !/^[0-9a-f-]{36}$/.test(id)) return wrong('outbox retry needs the id of a message.')
        const isMoved = await enqueueing(ground, () => ground.database.asOwner((db) => ground.mailer.retry(db, id)))
        print(
          isMoved ? 'Queued again; a running server delivers it.' : 'There is no kept or failed message with this id.',
        )
        return isMoved ? 0 : 1
      }
      const limit = Number(options['limit'] ?? 20)
      if (!Number.isInteger(limit) || limit < 1 || limit > 1000) return wrong('--limit takes a number from 1 to 1000.')
      const rows = await listOutbox(ground.database.owner, limit)
      if (options['json']) print(JSON.stringify(rows, null, 2))
      else if (rows.length === 0) print('The outbox is empty.')
      else
        for (const row of rows)
          print(
            `${row.created_at.toISOString()}  ${row.channel.padEnd(4)}  ${row.state.padEnd(6)}  ${row.recipient}  ` +
              `${row.subject}${row.last_error ? `  (${row.last_error})` : ''}\n` +
              `  ${row.id}\n${row.body.replace(/^/gm, '  │ ')}\n`,
          )
      return 0
    },
  },
  'mail-test': {
    usage: 'mail-test ADDRESS',
    summary: 'Queues a test message, to check that mail is sent.',
    async run(ground, [address]) {
      if (!address || !isAddress(address)) return wrong('mail-test needs an e-mail address.')
      const say = ground.languages[DEFAULT_LOCALE]
      const id = await enqueueing(ground, () =>
        ground.database.asOwner((db) =>
          ground.mailer.queue(db, {
            developerId: null,
            kind: 'test',
            to: address,
            subject: say('mail.test.subject'),
            body: say('mail.test.body'),
          }),
        ),
      )
      print(
        `Queued as ${id}. ` +
          (ground.config.smtpUrl
            ? 'A running server sends it.'
            : 'No SMTP server is configured (SEALWRIGHT_SMTP_URL), so it stays in the outbox.'),
      )
      return 0
    },
  },
  'create-developer': {
    usage: 'create-developer NAME ACCOUNT [--trial]',
    options: { trial: { type: 'boolean' } },
    canBeFirst: true,
    summary: 'Creates a developer with its super administrator (e-mail or mobile) and prints the password.',
    async run(ground, [name, account], options) {
      if (!name || name.length > LIMITS.developer.nameMax || !account || !isAccount(account))
        return wrong(
          `create-developer needs a name (at most ${LIMITS.developer.nameMax} characters) ` +
            'and an e-mail address or mobile number.',
        )
      const password = makePassword()
      const made = await foundDeveloper(ground, {
        name,
        status: options['trial'] ? 'trial' : 'formal',
        account,
        passwordHash: await hashPassword(password),
        userName: null,
        also: async (db, developerId) => {
          if (!options['trial']) await welcomeFormal({ db, ids: ground.ids, now: ground.clock.now() }, developerId)
        },
      })
      print(
        made
          ? `Developer ${made.developerId} "${name}" is ready.\nAccount   ${account}\nPassword  ${password}`
          : `The account ${account} already exists.`,
      )
      return made ? 0 : 1
    },
  },
  'create-operator': {
    usage: 'create-operator [EMAIL] [--roles owner,reviewer,…] [--reset-factor]',
    options: { roles: { type: 'string' }, 'reset-factor': { type: 'boolean' } },
    summary:
      'Prints a link with which an operator of the platform desk sets the password: a new operator (an owner unless ' +
      '--roles says otherwise), or one who lost the password. Without an address, the first operator of the center.',
    async run(ground, [email], options) {
      if (email !== undefined && !isAddress(email)) return wrong('create-operator needs an e-mail address, or nothing.')
      const given = typeof options['roles'] === 'string' ? options['roles'].split(',') : ['owner']
      const roles = OPERATOR_ROLES.filter((role) => given.includes(role))
      if (roles.length === 0 || roles.length < given.length)
        return wrong(`--roles takes ${OPERATOR_ROLES.join(', ')}, comma separated.`)
      const link = await ground.database.asOwner((db) =>
        makeOperatorLink(
          db,
          { ids: ground.ids, now: ground.clock.now(), baseUrl: baseUrlOf(ground.config) },
          {
            email: email ?? null,
            roles: roles satisfies OperatorRole[],
            resetsFactor: options['reset-factor'] === true,
          },
        ),
      )
      print(`Open this link within ${LIMITS.operator.linkHours} hours. It works once.\n${link}`)
      return 0
    },
  },
  'reset-password': {
    usage: 'reset-password ACCOUNT',
    summary: 'Gives an account a new password, prints it, and ends its sessions.',
    async run(ground, [account]) {
      if (!account || !isAccount(account)) return wrong('reset-password needs an e-mail address or mobile number.')
      const password = makePassword()
      const passwordHash = await hashPassword(password)
      const isDone = await ground.database.asOwner((db) =>
        giveNewPassword(db, account, passwordHash, ground.clock.now()),
      )
      print(isDone ? `Account   ${account}\nPassword  ${password}` : `There is no account ${account}.`)
      return isDone ? 0 : 1
    },
  },
  'reset-second-factor': {
    usage: 'reset-second-factor ACCOUNT',
    summary:
      'Removes every second factor of an account whose owner lost them, and ends its sessions. Verify the owner first.',
    async run(ground, [account]) {
      if (!account || !isAccount(account)) return wrong('reset-second-factor needs an e-mail address or mobile number.')
      const isDone = await ground.database.asOwner((db) => removeSecondFactors(db, account))
      print(isDone ? `${account} now signs in with the password alone.` : `There is no account ${account}.`)
      return isDone ? 0 : 1
    },
  },
  'clear-networks': {
    usage: 'clear-networks DEVELOPER_ID|ACCOUNT',
    summary:
      'Clears the networks from which the administrators of a developer may sign in, so that all networks are ' +
      'allowed again.',
    async run(ground, [who]) {
      if (!who) return wrong('clear-networks needs the id of a developer, or an account of one.')
      const developerId =
        idOf(who.length < 11 ? who : undefined) ?? (await ground.database.asOwner((db) => findDeveloperOf(db, who)))
      if (developerId === undefined) {
        print(`There is no developer ${who}.`)
        return 1
      }
      const isCleared = await clearNetworks(ground, developerId)
      print(
        isCleared
          ? `Administrators of developer ${developerId} can sign in from every network now.`
          : `Developer ${developerId} allows every network already.`,
      )
      return 0
    },
  },
  applications: {
    usage: 'applications [--all] [--json]',
    options: { all: { type: 'boolean' }, json: { type: 'boolean' } },
    summary:
      'Lists the pending applications to become a formal developer, the oldest first; ' +
      'with --all, also the decided ones.',
    async run(ground, _args, options) {
      const rows = await ground.database.asOwner((db) => listApplications(db, options['all'] === true))
      if (options['json']) print(JSON.stringify(rows, null, 2))
      else if (rows.length === 0)
        print(options['all'] ? 'There are no applications.' : 'There are no pending applications.')
      else {
        for (const row of rows) {
          const contact = [row.contactName, row.contactPhone, row.contactEmail]
            .filter((part) => part !== null)
            .join(', ')
          const decision = row.decidedAt
            ? ` on ${row.decidedAt.toISOString()}${row.reason === null ? '' : `: ${row.reason}`}`
            : ''
          print(
            `Developer ${row.developerId} "${row.developerName}" for ${row.companyName}\n` +
              `  applied on ${row.appliedAt.toISOString()}, ${row.state}${decision}\n` +
              `  ${contact}${row.statement === null ? '' : `\n${row.statement.replace(/^/gm, '  │ ')}`}\n`,
          )
        }
      }
      return 0
    },
  },
  approve: {
    usage: 'approve DEVELOPER_ID',
    summary:
      'Approves the pending application: the developer becomes formal, its trial licenses are deleted, ' +
      'and its super administrator gets a message.',
    async run(ground, [id]) {
      const developerId = idOf(id)
      if (developerId === undefined)
        return wrong('approve needs the id of a developer; applications lists the pending ones.')
      const decided = await enqueueing(ground, () =>
        decideApplication(
          { ...ground, trialEnds: TRIAL_ENDS, welcome: welcomeFormal },
          { developerId, event: 'approve', reason: null },
        ),
      )
      print(
        decided.isDecided
          ? `Developer ${developerId} "${decided.developerName}" is formal now. ` +
              `Trial licenses deleted: ${decided.deletedLicenses}.`
          : whyNot(developerId, decided),
      )
      return decided.isDecided ? 0 : 1
    },
  },
  reject: {
    usage: 'reject DEVELOPER_ID --reason "…"',
    options: { reason: { type: 'string' } },
    summary: 'Rejects the pending application and sends the reason to the super administrator, who can apply again.',
    async run(ground, [id], options) {
      const developerId = idOf(id)
      const { reasonMax } = LIMITS.application
      const reason = typeof options['reason'] === 'string' ? options['reason'].trim() : ''
      if (developerId === undefined || reason === '' || reason.length > reasonMax)
        return wrong(`reject needs the id of a developer and --reason with at most ${reasonMax} characters.`)
      const decided = await enqueueing(ground, () =>
        decideApplication(
          { ...ground, trialEnds: TRIAL_ENDS, welcome: welcomeFormal },
          { developerId, event: 'reject', reason },
        ),
      )
      print(
        decided.isDecided
          ? `The application of developer ${developerId} "${decided.developerName}" was rejected.`
          : whyNot(developerId, decided),
      )
      return decided.isDecided ? 0 : 1
    },
  },
  suspend: {
    usage: `suspend DEVELOPER_ID --reason "…" [--days N]`,
    options: { reason: { type: 'string' }, days: { type: 'string' } },
    summary:
      'Suspends a developer: it can read but change nothing, and nothing new is activated or issued. Bound devices ' +
      `continue to run for N days: 0 to ${LIMITS.suspension.daysMax}, ${LIMITS.suspension.days} if not given.`,
    async run(ground, [given], options) {
      const id = idOf(given)
      const { reasonMin, reasonMax, days: usual, daysMax } = LIMITS.suspension
      const reason = typeof options['reason'] === 'string' ? options['reason'].trim() : ''
      if (id === undefined || reason.length < reasonMin || reason.length > reasonMax)
        return wrong(`suspend needs the id of a developer and --reason with ${reasonMin} to ${reasonMax} characters.`)
      const days = Number(options['days'] ?? usual)
      if (!Number.isInteger(days) || days < 0 || days > daysMax)
        return wrong(`--days takes a number from 0 to ${daysMax}.`)
      return decided(ground, async () => {
        const { programsUntil } = await suspendByCommand(ground, { id, reason, days })
        return `Developer ${id} is suspended. Its bound devices run until ${programsUntil.toISOString()}.`
      })
    },
  },
  resume: {
    usage: 'resume DEVELOPER_ID',
    summary: 'Ends the suspension of a developer at once.',
    async run(ground, [given]) {
      const id = idOf(given)
      if (id === undefined) return wrong('resume needs the id of a developer.')
      return decided(ground, async () => {
        await resumeByCommand(ground, id)
        return `Developer ${id} is not suspended anymore.`
      })
    },
  },
  ...DONGLE_COMMANDS,
  ...FEEDBACK_COMMANDS,
  ...MONEY_COMMANDS,
  ...NOTICE_COMMANDS,
  ...RUNTIME_COMMANDS,
  ...TEMPLATE_COMMANDS,
}

function help(): number {
  console.log('npm run platform -- COMMAND\n')
  for (const command of Object.values(COMMANDS)) console.log(`  ${command.usage}\n      ${command.summary}\n`)
  return 0
}

/** Runs a command line and returns the exit code. */
export async function runPlatform([name, ...rest]: readonly string[], onGround: OnGround): Promise<number> {
  if (name === undefined || name === 'help' || name === '--help' || name === '-h' || rest.includes('--help'))
    return help()
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) return wrong(`There is no command "${name}". npm run platform -- help lists them.`)
  const given = readArguments(command, rest)
  if (typeof given === 'string') return wrong(given)
  return onGround((ground) => command.run(ground, given.positionals, given.values), {
    canBeFirst: command.canBeFirst,
  })
}
