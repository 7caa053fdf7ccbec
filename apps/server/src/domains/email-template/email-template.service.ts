// Use cases of e-mail templates. Every edit is reviewed again by the platform. What is stored is clean HTML; a text
// that is not acceptable as a mail is refused on its field.
import {
  LIMITS,
  LINK_VARIABLES,
  canDeleteTemplate,
  emailTypeOf,
  reviewMachine,
  reviewStatusOf,
  variableProblems,
  variablesOf,
} from '@sealwright/contract'
import type {
  EmailTexts,
  EmailVariable,
  Locale,
  ReviewEvent,
  ReviewStatusCode,
  Violation,
  emailTemplateCalls,
} from '@sealwright/contract'
import type { Sentences } from '@sealwright/phrases'
import type * as z from 'zod/mini'
import { findAccountName } from '../../kernel/account-names.ts'
import { readPage } from '../../kernel/db/list.ts'
import { answerOf, changedNow, createdNow, deletedNow, logOf } from '../../kernel/entity/change.ts'
import { found, nameTaken, refuseFull, refuseStale, unlessTaken } from '../../kernel/entity/refuse.ts'
import { countRows, findRow, insertRow, lockRow, updateRow } from '../../kernel/entity/rows.ts'
import type { Mailer } from '../../kernel/mail/outbox.ts'
import { Refusal } from '../../kernel/refusal.ts'
import type { Scope } from '../../kernel/scope.ts'
import { findDeveloper, lockDeveloper } from '../developer/index.ts'
import { listEnabled, listTemplates } from './email-template.queries.ts'
import { emailTemplate } from './email-template.tables.ts'
import type { EmailTemplate } from './email-template.tables.ts'
import { cleanMail, openMail, pictureHosts, plainText } from './mail-html.rules.ts'
import { platformTexts } from './mailing.service.ts'
import { passTrusted } from './review.service.ts'

export interface EmailTemplateDeps {
  mailer: Pick<Mailer, 'queue'>
  languages: Record<Locale, Sentences>
  /** The URL of this center, without a trailing slash. */
  baseUrl(): string
}

type Payload<Name extends keyof typeof emailTemplateCalls> = z.output<(typeof emailTemplateCalls)[Name]['payload']>
type Type = EmailTemplate['type']

const LOGGED_TEXT = 2_000

/** The log shows the words of a body, up to a length, and not its markup. */
const log = logOf('emailTemplate', ({ type, language, subject, body, text, name }: EmailTemplate) => ({
  name,
  type,
  language,
  subject,
  body: plainText(body).slice(0, LOGGED_TEXT),
  text: text?.slice(0, LOGGED_TEXT) ?? null,
}))

/** Refuses an event that the state does not allow; answers the next state. */
export function nextStatus(say: Sentences, status: ReviewStatusCode, event: ReviewEvent): ReviewStatusCode {
  const next = reviewMachine.next(status, event)
  if (next === undefined) throw stateForbids(say, status)
  return next
}

const stateForbids = (say: Sentences, status: ReviewStatusCode) =>
  new Refusal('emailTemplate.stateForbids', {
    params: { state: say(`emailTemplate.statuses.${reviewStatusOf(status)}`) },
  })

interface Sampled {
  type: Type
  language: Locale
  developerName: string
}

/** The mail of these texts, with values as a recipient could get them. `say` speaks the language of the template. */
export function sampleOf(
  say: Sentences,
  { type, language, developerName }: Sampled,
  texts: EmailTexts,
  lastLine?: string,
) {
  const valueOf = (name: EmailVariable) =>
    (LINK_VARIABLES as readonly string[]).includes(name)
      ? `https://example.com/${name}`
      : say(`emailTemplate.samples.${name}`)
  const samples = variablesOf(emailTypeOf(type)).map((name) => [
    name,
    name === 'developerName' ? developerName : valueOf(name),
  ])
  return openMail(language, texts)(Object.fromEntries(samples) as Record<string, string>, lastLine) // by name
}

