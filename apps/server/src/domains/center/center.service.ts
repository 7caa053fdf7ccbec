// Settings of the center at the platform desk. A change is read by this process at once, by the others within a second.
import { randomInt } from 'node:crypto'
import { CENTER_STEPS, DAY_MS, ENVIRONMENT_SETTING_NAMES, LIMITS } from '@sealwright/contract'
import type { EnvironmentSetting, TestOutcome, centerDesk } from '@sealwright/contract'
import type * as z from 'zod/mini'
import type { Database, Db } from '../../kernel/db/database.ts'
import { readPage } from '../../kernel/db/list.ts'
import { refuseStale } from '../../kernel/desk.ts'
import type { DeskContext, DeskScope } from '../../kernel/desk.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { createDelivery } from '../../kernel/mail/delivery.ts'
import { Refusal } from '../../kernel/refusal.ts'
import * as queries from './center.queries.ts'
import { SETTING_TARGET } from './center.queries.ts'
import type { SettingRow } from './center.queries.ts'
import type { KnownSettings } from './known-settings.service.ts'

type Payload<Name extends keyof typeof centerDesk> = z.output<(typeof centerDesk)[Name]['payload']>

export interface CenterDeps {
  database: Database
  ids: Ids
  settings: KnownSettings
  deliver: ReturnType<typeof createDelivery>
  /** The values of the environment, as shown, and whether a variable gives them. */
  environment: Readonly<Record<EnvironmentSetting, { value: string | null; isGiven: boolean }>>
  captcha: {
    /** The list that the environment gives, or undefined. */
    given: readonly string[] | undefined
    /** The list if nothing is set. */
    initial: readonly string[]
    possible: readonly string[]
  }
  trialLicenses(db: Db): Promise<number>
}

