// The platform desk: operators, what they decide about developers, and the settings of the center. A visit of an
// operator in the console is part of it.
import { CAPTCHA_URLS } from '@sealwright/contract'
import { guardable, shownEnvironment } from '../config.ts'
import {
  INITIAL_LIMITS,
  byOperator,
  createOperator as createMoneyOperator,
  readSetting,
  readStanding,
  readTerms,
  welcomeFormal,
} from '../domains/billing/index.ts'
import { createCenterDomain } from '../domains/center/index.ts'
import { createDeveloperDesk } from '../domains/developer/index.ts'
import { createFeedback } from '../domains/feedback/index.ts'
import { findBanner } from '../domains/message/index.ts'
import { createOperator } from '../domains/operator/index.ts'
import type { FindCaller } from '../kernel/http/context.ts'
import { isInNetworks } from '../kernel/http/networks.ts'
import { createDelivery } from '../kernel/mail/delivery.ts'
import { createMailDesk } from '../kernel/mail/desk.ts'
import { VERSION } from './files.ts'
import { TRIAL_ENDS, smsGatewayOf } from './ground.ts'
import type { Licensing } from './licensing.ts'
import type { Shared } from './options.ts'
import type { People } from './people.ts'
import type { Work } from './work.ts'

/** A test mail of an operator belongs to no developer. */
const NO_SENDERS = {
  findDefault: async () => undefined,
  markFailing: async () => undefined,
  markWorking: async () => undefined,
}

type Ports = Pick<Licensing, 'billing'> &
  Pick<People, 'identity'> &
  Pick<Work, 'emailTemplate'> &
  Pick<Parameters<typeof createOperator>[0], 'verifyLog'> & {
    /** The environment says which calls need a captcha, so the settings cannot. */
    isCaptchaGiven: boolean
  }

export function composeDesk(shared: Shared, { billing, identity, emailTemplate, verifyLog, isCaptchaGiven }: Ports) {
  const { config, database, clock, ids, box, languages, mailer, notify, baseUrl, isDemo, settings } = shared
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
        createMoneyOperator(shared, byOperator(scope)).setLimits({ trialLicenses }, developerId),
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
    isDemo,
    findMember: identity.findMember,
    verifyLog,
    waiting: [developerDesk.waiting, emailTemplate.waiting, feedback.waiting, billing.waiting],
  })
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
      smtp: shared.smtp,
      senders: NO_SENDERS,
    }),
    trialLicenses: async (db) => {
      const limits = await readSetting(db, 'billing.limits')
      return limits?.trialLicenses ?? INITIAL_LIMITS.trialLicenses
    },
  })
  const isOpen = (address: string) =>
    config.desk && (config.deskNetworks.length === 0 || isInNetworks(config.deskNetworks, address))
  /** The caller of a session, or a platform operator who visits. A visit is part of the desk, and of its networks. */
  const findCaller: FindCaller = async (handle, secret, now, isListening, network) =>
    (await identity.findCaller(handle, secret, now, isListening, network)) ??
    (isOpen(network) ? operator.findVisitor(handle, secret, now) : undefined)
  return { center, developerDesk, feedback, findCaller, isOpen, mail: createMailDesk({ mailer }), operator }
}

export type Desk = ReturnType<typeof composeDesk>