export function createEmailTemplateService({ mailer, languages, baseUrl }: EmailTemplateDeps) {
  const locked = async (scope: Scope, guid: string) =>
    found(await lockRow(scope, emailTemplate, guid), 'emailTemplate.notFound')

  /** Adds to each row the template that is in use for its type and language. */
  async function answered<Row extends EmailTemplate>(scope: Scope, rows: readonly Row[]) {
    const enabled = rows.length === 0 ? [] : await listEnabled(scope)
    return rows.map((row) => ({
      ...answerOf(row),
      inUse:
        enabled.find(
          ({ guid, type, language }) => guid !== row.guid && type === row.type && language === row.language,
        ) ?? null,
    }))
  }

  /** Pictures of other hosts would tell strangers who reads a mail. */
  async function ownHosts(scope: Scope): Promise<(host: string) => boolean> {
    const website = (await findDeveloper(scope))?.developer_profile?.website
    const site = website && URL.canParse(website) ? new URL(website).hostname.replace(/^www\./, '') : undefined
    const center = new URL(baseUrl()).hostname
    // A name without a dot, such as `com`, is no site: every host below it would be the developer's own.
    const isOfSite = (host: string) => site?.includes('.') === true && (host === site || host.endsWith(`.${site}`))
    return (host) => host === center || isOfSite(host)
  }

  /** The texts as they are stored, or a refusal on the fields. */
  async function accepted(scope: Scope, type: Type, given: EmailTexts): Promise<EmailTexts & { text: string | null }> {
    const body = cleanMail(given.body)
    const text = given.text || null
    const violations: Violation[] =
      body === ''
        ? [{ path: 'body', rule: 'required', params: {} }]
        : variableProblems(emailTypeOf(type), { subject: given.subject, body, text }, scope.say('blocks.list.comma'))
    if (violations.length > 0) throw new Refusal('platform.badPayload', { violations })
    const { bodyBytes } = LIMITS.emailTemplate
    if (Buffer.byteLength(body) > bodyBytes)
      throw new Refusal('emailTemplate.tooLarge', { params: { max: bodyBytes / 1024 }, field: 'body' })
    const isOwn = await ownHosts(scope)
    const host = pictureHosts(body).find((one) => !isOwn(one))
    if (host !== undefined) throw new Refusal('emailTemplate.foreignPicture', { params: { host }, field: 'body' })
    return { subject: given.subject, body, text }
  }

  const taken = (name: string) => () => nameTaken('emailTemplate.nameTaken', name)

  async function find(scope: Scope, { name, type, status, language, ...query }: Payload<'find'>) {
    const { count, page: fetch } = await listTemplates(scope, { name, type, status, language }, query)
    const page = await readPage(query, count, fetch)
    return { ...page, rows: await answered(scope, page.rows) }
  }

  async function get(scope: Scope, { guid }: Payload<'get'>) {
    const row = found(await findRow(scope, emailTemplate, guid), 'emailTemplate.notFound')
    const [answer] = await answered(scope, [row])
    return {
      ...found(answer, 'emailTemplate.notFound'),
      createdBy: (await findAccountName(scope, row.createdBy)) ?? '',
    }
  }

  async function create(scope: Scope, { name, type, language, ...given }: Payload<'create'>) {
    const row: EmailTemplate = {
      name,
      type,
      language,
      ...(await accepted(scope, type, given)),
      ...createdNow(scope),
      status: reviewMachine.initial,
      reason: null,
      submittedAt: scope.asking.now,
    }
    await lockDeveloper(scope)
    refuseFull(await countRows(scope, emailTemplate), LIMITS.emailTemplate.perDeveloper, 'emailTemplate.limit')
    await unlessTaken(insertRow(scope, emailTemplate, row), taken(name))
    await log.added(scope, row)
    await passTrusted(scope, languages, row)
    return { guid: row.guid }
  }

  async function update(scope: Scope, { guid, revision, name, type, language, ...given }: Payload<'update'>) {
    const before = await locked(scope, guid)
    await refuseStale(scope, before, revision)
    const status = nextStatus(scope.say, before.status, 'resubmit')
    const after: EmailTemplate = {
      ...before,
      name,
      type,
      language,
      ...(await accepted(scope, type, given)),
      status,
      reason: null,
      submittedAt: scope.asking.now,
      ...changedNow(scope, before),
    }
    await unlessTaken(updateRow(scope, emailTemplate, guid, after), taken(name))
    await log.changed(scope, before, after)
    await passTrusted(scope, languages, after)
    return { guid }
  }

  async function remove(scope: Scope, { guid }: Payload<'delete'>) {
    const before = await locked(scope, guid)
    if (!canDeleteTemplate(before.status)) throw stateForbids(scope.say, before.status)
    await updateRow(scope, emailTemplate, guid, deletedNow(scope))
    await log.deleted(scope, before)
    return {}
  }

  async function move(scope: Scope, before: EmailTemplate, event: ReviewEvent): Promise<void> {
    const status = nextStatus(scope.say, before.status, event)
    await updateRow(scope, emailTemplate, before.guid, { status, ...changedNow(scope, before) })
    await log.noted(scope, before, { before: { status: before.status }, after: { status } })
  }

  async function withdraw(scope: Scope, { guid }: Payload<'withdraw'>) {
    await move(scope, await locked(scope, guid), 'withdraw')
    return {}
  }

  async function disable(scope: Scope, { guid }: Payload<'disable'>) {
    await move(scope, await locked(scope, guid), 'disable')
    return {}
  }

  async function enable(scope: Scope, { guid, replacing }: Payload<'enable'>) {
    // Two callers cannot enable two templates of one type and language.
    await lockDeveloper(scope)
    const row = await locked(scope, guid)
    nextStatus(scope.say, row.status, 'enable')
    const present = (await listEnabled(scope)).find(
      ({ type, language }) => type === row.type && language === row.language,
    )
    if (present) {
      if (present.guid !== replacing)
        throw new Refusal('emailTemplate.otherEnabled', { params: { name: present.name } })
      await move(scope, await locked(scope, present.guid), 'disable')
    }
    await move(scope, row, 'enable')
    return {}
  }

  const sampleMail = (scope: Scope, type: Type, language: Locale, texts: EmailTexts, lastLine?: string) =>
    sampleOf(
      languages[language],
      { type, language, developerName: scope.caller.developer.displayName },
      texts,
      lastLine,
    )

  async function preview(scope: Scope, { type, language, text, ...given }: Payload<'preview'>) {
    const platform = platformTexts(languages[language], emailTypeOf(type))
    const subject = given.subject ?? platform.subject
    const body = given.body === undefined ? platform.body : cleanMail(given.body)
    return { subject, body, mail: sampleMail(scope, type, language, { subject, body, text: text || null }) }
  }

  async function sendTest(scope: Scope, { type, language, ...given }: Payload<'sendTest'>) {
    const to = scope.caller.email
    if (to === null) throw new Refusal('emailTemplate.noAddress')
    // The platform may send it, and nobody has reviewed it.
    const unreviewed = languages[language]('emailTemplate.test.unreviewed', {
      developer: scope.caller.developer.displayName,
    })
    const texts = await accepted(scope, type, given)
    const { subject, html, text } = sampleMail(scope, type, language, texts, unreviewed)
    await mailer.queue(scope.db, {
      developerId: scope.developerId,
      kind: 'templateTest',
      to,
      subject: languages[language]('emailTemplate.test.subject', { subject }),
      body: text,
      html,
    })
    return { to }
  }

  return { find, get, create, update, remove, withdraw, enable, disable, preview, sendTest }
}
