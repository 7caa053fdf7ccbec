// The base of the server and of every command. No domain answers calls here yet.
import type { Locale } from '@sealwright/contract'
import { loadPhrases, sentences } from '@sealwright/phrases'
import type { Sentences } from '@sealwright/phrases'
import type { Logger } from 'pino'
import { baseUrlOf } from '../config.ts'
import type { Config } from '../config.ts'
import { isRefusedMail } from '../domains/campaign/index.ts'
import { openSettings, withCenterName } from '../domains/center/index.ts'
import type { KnownSettings } from '../domains/center/index.ts'
import type { TrialEnd } from '../domains/developer/index.ts'
import { trialLicensesEnd } from '../domains/license/index.ts'
import { createMailWords, createNotify } from '../domains/message/index.ts'
import type { MailWords } from '../domains/message/index.ts'
import { createSenders } from '../domains/sender/index.ts'
import { systemClock } from '../kernel/clock.ts'
import type { Clock } from '../kernel/clock.ts'
import { openDatabase } from '../kernel/db/database.ts'
import type { Database, DatabaseOptions } from '../kernel/db/database.ts'
import { migrate, readMigrations } from '../kernel/db/migrate.ts'
import { createIds } from '../kernel/ids.ts'
import type { Ids } from '../kernel/ids.ts'
import { createJobs } from '../kernel/jobs/jobs.ts'
import type { Jobs } from '../kernel/jobs/jobs.ts'
import { platformKey } from '../kernel/keys/platform-key.ts'
import type { KeyPair } from '../kernel/keys/platform-key.ts'
import { checkSecretKey, createSecretBox, loadSecretKey } from '../kernel/keys/secret-box.ts'
import { createMailer } from '../kernel/mail/outbox.ts'
import type { Mailer } from '../kernel/mail/outbox.ts'
import { createHttpSmsGateway } from '../kernel/mail/sms.ts'
import { createSmtpGuard } from '../kernel/mail/smtp-guard.ts'
import type { SmtpGuard } from '../kernel/mail/smtp-guard.ts'
import { createSmtp } from '../kernel/mail/smtp.ts'
import type { Smtp } from '../kernel/mail/smtp.ts'
import type { Notify } from '../kernel/notify.ts'
import { MIGRATIONS_DIR, secretKeyFile } from './files.ts'

/** In mails, until an operator names the center. */
const PRODUCT_NAME = 'Sealwright'

const LOG_KEY = 'operation-log-checkpoint'

/** What happens when a trial ends. Not part of the center, because a platform command also ends a trial. */
export const TRIAL_ENDS: readonly TrialEnd[] = [trialLicensesEnd]

export const smsGatewayOf = ({ smsUrl, smsToken }: Config) =>
  smsUrl === undefined ? undefined : createHttpSmsGateway({ url: smsUrl, token: smsToken })

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
