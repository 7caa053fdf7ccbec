// Wires the kernel and the domains into one center. It contains no business rules. Where a lower domain calls an upper
// one, it declares a port, and this file connects the two.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { CALLS, CAPTCHA_URLS, DESK_CALLS, LIMITS } from '@sealwright/contract'
import type { Locale } from '@sealwright/contract'
import { loadPhrases, sentences } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { CAPTCHA_VARIABLE, baseUrlOf, guardable, shownEnvironment } from './config.ts'
import type { Config } from './config.ts'
import { createAccessKey } from './domains/access-key/index.ts'
import { createAccess, hasInvitation } from './domains/access/index.ts'
import { createApproval, createApprovals, createNewcomers } from './domains/approval/index.ts'
import {
  createBilling,
  byOperator,
  createOperator as createMoneyOperator,
  INITIAL_LIMITS,
  readSetting,
  readStanding,
  readTerms,
  readMoved,
  welcomeFormal,
} from './domains/billing/index.ts'
import type { Deliver, PaymentProvider } from './domains/billing/index.ts'
import { campaignsOfLicenses, createCampaign, isRefusedMail } from './domains/campaign/index.ts'
import { createCaptcha } from './domains/captcha/index.ts'
import type { Captcha, CaptchaOptions } from './domains/captcha/index.ts'
import {
  admitDeveloper,
  createCenterDomain,
  openSettings,
  readDoor,
  requireRegistration,
  withCenterName,
} from './domains/center/index.ts'
import type { KnownSettings } from './domains/center/index.ts'
import { createCodePage } from './domains/code-page/index.ts'
import { createConfig } from './domains/config/index.ts'
import { createCustomer } from './domains/customer/index.ts'
import { createDashboard } from './domains/dashboard/index.ts'
import { createDeveloper, createDeveloperDesk, languageOf } from './domains/developer/index.ts'
import type { TrialEnd } from './domains/developer/index.ts'
import { createDongle, withDongleLicenses } from './domains/dongle/index.ts'
import { createEmailTemplate, createMailing } from './domains/email-template/index.ts'
import { createFeedback, feedbackPurgeJob } from './domains/feedback/index.ts'
import { createHealth, createTally } from './domains/health/index.ts'
import type { HealthOptions } from './domains/health/index.ts'
import { createIdentity, identityPurgeJob } from './domains/identity/index.ts'
import { createIntegrator } from './domains/integrator/index.ts'
import { createLending } from './domains/lending/index.ts'
import {
  createLicense,
  issuedBy,
  licensesOf,
  paidLicenses,
  trialLicensesEnd,
  trialUse,
} from './domains/license/index.ts'
import type { Approvals } from './domains/license/index.ts'
import { createMailWords, createMessage, createNotify, findBanner } from './domains/message/index.ts'
import type { MailWords } from './domains/message/index.ts'
import { createOperationLog } from './domains/operation-log/index.ts'
import { createOperator } from './domains/operator/index.ts'
import { createProduct } from './domains/product/index.ts'
import type { ProductLicenses } from './domains/product/index.ts'
import { createReminder } from './domains/reminder/index.ts'
import { createRuntime, takenSeats } from './domains/runtime/index.ts'
import type { AdmissionLimits } from './domains/runtime/index.ts'
import { createSender, createSenders } from './domains/sender/index.ts'
import { createStatistics } from './domains/statistics/index.ts'
import { createTask, createTaskQueue, listTasksOf } from './domains/task/index.ts'
import type { AnyTaskKind } from './domains/task/index.ts'
import { createTemplate, templatesOfProducts } from './domains/template/index.ts'
import type { GroupPrices, TemplateUse } from './domains/template/index.ts'
import { createWebhook } from './domains/webhook/index.ts'
import { startSealer } from './kernel/audit/sealer.ts'
import type { Sealer } from './kernel/audit/sealer.ts'
import { sharing, verifyLog } from './kernel/audit/verify.ts'
import { systemClock } from './kernel/clock.ts'
import type { Clock } from './kernel/clock.ts'
import { foldCountersJob, purgeJob } from './kernel/db/counters.ts'
import { openDatabase } from './kernel/db/database.ts'
import type { Database, DatabaseOptions } from './kernel/db/database.ts'
import { migrate, readMigrations } from './kernel/db/migrate.ts'
import type { DeskBinding } from './kernel/desk.ts'
import type { Binding, FindCaller } from './kernel/http/context.ts'
import { registerDeskCalls } from './kernel/http/desk-calls.ts'
import { isInNetworks } from './kernel/http/networks.ts'
import { registerOpenCalls } from './kernel/http/open-calls.ts'
import { registerProgramCalls } from './kernel/http/program-calls.ts'
import { createRateLimit, networkOf } from './kernel/http/rate-limit.ts'
import { registerCalls } from './kernel/http/register-calls.ts'
import { createServer } from './kernel/http/server.ts'
import type { Opening } from './kernel/http/server.ts'
import { createIds } from './kernel/ids.ts'
import type { Ids } from './kernel/ids.ts'
import { createJobs } from './kernel/jobs/jobs.ts'
import type { Jobs } from './kernel/jobs/jobs.ts'
import { platformKey } from './kernel/keys/platform-key.ts'
import type { KeyPair } from './kernel/keys/platform-key.ts'
import {
  SECRET_KEY_FILE,
  checkSecretKey,
  createSecretBox,
  keyedDigest,
  loadSecretKey,
} from './kernel/keys/secret-box.ts'
import { createDelivery } from './kernel/mail/delivery.ts'
import { createMailDesk } from './kernel/mail/desk.ts'
import { createMailer } from './kernel/mail/outbox.ts'
import type { Mailer } from './kernel/mail/outbox.ts'
import { createHttpSmsGateway } from './kernel/mail/sms.ts'
import { createSmtpGuard } from './kernel/mail/smtp-guard.ts'
import type { SmtpGuard } from './kernel/mail/smtp-guard.ts'
import { createSmtp } from './kernel/mail/smtp.ts'
import type { Smtp } from './kernel/mail/smtp.ts'
import { createMetrics } from './kernel/metrics.ts'
import type { Metrics } from './kernel/metrics.ts'
import type { Notify } from './kernel/notify.ts'
import { Refusal } from './kernel/refusal.ts'