/** Without letters and digits that look alike. */
const CODE_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const newCode = () =>
  Array.from({ length: LIMITS.center.codeLength }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
/** In groups of four, as people read it to each other. */
const shownCode = (code: string) => code.replace(/(.{4})(?=.)/g, '$1-')

export function createCenterService(deps: CenterDeps) {
  const { database, ids, settings, deliver, environment, captcha, trialLicenses } = deps

  async function lockAt(scope: DeskScope, revision: number | undefined): Promise<SettingRow> {
    const row = await queries.lockSettings(scope.db)
    if (revision !== undefined && revision !== row.revision) await refuseStale(scope, SETTING_TARGET)
    return row
  }

  function requireCaptcha(urls: readonly string[] | null): void {
    if (captcha.given) throw new Refusal('center.captchaGiven', { field: 'captchaUrls' })
    const unknown = urls?.find((url) => !captcha.possible.includes(url))
    if (unknown !== undefined)
      throw new Refusal('center.captchaUnknown', { params: { path: unknown }, field: 'captchaUrls' })
  }

  async function renewTerms(scope: DeskScope, { termsZh, termsEn }: Pick<Payload<'update'>, 'termsZh' | 'termsEn'>) {
    const { db, asking, operator } = scope
    if (termsZh === undefined && termsEn === undefined) return undefined
    const before = await queries.findTerms(db)
    const next = (given: string | null | undefined, earlier = '') => (given === undefined ? earlier : (given ?? ''))
    const [zh, en] = [next(termsZh, before?.zh), next(termsEn, before?.en)]
    if ((zh === '') !== (en === ''))
      throw new Refusal('center.termsIncomplete', { field: zh === '' ? 'termsZh' : 'termsEn' })
    if (zh === (before?.zh ?? '') && en === (before?.en ?? '')) return undefined
    await queries.insertTerms(db, { zh, en, now: asking.now, byName: operator.name })
    return { before: before?.version ?? null, after: (before?.version ?? 0) + 1 }
  }

  async function test(
    { asking: { now }, say, write }: DeskContext,
    channel: 'mail' | 'sms',
    recipient: string,
  ): Promise<{ outcome: TestOutcome; reason: string | null }> {
    const subject = say('mail.test.subject')
    const { event, reason } = await deliver(
      {
        id: ids.guid(),
        developer_id: null,
        kind: 'test',
        channel,
        recipient,
        subject,
        body: channel === 'sms' ? subject : say('mail.test.body'),
        html: null,
        unsubscribe: null,
        state: 'queued',
        attempts: 0,
        last_error: null,
        problem: null,
        created_at: now,
        sent_at: null,
      },
      true,
    )
    const outcome: TestOutcome = event === 'send' ? 'sent' : event === 'keep' ? 'kept' : 'failed'
    await write((scope) =>
      scope.record({
        type: 'update',
        target: { ...SETTING_TARGET, name: scope.say('center.titles.settings') },
        after: { to: recipient, outcome },
      }),
    )
    return { outcome, reason }
  }

  return {
    async get({ db }: DeskScope) {
      const row = await queries.readSettings(db)
      const [logo, terms] = [await queries.findLogo(db), await queries.findTerms(db)]
      return {
        revision: row.revision,
        nameZh: row.name_zh,
        nameEn: row.name_en,
        logo: logo && logo.toString('base64'),
        terms: {
          version: terms && terms.zh !== '' ? terms.version : null,
          zh: terms?.zh ?? '',
          en: terms?.en ?? '',
          time: terms && terms.zh !== '' ? new Date(terms.at) : null,
        },
        registration: row.registration,
        captcha: {
          urls: [...(captcha.given ?? row.captcha_urls ?? captcha.initial)],
          possible: [...captcha.possible],
          isGiven: captcha.given !== undefined,
        },
        trialLicenses: await trialLicenses(db),
        environment: ENVIRONMENT_SETTING_NAMES.map((name) => ({ name, ...environment[name] })),
      }
    },

    async update(context: DeskContext, { revision, termsZh, termsEn, ...given }: Payload<'update'>) {
      const answer = await context.write(async (scope) => {
        const row = await lockAt(scope, revision)
        if (given.captchaUrls !== undefined) requireCaptcha(given.captchaUrls)
        const before = {
          nameZh: row.name_zh,
          nameEn: row.name_en,
          registration: row.registration,
          captchaUrls: row.captcha_urls,
        }
        const after = {
          nameZh: given.nameZh === undefined ? before.nameZh : given.nameZh,
          nameEn: given.nameEn === undefined ? before.nameEn : given.nameEn,
          registration: given.registration ?? before.registration,
          captchaUrls: given.captchaUrls === undefined ? before.captchaUrls : given.captchaUrls,
        }
        const terms = await renewTerms(scope, { termsZh, termsEn })
        const next = await queries.writeSettings(scope.db, after)
        // To keep the initial mode is a decision too.
        if (given.registration !== undefined) await queries.settleStep(scope.db, 'registration')
        const facts = ({ captchaUrls, ...rest }: typeof after | typeof before, version: number | null | undefined) => ({
          ...rest,
          captchaUrls: captchaUrls && captchaUrls.join(', '),
          ...(version !== undefined && { termsVersion: version }),
        })
        await scope.record({
          type: 'update',
          target: { ...SETTING_TARGET, name: scope.say('center.titles.settings') },
          before: facts(before, terms?.before),
          after: facts(after, terms?.after),
        })
        return { revision: next }
      })
      await settings.load()
      return answer
    },

    async setLogo(context: DeskContext, { revision, logo = null }: Payload<'setLogo'>) {
      const answer = await context.write(async (scope) => {
        const row = await lockAt(scope, revision)
        const next = await queries.writeLogo(scope.db, logo === null ? null : Buffer.from(logo, 'base64'))
        await scope.record({
          type: 'update',
          target: { ...SETTING_TARGET, name: scope.say('center.titles.settings') },
          before: { hasLogo: row.logo_version !== null },
          after: { hasLogo: logo !== null },
        })
        return { revision: next }
      })
      await settings.load()
      return answer
    },

    async findInvitations(
      { db }: DeskScope,
      { currentPage, pageSize, state, order = 'desc' }: Payload<'findInvitations'>,
    ) {
      const list = queries.listInvitations(db, state, order)
      const page = await readPage({ currentPage, pageSize }, await list.count(), list.page)
      return {
        ...page,
        rows: page.rows.map((row) => ({
          guid: row.guid,
          code: row.state === 'open' ? shownCode(row.code) : null,
          note: row.note,
          state: row.state,
          by: row.by_name,
          createTime: new Date(row.created_at),
          useTime: row.used_at === null ? null : new Date(row.used_at),
          developerName: row.developer_name,
        })),
      }
    },

    async invite(scope: DeskScope, { note = null }: { note?: string | null | undefined }) {
      const { db, asking, operator } = scope
      if ((await queries.countOpenInvitations(db)) >= LIMITS.center.openInvitations)
        throw new Refusal('center.invitationLimit', { params: { max: LIMITS.center.openInvitations } })
      const [guid, code] = [ids.guid(), newCode()]
      await queries.insertInvitation(db, { guid, code, note, byName: operator.name, now: asking.now })
      await scope.record({
        type: 'add',
        target: { kind: 'setting', guid, name: note ?? scope.say('center.invitations.one') },
        after: { invitation: '••••••' },
      })
      return { guid, code: shownCode(code) }
    },

    async revokeInvitation(scope: DeskScope, { guid }: Payload<'revokeInvitation'>) {
      const revoked = await queries.revokeInvitation(scope.db, guid, scope.asking.now)
      if (!revoked) throw new Refusal('center.invitationNotFound')
      await scope.record({
        type: 'delete',
        target: { kind: 'setting', guid, name: revoked.note ?? scope.say('center.invitations.one') },
      })
      return {}
    },

    async firstSteps({ operator, asking: { now } }: DeskContext) {
      if (!operator) throw new Refusal('session.expired')
      const newSince = new Date(now.getTime() - LIMITS.center.newDays * DAY_MS)
      const facts = await database.asOwner((db) => queries.readStepFacts(db, { operatorGuid: operator.guid, newSince }))
      const isDone = { ...facts, mail: facts.mail && environment.smtpUrl.value !== null }
      const done = CENTER_STEPS.filter((step) => isDone[step])
      return {
        isNew: !facts.is_away && !facts.is_old && done.length < CENTER_STEPS.length,
        done,
        registration: facts.mode,
        consoleUrl: environment.publicUrl.value,
      }
    },

    async settleStep(scope: DeskScope, { step }: Payload<'settleStep'>) {
      if (await queries.settleStep(scope.db, step))
        await scope.record({
          type: 'update',
          target: { ...SETTING_TARGET, name: scope.say('center.titles.settings') },
          after: { step },
        })
      return {}
    },

    testMail: (context: DeskContext, { to }: Payload<'testMail'>) => test(context, 'mail', to),
    testSms: (context: DeskContext, { to }: Payload<'testSms'>) => test(context, 'sms', to),

    /** The terms for everyone. */
    terms: () =>
      database.outsideTenants(async (db) => {
        const terms = await queries.findTerms(db)
        return terms && terms.zh !== ''
          ? { version: terms.version, zh: terms.zh, en: terms.en }
          : { version: null, zh: '', en: '' }
      }),
    logo: () => database.outsideTenants(queries.findLogo),
  }
}