/** The root of the repository, both for the bundle in .build/server and for the source in apps/server/src. */
const ROOT = join(import.meta.dirname, import.meta.dirname.endsWith(join('.build', 'server')) ? '../..' : '../../..')
export const MIGRATIONS_DIR = join(ROOT, 'apps/server/db/migrations')
export const CONSOLE_DIR = join(ROOT, 'apps/console/dist')
const OWN_PACKAGE = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string } // our own file
export const VERSION = OWN_PACKAGE.version

/** In mails, until an operator names the center. */
const PRODUCT_NAME = 'Sealwright'

export const LOG_KEY = 'operation-log-checkpoint'
export const checkpointFile = (dataDir: string) => join(dataDir, 'checkpoints', 'operation-log.jsonl')
const secretKeyFile = (dataDir: string) => join(dataDir, SECRET_KEY_FILE)
/** The folder of the embedded database, once it is there. It may be on another disk. */
const embeddedFolders = (dataDir: string) => [join(dataDir, 'postgres')].filter((folder) => existsSync(folder))
/** The files of the data folder that a backup contains, by their names in the backup. */
export const keptFiles = (dataDir: string) => ({
  'checkpoints/operation-log.jsonl': checkpointFile(dataDir),
  [SECRET_KEY_FILE]: secretKeyFile(dataDir),
})

const smsGatewayOf = ({ smsUrl, smsToken }: Config) =>
  smsUrl === undefined ? undefined : createHttpSmsGateway({ url: smsUrl, token: smsToken })

/** A test mail of an operator belongs to no developer. */
const NO_SENDERS = {
  findDefault: async () => undefined,
  markFailing: async () => undefined,
  markWorking: async () => undefined,
}

/** The base of the server and of every command: a migrated database, the secret key, the clock and ids. */
export interface Ground {
  config: Config
  database: Database
  databaseUrl: string
  clock: Clock
  ids: Ids
  log: Logger
  box: ReturnType<typeof createSecretBox>
  jobs: Jobs
  mailer: Mailer
  /** Talks to the SMTP servers of developers, which the guard lets through. */
  smtp: Smtp
  smtpGuard: SmtpGuard
  /** Sends a message to administrators. */
  notify: Notify
  mailWords: MailWords
  logKey: KeyPair
  /** The number of migrations of this version. All of them are applied. */
  migrations: number
  languages: Record<Locale, Sentences>
  /** The names of the center and other settings that operators change. */
  settings: KnownSettings
  close(): Promise<void>
}

export async function layGround(
  config: Config,
  databaseUrl: string,
  log: Logger,
  clock: Clock = systemClock,
  options: Pick<DatabaseOptions, 'waitMs'> = {},
): Promise<Ground> {
  const database = openDatabase(databaseUrl, log, options)
  try {
    const ids = createIds(clock)
    const migrations = await readMigrations(MIGRATIONS_DIR)
    await migrate(database.owner, migrations, clock.now())
    const box = createSecretBox(await loadSecretKey(config.secretKey, secretKeyFile(config.dataDir)))
    await checkSecretKey(database.owner, box)
    const jobs = createJobs({ url: databaseUrl, owner: database.owner, log })
    const sms = smsGatewayOf(config)
    const settings = await openSettings({ database, log })
    const nameIn = (locale: Locale) => () => settings.face()?.[locale] ?? PRODUCT_NAME
    const languages = {
      zh: withCenterName(sentences('zh', await loadPhrases('zh')), 'zh', nameIn('zh')),
      en: withCenterName(sentences('en', await loadPhrases('en')), 'en', nameIn('en')),
    }
    const smtpGuard = createSmtpGuard(config.smtpAllowed)
    const smtp = createSmtp(smtpGuard)
    const mailer: Mailer = createMailer({
      owner: database.owner,
      jobs,
      clock,
      ids,
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      sms,
      smtp,
      isRefused: (row) => isRefusedMail(database.owner, row),
      senders: createSenders({ database, clock, box, notify: (of, notice) => notify(of, notice) }),
    })
    const mailWords = createMailWords({ languages, baseUrl: () => baseUrlOf(config) })
    const notify = createNotify({ ids, mailer, mailWords })
    const logKey = await platformKey({ owner: database.owner, box, clock, ids }, LOG_KEY)
    return {
      config,
      database,
      databaseUrl,
      clock,
      ids,
      log,
      box,
      jobs,
      mailer,
      smtp,
      smtpGuard,
      notify,
      mailWords,
      logKey,
      migrations: migrations.length,
      languages,
      settings,
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

export interface Center {
  app: FastifyInstance
  metrics: Metrics
  bindings: readonly Binding[]
  deskBindings: readonly DeskBinding[]
  findMember: ReturnType<typeof createIdentity>['findMember']
  captcha: Captcha
  task: ReturnType<typeof createTask>
  billing: Pick<ReturnType<typeof createBilling>, 'jobs' | 'takeCallback'>
  /** The operations on licenses that come from devices, approval flows and jobs. */
  license: Pick<ReturnType<typeof createLicense>, 'requests' | 'bind' | 'jobs'>
  approval: Pick<ReturnType<typeof createApproval>, 'jobs'>
  reminder: ReturnType<typeof createReminder>
  runtime: Pick<ReturnType<typeof createRuntime>, 'jobs' | 'start' | 'stop'>
  /** Writes the counts of calls of access keys, as happens every few seconds. */
  flushUses(): Promise<void>
  webhook: Pick<ReturnType<typeof createWebhook>, 'jobs' | 'worker'>
  health: Pick<ReturnType<typeof createHealth>, 'jobs' | 'beat' | 'noteLedger'>
  /** Starts the jobs and the sealer. Tests that only make calls do not need them. */
  startBackground(): Promise<void>
  close(): Promise<void>
}

export interface CenterOptions {
  /** Whether this installation has demo data. Every page then says so. */
  isDemo?: () => boolean
  /** Requests wait until the center is open. Its background work starts then. */
  opening?: Opening | undefined
  /** Replaces the counts of licenses. */
  licenses?: ProductLicenses & TemplateUse
  /** Replaces approval flows. */
  approvals?: Approvals
  /** Replaces the price tiers of groups. */
  prices?: GroupPrices
  consoleDir?: string | undefined
  /** Other limits than the real ones, for tests in which many people share one address. */
  captcha?: CaptchaOptions
  /** Other limits for programs, for tests in which many programs call from one address. */
  runtime?: { [Name in keyof AdmissionLimits]?: number }
  /** Other limits for visitors of code pages, for tests in which many come from one address. */
  codePage?: { codesPerHour?: number }
  /** Other limits of the open API. */
  openApi?: { callsPerMinute?: number }
  /** Replaces what the health page reads outside the database. */
  health?: HealthOptions
  /** Kinds of tasks in addition to those of the domains. */
  taskKinds?: readonly AnyTaskKind[]
  /** Replaces the network and the payment providers. */
  payments?: { deliver?: Deliver; providers?: readonly PaymentProvider[] }
}

/** What happens when a trial ends. Not part of the center, because a platform command also ends a trial. */
export const TRIAL_ENDS: readonly TrialEnd[] = [trialLicensesEnd]

/** The port that the server listens on. If 0 is configured, this is the port that was free. */
function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address()
  return typeof address === 'object' ? address?.port : undefined
}

export async function composeCenter(ground: Ground, options: CenterOptions = {}): Promise<Center> {
  const { config, database, clock, ids, log, box, languages, jobs, mailer, notify, settings } = ground
  const metrics = createMetrics()
  const tally = createTally()

  const isCaptchaGiven = config.given.includes(CAPTCHA_VARIABLE)
  const captchaUrls = () => (isCaptchaGiven ? null : settings.known().captcha_urls) ?? config.captchaUrls
  const captcha = createCaptcha(
    { database, clock, ids, key: box.derive('captcha'), urls: captchaUrls, onFailure: tally.captchaFailed },
    options.captcha,
  )
  const checkLog = sharing((chain) =>
    verifyLog(database.owner, checkpointFile(config.dataDir), ground.logKey.publicKey, chain),
  )
  const operationLog = createOperationLog({ languages, tasksOf: listTasksOf, verifyLog: checkLog })
  const health = createHealth(
    {
      database,
      databaseUrl: ground.databaseUrl,
      clock,
      log,
      jobs,
      metrics,
      tally,
      version: VERSION,
      folders: [config.dataDir, ...(config.databaseUrl === undefined ? embeddedFolders(config.dataDir) : [])],
      publicUrl: config.publicUrl,
      paymentCertificates: config.unionPay
        ? [...config.unionPay.rootCerts, ...(config.unionPay.certificate ? [config.unionPay.certificate] : [])]
        : [],
      verifyLog: () => checkLog(),
    },
    options.health,
  )
  const developer = createDeveloper({ box })
  const taskQueue = createTaskQueue({ jobs })
  const licenses = options.licenses ?? withDongleLicenses(licensesOf)
  const baseUrl = () => baseUrlOf(config, portOf(app))
  const billing = createBilling({
    database,
    clock,
    ids,
    log,
    notify,
    languages,
    jobs,
    baseUrl,
    payments: {
      ...config,
      sandboxKey: config.sandboxPayments ? box.derive('sandbox-payment') : undefined,
      ...options.payments,
    },
    paidLicenses,
    noteLedgerProblems: (problems) => health.noteLedger(problems),
  })
  const product = createProduct({ use: templatesOfProducts, licenses })
  const prices = options.prices ?? billing.prices
  const digest = keyedDigest(box.derive('template-area'))
  const template = createTemplate({ use: licenses, prices, digest })
  const mailing = createMailing({ languages })
  const approvals = options.approvals ?? createApprovals({ ids, notify })
  const license = createLicense({
    database,
    clock,
    mailer,
    mailing,
    notify,
    languages,
    baseUrl,
    charging: billing.charging,
    prices,
    digest,
    box,
    approvals,
    campaignsOf: campaignsOfLicenses,
    openTask: taskQueue.openTask,
  })
  const rateLimit = createRateLimit(() => performance.now())
  const lending = createLending({ database, clock, mailer, mailing, baseUrl, takenSeats })
  const runtime = createRuntime({
    database,
    databaseUrl: ground.databaseUrl,
    clock,
    ids,
    box,
    log,
    rateLimit,
    license,
    lendingDesk: lending.desk,
    notify,
    openTask: taskQueue.openTask,
    // Dongles are signed for with the keys of the runtime, so they come later.
    dongles: {
      contact: (by, file) => dongle.dongles.contact(by, file),
      tellRequest: (of, file) => dongle.dongles.tellRequest(of, file),
      judge: (of, file, now) => dongle.dongles.judge(of, file, now),
      tellPackage: (of, digest, now) => dongle.dongles.tellPackage(of, digest, now),
      listAnswers: (of, guids, now) => dongle.dongles.listAnswers(of, guids, now),
    },
    baseUrl,
    ...(options.runtime && { limits: { ...LIMITS.runtime, ...options.runtime } }),
  })
  const identity = createIdentity({
    findBanner,
    database,
    clock,
    ids,
    box,
    mailer,
    languages,
    publicUrl: config.publicUrl,
    keepsMail: config.smtpUrl === undefined,
    keepsSms: config.smsUrl === undefined,
    hasInvitation,
    registering: { readDoor, require: requireRegistration, admit: admitDeveloper },
    endVisit: (visit, now) => operator.endVisit(visit, now),
    confirmActivation: (of, user) => customer.confirmActivation(of, user),
    baseUrl,
    trialUse: {
      countProducts: product.countAll,
      countUsers: (scope) => customer.countUsers(scope),
      licenses: trialUse,
    },
    money: billing.ofSession,
    isDemo: options.isDemo ?? (() => false),
    isSandbox: config.sandboxPayments,
  })
  const developerDesk = createDeveloperDesk({
    ids,
    notify,
    languages,
    trialEnds: TRIAL_ENDS,
    welcome: welcomeFormal,
    money: {
      standing: readStanding,
      terms: async (of) => {
        const { own, limits } = await readTerms(of)
        const hasOwn = own.feeFen !== null || Object.keys({ ...own.rates, ...own.limits }).length > 0
        return { hasOwn, trialLicenses: limits.trialLicenses }
      },
      setTrialLimit: (scope, developerId, trialLicenses) =>
        createMoneyOperator(ground, byOperator(scope)).setLimits({ trialLicenses }, developerId),
    },
  })
  const feedback = createFeedback({ version: VERSION, notify, languages })
  const operator = createOperator({
    findBanner,
    database,
    clock,
    ids,
    box,
    mailer,
    languages,
    baseUrl,
    version: VERSION,
    isDemo: options.isDemo ?? (() => false),
    findMember: identity.findMember,
    verifyLog: checkLog,
    waiting: [developerDesk.waiting, (scope) => emailTemplate.waiting(scope), feedback.waiting, billing.waiting],
  })
  const isDeskOpen = (address: string) =>
    config.desk && (config.deskNetworks.length === 0 || isInNetworks(config.deskNetworks, address))
  /** The caller of a session, or a platform operator who visits. A visit is part of the desk, and of its networks. */
  const findCaller: FindCaller = async (handle, secret, now, isListening, network) =>
    (await identity.findCaller(handle, secret, now, isListening, network)) ??
    (isDeskOpen(network) ? operator.findVisitor(handle, secret, now) : undefined)
  const accessKey = createAccessKey({ database, clock, box, log })
  /** The account that a task runs for: an administrator or an access key. */
  const findMember: Center['findMember'] = async (developerId, accountId, now) =>
    (await identity.findMember(developerId, accountId, now)) ?? accessKey.findMember(developerId, accountId, now)
  const customer = createCustomer({
    database,
    ids,
    mailer,
    mailing,
    languages,
    baseUrl,
    invite: identity.invite,
    countAdditions: identity.countAdditions,
    openTask: taskQueue.openTask,
  })
  const reminder = createReminder({
    database,
    clock,
    log,
    notify,
    languages,
    parts: [...billing.roundParts, ...license.roundParts],
  })
  const access = createAccess({
    database,
    mailer,
    notify,
    languages,
    people: identity.invitedPeople,
    quotaUse: issuedBy,
    onJoined: createNewcomers({ ids, languages }),
  })
  const integrator = createIntegrator({ inviting: access.inviting })
  const message = createMessage(ground)
  const approval = createApproval({
    database,
    clock,
    ids,
    log,
    languages,
    notify,
    approvals,
    effects: license.requests,
    openTask: taskQueue.openTask,
    retryTask: (scope, guid) => task.retry(scope, guid),
    findMember,
  })
  const dongle = createDongle({
    openTask: taskQueue.openTask,
    startTask: (scope, guid, kinds) => task.startOf(scope, guid, kinds),
    keys: runtime.lockKeys,
    prices,
    database,
    clock,
    ids,
    languages,
    box,
  })
  const codePage = createCodePage({
    database,
    ids,
    box,
    rateLimit,
    languages,
    lending,
    license,
    handIn: runtime.handIn,
    ...(options.codePage && { limits: { ...LIMITS.codePage, ...options.codePage } }),
  })
  const campaign = createCampaign({
    database,
    clock,
    ids,
    notify,
    baseUrl,
    issuing: license.campaigns,
    openTask: taskQueue.openTask,
    languages,
    people: identity.visitingPeople,
    mailer,
    mailing,
    unsubscribeKey: box.derive('campaign-unsubscribe'),
    findMember,
    viewKey: box.derive('campaign-view'),
    keepsMail: config.smtpUrl === undefined,
    keepsSms: config.smsUrl === undefined,
    isDemo: options.isDemo ?? (() => false),
    withdraw: license.withdraw,
  })
  const task = createTask({
    database,
    clock,
    ids,
    log,
    languages,
    notify,
    unread: message.unread,
    readMoved,
    queue: taskQueue,
    findMember,
    kinds: [
      ...customer.taskKinds,
      ...license.taskKinds,
      ...approval.taskKinds,
      ...campaign.taskKinds,
      ...runtime.taskKinds,
      ...dongle.taskKinds,
      ...(options.taskKinds ?? []),
    ],
  })

  const webhook = createWebhook({ database, clock, log, box, notify, allowed: config.webhookAllowed })
  const emailTemplate = createEmailTemplate({ mailer, notify, languages, baseUrl })
  const statistics = createStatistics({ database, clock })
  const center = createCenterDomain({
    database,
    ids,
    settings,
    environment: shownEnvironment(config),
    captcha: {
      given: isCaptchaGiven ? config.captchaUrls : undefined,
      initial: config.captchaUrls,
      possible: CAPTCHA_URLS.filter((path) => guardable.has(path)),
    },
    deliver: createDelivery({
      smtpUrl: config.smtpUrl,
      from: config.mailFrom,
      sms: smsGatewayOf(config),
      smtp: ground.smtp,
      senders: NO_SENDERS,
    }),
    trialLicenses: async (db) => {
      const limits = await readSetting(db, 'billing.limits')
      return limits?.trialLicenses ?? INITIAL_LIMITS.trialLicenses
    },
  })
  const dashboard = createDashboard({
    approval,
    customer,
    dongle,
    license,
    operationLog,
    product,
    statistics,
    template,
  })

  const bindings = [
    captcha,
    identity,
    access,
    integrator,
    createSender({ database, ids, box, smtp: ground.smtp, guard: ground.smtpGuard, rateLimit, mailer }),
    emailTemplate,
    developer,
    product,
    template,
    customer,
    license,
    approval,
    campaign,
    lending,
    runtime,
    dongle,
    codePage,
    billing,
    task,
    message,
    operationLog,
    dashboard,
    feedback,
    accessKey,
    webhook,
    statistics,
    createConfig(),
    center,
  ].flatMap((domain) => domain.bindings)
  const deskBindings: DeskBinding[] = [
    operator,
    center,
    dongle,
    developerDesk,
    emailTemplate,
    feedback,
    message,
    createMailDesk({ mailer }),
    health,
    billing,
  ].flatMap((domain) => domain.deskBindings)
  const isTooMany = ({ ip }: FastifyRequest) => rateLimit.take(networkOf(ip), config.callsPerMinute) > 0
  const app = await createServer({
    log,
    languages,
    calls: config.desk ? [...CALLS, ...DESK_CALLS] : CALLS,
    isDeskOpen,
    face: settings.face,
    onRefusal: tally.refused,
    version: VERSION,
    trustProxy: config.trustProxy,
    limits: config,
    publicUrl: config.publicUrl,
    consoleDir: 'consoleDir' in options ? options.consoleDir : CONSOLE_DIR,
    previewed: [{ ...campaign.page, isTooMany }],
    opening: options.opening,
    async isReady() {
      const applied = await database.owner.query<{ n: number }>('select count(*)::int as n from migration').then(
        ({ rows }) => rows[0]?.n,
        () => undefined,
      )
      const answers = await database.app.query('select 1').then(
        () => true,
        () => false,
      )
      return {
        database: answers,
        migrations: applied === ground.migrations,
        jobs: jobs.isRunning() || options.opening?.isOpen() === false,
      }
    },
    addCalls(surface) {
      registerCalls(surface, CALLS, bindings, {
        database,
        clock,
        ids,
        box,
        languages,
        findCaller,
        findPerson: identity.findPerson,
        takeNotice: identity.takeNotice,
        captcha: captcha.gate,
        rateLimit,
        callsPerMinute: config.callsPerMinute,
        publicUrl: config.publicUrl,
        observe: metrics.observe,
      })
      const admit = (request: FastifyRequest) => {
        if (isTooMany(request)) throw new Refusal('platform.tooFrequent', { params: { seconds: 60 } })
      }
      campaign.oneClick(surface, admit)
      center.routes(surface, admit)
      if (config.desk)
        registerDeskCalls(surface, DESK_CALLS, deskBindings, {
          database,
          clock,
          ids,
          box,
          languages,
          languageOf: (db, developerId) => languageOf(db, developerId, languages),
          findOperator: operator.findOperator,
          isAllowed: isDeskOpen,
          rateLimit,
          callsPerMinute: config.callsPerMinute,
          publicUrl: config.publicUrl,
          observe: metrics.observe,
        })
      billing.routes(surface, {
        findCaller: identity.findCaller,
        rateLimit,
        callsPerMinute: config.callsPerMinute,
        publicUrl: config.publicUrl,
      })
    },
  })
  await registerProgramCalls(app, CALLS, runtime.programs, {
    clock,
    languages,
    observe: metrics.observe,
    prove: runtime.prove,
  })

  await registerOpenCalls(app, bindings, {
    database,
    clock,
    ids,
    box,
    languages,
    rateLimit,
    callsPerMinute: config.callsPerMinute,
    callsPerKey: options.openApi?.callsPerMinute ?? LIMITS.accessKey.callsPerMinute,
    publicUrl: config.publicUrl,
    observe: metrics.observe,
    keys: accessKey.keys,
    captcha: captcha.gate,
  })

  let sealer: Sealer | undefined
  return {
    app,
    metrics,
    bindings,
    deskBindings,
    findMember,
    captcha,
    task,
    billing,
    license,
    approval,
    reminder,
    runtime,
    webhook,
    flushUses: accessKey.flush,
    health,
    async startBackground() {
      settings.start()
      await jobs.start([
        mailer.job,
        foldCountersJob(database),
        purgeJob(database, () => clock.now()),
        captcha.purgeJob,
        identityPurgeJob({ database, clock }),
        feedbackPurgeJob({ database, clock }),
        ...task.jobs,
        ...message.jobs,
        ...billing.jobs,
        ...license.jobs,
        ...approval.jobs,
        ...reminder.jobs,
        ...runtime.jobs,
        ...dongle.jobs,
        ...lending.jobs,
        ...webhook.jobs,
        ...statistics.jobs,
        ...accessKey.jobs,
        ...health.jobs,
      ])
      await runtime.start()
      await task.resume()
      webhook.worker.start()
      captcha.warm()
      sealer = startSealer({
        owner: database.owner,
        clock,
        log,
        checkpointFile: checkpointFile(config.dataDir),
        signingKey: ground.logKey.privateKey,
      })
      await health.start()
    },
    // The order matters: first no new calls, then no new jobs, then the last seals of the log, then the metrics.
    async close() {
      await app.close()
      settings.stop()
      await accessKey.flush()
      await codePage.stop()
      await runtime.stop()
      await captcha.close()
      task.work.stop()
      await jobs.stop()
      await webhook.worker.stop()
      await sealer?.stop()
      await health.stop()
      await metrics.close()
    },
  }
}
